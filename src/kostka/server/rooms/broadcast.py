"""What everybody is told of a game, written once, with gaps for what each may know alone.

All at a table are told the same of a move, except for their own rack and the tile that they have
drawn. To write all of it for each of them would be the most work of a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kostka.events.codec import to_json
from kostka.events.game import Viewer
from kostka.server.games.game_kind import NULL, AnyEvent, AnyState, Around, Kind

_GAP: Any = msgspec.Raw(b"\0")
"""Stands where receivers are told different things: JSON itself never holds such a byte."""


def written(
    kind: Kind,
    state: AnyState,
    events: Sequence[AnyEvent],
    around: Around,
    viewers: Sequence[Viewer],
) -> list[bytes]:
    """Write the news of events for each viewer."""
    over = state.result is not None
    text = to_json(kind.news(state, around, _GAP))
    form = text.replace(b"%", b"%%").replace(b"\0", b"%b")
    shown = [kind.view_event(event, None, over=over) for event in events]
    public = to_json(shown)
    knowing = {
        getattr(event, "seat", None)
        for event, seen in zip(events, shown, strict=True)
        if seen is not event
    }
    found = []
    for viewer in viewers:
        told = public
        if viewer in knowing:
            told = to_json([kind.view_event(event, viewer, over=over) for event in events])
        gaps = () if over else kind.fillings(state, viewer)
        found.append(form % (NULL if viewer is None else b"%d" % viewer, *gaps, told))
    return found
