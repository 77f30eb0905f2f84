"""Everything in a store at one moment, read by another process while a server may be writing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kostka.server.storage.backup import count_records
from kostka.server.storage.sqlite_file import FILE_NAME, VERSION, Database
from kostka.server.storage.sqlite_logs import SqliteLogs
from kostka.server.storage.store import Guest, SavedRoom, StoreFailed

MAX_FAULTS = 100
"""Faults in the structure of the file that are listed; many usually have one cause."""


class SqliteSnapshot:
    """Reads a store in one transaction; a server's writes meanwhile are not seen."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Use `open_snapshot` instead."""
        self._db = db
        self._games = SqliteLogs("games", "lines")
        self._tournaments = SqliteLogs("tournaments", "entries")

    def iterate_file_faults(self) -> Iterator[str]:
        """Yield what is wrong with the structure of the file, one line each."""
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

    def iterate_game_ids(self) -> Iterator[tuple[str, str]]:
        """Yield the id of every game with the code of its room."""
        return self._db.execute("SELECT id, room FROM games ORDER BY key")

    def iterate_tournament_ids(self) -> Iterator[str]:
        """Yield the ids of all tournaments."""
        return (name for (name,) in self._db.execute("SELECT id FROM tournaments ORDER BY key"))

    def load_game_log(self, game: str) -> bytes | None:
        """Return a game's log as the bytes of its file, or None."""
        return self._games.load_log(self._db, game)

    def load_tournament_log(self, tournament: str) -> bytes | None:
        """Return a tournament's log as the bytes of its file, or None."""
        return self._tournaments.load_log(self._db, tournament)

    def find_room_of_game(self, game: str) -> str | None:
        """Return the code of a game's room; None if there is no such game."""
        row = self._db.execute("SELECT room FROM games WHERE id = ?", (game,)).fetchone()
        return row[0] if row else None

    def load_room_snapshot(self, code: str) -> bytes:
        """Return the snapshot of a room; nothing if there is no such room."""
        row = self._db.execute("SELECT snapshot FROM rooms WHERE code = ?", (code,)).fetchone()
        return row[0] if row else b""

    def has_guest(self, guest: str) -> bool:
        """Return whether there is such a guest."""
        return (
            self._db.execute("SELECT 1 FROM guests WHERE id = ?", (guest,)).fetchone() is not None
        )

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
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version != VERSION:
                raise StoreFailed(_describe_version(path, version))
            yield SqliteSnapshot(db)
    finally:
        database.close()


def _describe_version(path: Path, version: int) -> str:
    if version > VERSION:
        return f"{path}: a newer kostka wrote this database"
    return f"{path}: an older kostka wrote this database; 'kostka serve' upgrades it"
