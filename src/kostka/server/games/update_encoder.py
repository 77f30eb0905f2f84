"""Encodes an update once for everybody, with gaps for what only one viewer may know.

Everybody at a table gets the same update after a move, except for their own rack and the tile they
drew. Encoding all of it for each of them would be most of the work of a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kostka.events.codec import to_json
from kostka.events.game import Viewer
from kostka.server.games.game_kind import NULL, C, D, E, GameRules, H, S, UpdateContext, V

_GAP: Any = msgspec.Raw(b"\0")
"""Marks a place where viewers get different things: JSON itself never holds such a byte."""


def encode_updates(
    rules: GameRules[H, S, C, E, V, D],
    state: S,
    events: Sequence[E],
    context: UpdateContext[D],
    viewers: Sequence[Viewer],
) -> list[bytes]:
    """Encode the state and the latest events for each viewer."""
    over = state.result is not None
    text = to_json(rules.build_update(state, context, _GAP))
    template = text.replace(b"%", b"%%").replace(b"\0", b"%b")
    public_events = [rules.view_event(event, None, over=over) for event in events]
    public = to_json(public_events)
    seats_with_secrets = {
        getattr(event, "seat", None)
        for event, seen in zip(events, public_events, strict=True)
        if seen is not event
    }
    messages = []
    for viewer in viewers:
        encoded_events = public
        if viewer in seats_with_secrets:
            own_events = [rules.view_event(event, viewer, over=over) for event in events]
            encoded_events = to_json(own_events)
        parts = () if over else rules.encode_private_parts(state, viewer)
        encoded_viewer = NULL if viewer is None else b"%d" % viewer
        messages.append(template % (encoded_viewer, *parts, encoded_events))
    return messages
