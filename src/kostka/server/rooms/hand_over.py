"""What a room in memory knows beyond its snapshot and its log, for the process that goes on."""

from __future__ import annotations

import msgspec

from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput
from kostka.server.games.live_game import GameHandOver
from kostka.server.rooms.live_room import LiveRoom

SEAMLESS_MS = 5000
"""A room that is taken again so soon goes on as if nothing had happened."""


class HandOver(msgspec.Struct, frozen=True, gc=False):
    """What one owner of a room leaves to the next."""

    released: int
    """When the room was released, in milliseconds."""
    empty_since: int | None = None
    absent_since: dict[str, int] = {}
    game: GameHandOver | None = None


def encode_hand_over(room: LiveRoom, now: int) -> bytes:
    """Return what the next owner of a room needs, as JSON."""
    game = None if room.game is None or room.game.is_over else room.game.build_hand_over()
    return to_json(HandOver(now, room.empty_since, room.absent_since, game))


def apply_hand_over(room: LiveRoom, data: bytes | None, now: int) -> None:
    """Go on where the last owner stopped, or give players time to come back after a gap."""
    left = _decode_hand_over(data)
    # The clock of the last owner may have been ahead of ours.
    is_seamless = left is not None and 0 <= now - left.released <= SEAMLESS_MS
    if room.game is not None:
        if left is not None and left.game is not None:
            room.game.apply_hand_over(left.game)
        if not is_seamless:
            room.game.resume_clock(now)
    room.update_presence()
    if left is not None and left.empty_since is not None:
        room.empty_since = left.empty_since
    if left is not None and is_seamless:
        room.absent_since |= left.absent_since


def _decode_hand_over(data: bytes | None) -> HandOver | None:
    try:
        return None if data is None else from_json(data, HandOver)
    except BadInput:  # another version wrote it: the room can do without
        return None
