"""Everything in a store at one moment, for those who check it while a server may be writing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from kostka.server.storage.store import Guest, SavedRoom


class StoredGame(NamedTuple):
    """A game with the bytes of its log."""

    id: str
    room: str
    log: bytes


class Snapshot(Protocol):
    """Reads a store in one transaction, one record at a time."""

    @property
    def damage(self) -> tuple[type[Exception], ...]:
        """What is raised when a part of the data cannot be read, although others may be."""
        ...

    def iterate_structure_faults(self) -> Iterator[str]:
        """Yield what is wrong with the database itself and its references, one line each."""
        ...

    def count_records(self) -> dict[str, int]:
        """Count guests, rooms, games and tournaments."""
        ...

    def iterate_guests(self) -> Iterator[Guest]:
        """Yield all guests."""
        ...

    def iterate_rooms(self) -> Iterator[SavedRoom]:
        """Yield all rooms."""
        ...

    def iterate_games(self) -> Iterator[StoredGame]:
        """Yield all games in the order in which they began."""
        ...

    def iterate_tournaments(self) -> Iterator[tuple[str, bytes]]:
        """Yield the id of every tournament with its log."""
        ...

    def find_rooms_of_games(self, games: Iterable[str]) -> dict[str, str]:
        """Return the rooms of those games that exist."""
        ...

    def load_room_snapshot(self, code: str) -> bytes:
        """Return the snapshot of a room; nothing if there is no such room."""
        ...

    def find_guests(self, guests: Iterable[str]) -> set[str]:
        """Return which of these guests exist."""
        ...

    def has_tournament(self, tournament: str) -> bool:
        """Return whether there is such a tournament."""
        ...
