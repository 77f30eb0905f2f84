"""Everything in an SQLite store at one moment, read while a server may be writing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kostka.events.codec import to_json
from kostka.server.storage.backup import count_records
from kostka.server.storage.snapshot import StoredGame
from kostka.server.storage.sqlite_file import FILE_NAME, Database, check_version
from kostka.server.storage.sqlite_logs import SqliteLogs
from kostka.server.storage.store import Guest, SavedRoom, StoreFailed

MAX_FAULTS = 100
"""Faults in the structure of the file that are listed; many usually have one cause."""


class SqliteSnapshot:
    """A `Snapshot` of a file; a server's writes meanwhile are not seen."""

    damage = (sqlite3.Error,)

    def __init__(self, db: sqlite3.Connection) -> None:
        """Use `open_snapshot` instead."""
        self._db = db
        self._games = SqliteLogs("games", "lines")
        self._tournaments = SqliteLogs("tournaments", "entries")

    def iterate_structure_faults(self) -> Iterator[str]:
        """Yield what is wrong with the structure of the file and its references."""
        for (fault,) in self._db.execute(f"PRAGMA integrity_check({MAX_FAULTS})"):
            for line in str(fault).splitlines():
                if line != "ok":
                    yield line
        for table, row, parent, _ in self._db.execute("PRAGMA foreign_key_check"):
            yield f"row {row} of {table} refers to one of {parent} that is missing"

    def count_records(self) -> dict[str, int]:
        """Count guests, rooms, games and tournaments."""
        return count_records(self._db)

    def iterate_guests(self) -> Iterator[Guest]:
        """Yield all guests."""
        query = "SELECT id, token_hash, name, created, last_seen FROM guests"
        return (Guest(*row) for row in self._db.execute(query))

    def iterate_rooms(self) -> Iterator[SavedRoom]:
        """Yield all rooms."""
        query = "SELECT code, snapshot, updated, closed FROM rooms"
        for code, snapshot, updated, closed in self._db.execute(query):
            yield SavedRoom(code, snapshot, updated, bool(closed))

    def iterate_games(self) -> Iterator[StoredGame]:
        """Yield all games in the order in which they began."""
        for game, room in self._db.execute("SELECT id, room FROM games ORDER BY key"):
            yield StoredGame(game, room, self._games.load_log(self._db, game) or b"")

    def iterate_tournaments(self) -> Iterator[tuple[str, bytes]]:
        """Yield the id of every tournament with its log."""
        for (name,) in self._db.execute("SELECT id FROM tournaments ORDER BY key"):
            yield name, self._tournaments.load_log(self._db, name) or b""

    def find_rooms_of_games(self, games: Iterable[str]) -> dict[str, str]:
        """Return the rooms of those games that exist."""
        query = "SELECT id, room FROM games WHERE id IN (SELECT value FROM json_each(?))"
        return dict(self._db.execute(query, [to_json([*games]).decode()]))

    def load_room_snapshot(self, code: str) -> bytes:
        """Return the snapshot of a room; nothing if there is no such room."""
        row = self._db.execute("SELECT snapshot FROM rooms WHERE code = ?", (code,)).fetchone()
        return row[0] if row else b""

    def find_guests(self, guests: Iterable[str]) -> set[str]:
        """Return which of these guests exist."""
        query = "SELECT id FROM guests WHERE id IN (SELECT value FROM json_each(?))"
        return {guest for (guest,) in self._db.execute(query, [to_json([*guests]).decode()])}

    def has_tournament(self, tournament: str) -> bool:
        """Return whether there is such a tournament."""
        query = "SELECT 1 FROM tournaments WHERE id = ?"
        return self._db.execute(query, (tournament,)).fetchone() is not None


@contextmanager
def open_snapshot(folder: Path) -> Iterator[SqliteSnapshot]:
    """Open the data in a folder for reading; raise `StoreFailed` if that is not possible."""
    path = folder / FILE_NAME
    if not path.is_file():
        raise StoreFailed("there is no kostka data in this folder", where=str(folder))
    database = Database(path)
    try:
        with database.borrow_connection() as db:
            db.execute("PRAGMA query_only = ON")
            db.execute("BEGIN")
            check_version(path, db)
            yield SqliteSnapshot(db)
    finally:
        database.close()
