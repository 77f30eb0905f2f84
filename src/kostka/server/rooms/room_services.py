"""What all live rooms share, and how other parts of the server take part in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from kostka.server.rooms.room import Room
from kostka.server.rooms.room_storage import RoomStorage

if TYPE_CHECKING:  # live rooms use these services
    from kostka.server.rooms.live_room import LiveRoom


class GameListener(Protocol):
    """A feature that follows the games of all rooms."""

    async def check_game_start(self, room: Room) -> None:
        """Refuse a game that must not start."""
        ...

    def on_room_loaded(self, room: Room) -> None:
        """React to a room that was loaded from the store."""
        ...

    def on_game_over(self, room: Room) -> None:
        """React to the end of a game."""
        ...


class Planner(Protocol):
    """Plans what happens in rooms by itself."""

    def plan_next_step(self, room: LiveRoom, *, after_failure: bool = False) -> None:
        """Plan what happens next, after anything in the room has changed."""
        ...


@dataclass(frozen=True)
class RoomServices:
    """What all rooms share."""

    storage: RoomStorage
    now: Callable[[], int]
    """The time in milliseconds."""
    secret: Callable[[int], bytes]
    """Returns secret random bytes."""
    planner: Planner
    remove_room: Callable[[LiveRoom], None]
    """Called when a room is closed for good."""
    drop_room: Callable[[LiveRoom], None]
    """Called when another node turns out to own a room."""
    send_refusal: Callable[..., None]
    """Refuses the request of a session that has this number, for violations that follow."""
    reveal_seconds: float
    """How long a deal waits for the randomness of players."""
    listeners: list[GameListener] = field(default_factory=list)
