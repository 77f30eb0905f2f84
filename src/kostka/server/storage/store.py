"""What a server keeps, and what every store of it promises.

A store keeps guests, rooms, games and tournaments. Of a game and of a tournament it keeps the very
lines of its log, whose hashes are chained, and never looks into them. Nothing is ever deleted:
finished games stay, and so do closed rooms. `tests/server/store_suite.py` is the promise as tests;
every store must pass them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from kostka.events.log import Milliseconds


class Guest(msgspec.Struct, frozen=True, gc=False):
    """Somebody with a name. Written again with the same token, the guest has a new name."""

    id: str
    """Public: others may see it."""
    token_hash: bytes
    """SHA-256 of the secret by which the guest is known; the secret itself is not kept."""
    name: str
    created: Milliseconds


class SavedRoom(msgspec.Struct, frozen=True, gc=False):
    """A room as it stands. Written again, it replaces what was."""

    code: str
    snapshot: bytes
    """JSON that only the rooms themselves understand."""
    updated: Milliseconds
    closed: bool = False


class NewGame(msgspec.Struct, frozen=True, gc=False):
    """A game that begins, in a room that is there: the first line of its log."""

    id: str
    room: str
    header: bytes


class Append(msgspec.Struct, frozen=True, gc=False):
    """Further lines of a game's log, without line ends.

    `first` is the number of the first of them, as in its field "n": 1 follows on the header. If it
    is not the next one the write is refused, so that of two owners of a game only one can go on.
    """

    game: str
    first: int
    lines: tuple[bytes, ...]


class NewTournament(msgspec.Struct, frozen=True, gc=False):
    """A tournament that is opened: the first line of its log."""

    id: str
    header: bytes


class Entries(msgspec.Struct, frozen=True, gc=False):
    """Further lines of a tournament's log, under the same condition as those of a game."""

    tournament: str
    first: int
    lines: tuple[bytes, ...]


Change = Guest | SavedRoom | NewGame | Append | NewTournament | Entries


class Conflict(Exception):  # noqa: N818  (it names what is wrong, not that something is)
    """The changes do not fit what is kept; none of them was made, and none will be if repeated."""


class StoreFailed(Exception):  # noqa: N818
    """The store cannot be opened, read or written just now: the reason, on one line.

    Changes were not made, and once the reason is gone the same call works. (Only a disk that breaks
    in the middle of a commit may keep them nevertheless. A `Conflict` tells, then as ever: what is
    kept holds good, and has to be loaded again.)
    """


class Store(Protocol):
    """Keeps what must outlive the process. Every method may raise `StoreFailed`."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Make all the changes, in order, or none (`Conflict`); return when they are on disk.

        Writes are carried out in the order of the calls. There is room for so many of them; who
        comes when it is used up waits. A write goes on if its caller is cancelled.
        """

    async def guest(self, guest: str) -> Guest | None:
        """Find a guest by the public id."""

    async def guest_with_token(self, token_hash: bytes) -> Guest | None:
        """Find a guest by the SHA-256 of the token."""

    async def room(self, code: str) -> SavedRoom | None:
        """Find a room, open or closed."""

    async def open_rooms(self) -> list[SavedRoom]:
        """Give all rooms that are not closed."""

    async def games(self, room: str) -> list[str]:
        """Give the ids of a room's games, in the order in which they began."""

    async def load(self, game: str) -> bytes | None:
        """Give a game's log as the bytes of its file, exactly as `Game.saved` would."""

    async def tournament(self, tournament: str) -> bytes | None:
        """Give a tournament's log in the same way. No game is found here, and none of it there."""

    async def close(self) -> None:
        """Finish all writes that were called before, then let go of everything."""
