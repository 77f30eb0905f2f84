"""Pauses of a room: its clock stands, and nobody moves, until whoever paused it lets it go on.

They are kept with the room, not in the log of the game: a game's record is about its moves.
"""

from __future__ import annotations

from msgspec.structs import replace

from kostka.protocol.rooms import Pauser, Stage
from kostka.server.games.clock import Pause
from kostka.server.rooms.room import Room


def can_be_paused(room: Room) -> bool:
    """Whether a room has a clock to stop, now or in its next game."""
    return room.stage not in (Stage.OVER, Stage.CLOSED)


def pause_room(room: Room, by: Pauser, now: int) -> Room:
    """Stop the clock of a room; once it stands, it stands."""
    if room.paused_by is not None:
        return room
    return replace(room, pauses=(*room.pauses, Pause(by, now)))


def resume_room(room: Room, now: int) -> Room:
    """Let the clock of a room go on."""
    if room.paused_by is None:
        return room
    last = room.pauses[-1]
    return replace(room, pauses=(*room.pauses[:-1], replace(last, end=max(now, last.start))))
