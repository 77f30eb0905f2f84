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
from kostka.protocol.telling import Played
from kostka.server.kinds.kind import NULL, AnyEvent, AnyState, Kind

_GAP: Any = msgspec.Raw(b"\0")
"""Stands where receivers are told different things: JSON itself never holds such a byte."""


def written(
    kind: Kind,
    state: AnyState,
    events: Sequence[AnyEvent],
    news: Played,
    viewers: Sequence[Viewer],
) -> list[bytes]:
    """Write the news of events for each viewer; `news` is what a spectator would be told."""
    over = state.result is not None
    text = to_json(replace(news, view=kind.with_gaps(news.view, _GAP, over=over), events=_GAP))
    form = text.replace(b"%", b"%%").replace(b"\0", b"%b")
    public = _shown(kind, events, None, over=over)
    actors = {getattr(event, "seat", None) for event in events}
    found = []
    for viewer in viewers:
        told = _shown(kind, events, viewer, over=over) if viewer in actors else public
        gaps = [] if over else kind.fillings(state, viewer)
        found.append(form % (NULL if viewer is None else b"%d" % viewer, *gaps, told))
    return found


def _shown(kind: Kind, events: Sequence[AnyEvent], viewer: Viewer, *, over: bool) -> bytes:
    return to_json([kind.view_event(event, viewer, over=over) for event in events])
