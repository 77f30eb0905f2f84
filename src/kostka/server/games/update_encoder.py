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

_MARK = b"\0"
_GAP: Any = msgspec.Raw(_MARK)
"""Marks a place where viewers get different things: JSON itself never holds such a byte."""

_VIEWER, _HEADER, _FIRST_PRIVATE, _EVENTS = 1, 3, 5, -2
"""Where the contents of gaps stand between the pieces."""


def encode_updates(
    rules: GameRules[H, S, C, E, V, D],
    state: S,
    events: Sequence[E],
    context: UpdateContext[D],
    viewers: Sequence[Viewer],
) -> list[bytes]:
    """Encode the state and the latest events for each viewer."""
    over = state.result is not None
    view_event = rules.view_event
    pieces = to_json(rules.build_update(state, context, _GAP)).split(_MARK)
    seen_by_all = [view_event(event, None, over=over) for event in events]
    public_events = to_json(seen_by_all)
    seats_with_secrets = [
        getattr(event, "seat", None)
        for event, seen in zip(events, seen_by_all, strict=True)
        if seen is not event
    ]
    parts = [NULL] * (2 * len(pieces) - 1)
    parts[::2] = pieces  # and between them what stands in the gaps
    parts[_HEADER], parts[_EVENTS] = context.header, public_events
    private_parts = None if over else rules.encode_private_parts(state)
    messages = []
    for viewer in viewers:
        own = parts.copy()
        if viewer is not None:
            own[_VIEWER] = b"%d" % viewer
            if viewer in seats_with_secrets:
                own[_EVENTS] = to_json([view_event(event, viewer, over=over) for event in events])
            if private_parts is not None:
                for gap, encoded in private_parts[viewer]:
                    own[2 * gap + _FIRST_PRIVATE] = encoded
        messages.append(b"".join(own))
    return messages
