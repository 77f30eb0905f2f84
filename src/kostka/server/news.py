"""What everybody is told of a game, written once, with gaps for what each may know alone.

All at a table are told the same of a move, except for their own rack and the tile that they have
drawn. To write all of it for each of them would be the most work of a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from kostka.events.codec import to_json
from kostka.events.game import Viewer
from kostka.numbers.events import AnyEvent
from kostka.numbers.state import Phase, State
from kostka.numbers.views import own, view_event
from kostka.protocol.telling import GameNews

_GAP: Any = msgspec.Raw(b"\0")
"""Stands where receivers are told different things: JSON itself never holds such a byte."""

_NULL = b"null"


def written(
    state: State, events: Sequence[AnyEvent], news: GameNews, viewers: Sequence[Viewer]
) -> list[bytes]:
    """Write the news of events for each viewer; `news` is what a spectator would be told."""
    over = state.phase is Phase.FINISHED
    seen = replace(news.view, viewer=_GAP)
    if not over:
        seats = tuple([replace(seat, rack=_GAP) for seat in seen.seats])
        seen = replace(seen, seats=seats, drawn=_GAP)
    text = to_json(replace(news, view=seen, events=_GAP))
    form = text.replace(b"%", b"%%").replace(b"\0", b"%b")
    public = _shown(events, None, over=over)
    actors = {getattr(event, "seat", None) for event in events}
    found = []
    for viewer in viewers:
        told = _shown(events, viewer, over=over) if viewer in actors else public
        gaps = [_NULL if viewer is None else b"%d" % viewer]
        if not over:
            rack, drawn = own(state, viewer)
            gaps += [_NULL] * len(state.seats)
            if viewer is not None:
                gaps[1 + viewer] = to_json(rack)
            gaps.append(_NULL if drawn is None else b"%d" % drawn)
        found.append(form % (*gaps, told))
    return found


def _shown(events: Sequence[AnyEvent], viewer: Viewer, *, over: bool) -> bytes:
    return to_json([view_event(event, viewer, over=over) for event in events])
