"""When a room has to be in memory although nobody enters it."""

from __future__ import annotations

from kostka.protocol.rooms import Stage
from kostka.server.rooms.room import Room

IDLE_MS = {Stage.GATHERING: 600_000, Stage.OVER: 600_000, Stage.BETWEEN: 3_600_000}
"""After this time with nobody in it a room is closed; one with a running game, later."""

IDLE_IN_PLAY_MS = 24 * 3_600_000

SOON_MS = 30_000
"""After a crash a running game goes on by itself after this time, and so does a room of a
tournament, which may have a result to enter."""


def get_idle_limit(room: Room) -> int:
    """Return how long a room may be empty, in milliseconds."""
    if room.is_booked:  # its players come when they are called
        return IDLE_IN_PLAY_MS
    return IDLE_MS.get(room.stage, IDLE_IN_PLAY_MS)


def compute_idle_time(room: Room, empty_since: int | None) -> int | None:
    """Return when a room is closed if nobody enters it; None while somebody is there."""
    return None if empty_since is None else empty_since + get_idle_limit(room)


def compute_due_time(room: Room, now: int) -> int | None:
    """Return when the next process has to load a room that is saved now; None if never.

    This is for crashes: a process that stops in good order knows the exact time.
    """
    if room.stage is Stage.CLOSED:
        return None
    if room.stage is Stage.PLAYING or room.is_booked:
        return now + SOON_MS
    return now + get_idle_limit(room)
