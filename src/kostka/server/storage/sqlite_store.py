"""The store in one SQLite file: the default, which needs no installation."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, assert_never

import msgspec

from kostka.server.storage.data_folder import create_folder
from kostka.server.storage.folder_lock import lock_folder
from kostka.server.storage.group_commit import GroupCommit
from kostka.server.storage.sqlite_file import (
    FILE_NAME,
    VERSION,
    Database,
    create_or_upgrade_file,
    find_first_fault,
)
from kostka.server.storage.sqlite_logs import MAX_ROWS, LogLines, SqliteLogs
from kostka.server.storage.store import (
    Change,
    Conflict,
    GameLines,
    Guest,
    NewGame,
    NewTournament,
    RecordCommit,
    SavedRoom,
    StoreFailed,
    TournamentLines,
)

T = TypeVar("T")

CHECK_SECONDS = 10.0
"""How long a start may check the file, which is enough for several gigabytes."""


class SqliteStore:
    """A `Store` in a folder of its own. Reads and writes never block the event loop."""

    def __init__(self, folder: Path) -> None:
        """Use `open` instead, which does this in a thread."""
        create_folder(folder)
        self._lock = lock_folder(folder)
        path = folder / FILE_NAME
        try:
            self.is_checked = _check_file(path)
            """Whether the file was checked as a whole; a very large one is not."""
            create_or_upgrade_file(path)
        except BaseException:
            self._lock.close()
            raise
        self._closed = False
        self._changes = _SqliteChanges()
        self._writer = GroupCommit(Database(path), self._changes)
        self._reader = Database(path)
        self._journal = folder / f"{FILE_NAME}-wal"
        self._read_thread = ThreadPoolExecutor(1, "kostka-reader")

    @classmethod
    async def open(cls, folder: Path) -> SqliteStore:
        """Open the store of a folder, creating it if needed; no other server may use it."""
        return await asyncio.to_thread(cls, folder)

    async def probe_write(self) -> None:
        """Prove that a write would work now: commit to disk, and change nothing."""
        self._check_open()
        await self._writer.write([_Probe()])

    def write(self, changes: Sequence[Change]) -> Coroutine[Any, Any, None]:
        """Make all the changes or none; return when they are on disk."""
        self._check_open()
        return self._writer.write(changes)

    async def find_guest(self, guest: str) -> Guest | None:
        """Return the guest with a public id, or None."""
        query = "SELECT id, token_hash, name, created FROM guests WHERE id = ?"
        rows = await self._fetch_rows(query, guest)
        return Guest(*rows[0]) if rows else None

    async def find_guest_by_token(self, token_hash: bytes) -> Guest | None:
        """Return the guest whose token has this SHA-256, or None."""
        query = "SELECT id, token_hash, name, created FROM guests WHERE token_hash = ?"
        rows = await self._fetch_rows(query, token_hash)
        return Guest(*rows[0]) if rows else None

    async def find_room(self, code: str) -> SavedRoom | None:
        """Return a room, open or closed, or None."""
        query = "SELECT code, snapshot, updated, closed FROM rooms WHERE code = ?"
        rows = await self._fetch_rows(query, code)
        return _make_saved_room(*rows[0]) if rows else None

    async def list_open_rooms(self) -> list[SavedRoom]:
        """Return all rooms that are not closed."""
        query = "SELECT code, snapshot, updated, closed FROM rooms WHERE NOT closed"
        return [_make_saved_room(*row) for row in await self._fetch_rows(query)]

    async def list_game_ids(self, room: str) -> list[str]:
        """Return the ids of a room's games, in the order in which they began."""
        query = "SELECT id FROM games WHERE room = ? ORDER BY key"
        return [game for (game,) in await self._fetch_rows(query, room)]

    async def load_game_log(self, game: str) -> bytes | None:
        """Return a game's log as the bytes of its file, or None."""
        return await self._run_in_read_thread(lambda db: self._changes.games.load_log(db, game))

    async def load_tournament_log(self, tournament: str) -> bytes | None:
        """Return a tournament's log as the bytes of its file, or None."""
        return await self._run_in_read_thread(
            lambda db: self._changes.tournaments.load_log(db, tournament)
        )

    def watch_commits(self, record: RecordCommit) -> None:
        """Call `record` after each commit, in the writer thread."""
        self._writer.record_commit = record

    def count_queued_writes(self) -> int:
        """Return how many writes wait for the disk."""
        return self._writer.queue_length

    def measure_journal(self) -> int:
        """Return the size of the write-ahead log in bytes; 0 if there is none."""
        try:
            return self._journal.stat().st_size
        except OSError:
            return 0

    async def close(self) -> None:
        """Finish all writes that were called before, then release everything."""
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._read_thread.shutdown)
        self._reader.close()
        # The writer comes last: SQLite merges its journal when the last connection closes.
        await self._writer.finish()
        self._lock.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreFailed("the store is closed")

    async def _fetch_rows(self, query: str, *values: object) -> list[Any]:
        return await self._run_in_read_thread(lambda db: db.execute(query, values).fetchall())

    async def _run_in_read_thread(self, query: Callable[[sqlite3.Connection], T]) -> T:
        self._check_open()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._read_thread, self._run_query, query)

    def _run_query(self, query: Callable[[sqlite3.Connection], T]) -> T:
        with self._reader.borrow_connection() as db:
            return query(db)


def _check_file(path: Path) -> bool:
    """Refuse a damaged file; return False if there was no time to check it as a whole."""
    if not path.exists():
        return True
    try:
        fault = find_first_fault(path, seconds=CHECK_SECONDS)
    except TimeoutError:
        return False
    if fault is not None:
        raise StoreFailed(
            f"{path}: the database is damaged: {fault}; 'kostka verify-data' lists what is"
            " damaged, and 'kostka restore' goes back to a backup"
        )
    return True


def _make_saved_room(code: str, snapshot: bytes, updated: int, closed: int) -> SavedRoom:
    return SavedRoom(code, snapshot, updated, bool(closed))


class _Probe(msgspec.Struct, frozen=True, gc=False):
    """A commit that changes nothing: the version of the tables is written again."""


class _SqliteChanges:
    """Applies changes. Lines of many logs are inserted together."""

    def __init__(self) -> None:
        """Start without known positions."""
        self.games = SqliteLogs("games", "lines")
        self.tournaments = SqliteLogs("tournaments", "entries")

    def forget_log_positions(self) -> None:
        """Read positions again, since changes may have been rolled back."""
        self.games.forget_log_positions()
        self.tournaments.forget_log_positions()

    def is_single_statement(self, changes: Sequence[Change | _Probe]) -> bool:
        """Return whether there are only moves, and not too many."""
        return len(changes) <= MAX_ROWS and all(type(change) is GameLines for change in changes)

    def apply_changes(self, db: sqlite3.Connection, changes: Sequence[Change | _Probe]) -> None:
        """Apply changes: first all others in their order, then the lines of logs.

        Only the next line depends on a line. So the lines of many games are inserted together, even
        if some of the games begin or end.
        """
        games: list[LogLines] = []
        tournaments: list[LogLines] = []
        for change in changes:
            match change:
                case GameLines(game, first, lines):
                    games.append((game, first, lines))
                case TournamentLines(tournament, first, lines):
                    tournaments.append((tournament, first, lines))
                case _:
                    _apply_change(db, change)
        self.games.append_lines(db, games)
        self.tournaments.append_lines(db, tournaments)


def _apply_change(
    db: sqlite3.Connection, change: Guest | SavedRoom | NewGame | NewTournament | _Probe
) -> None:
    match change:
        case Guest():
            _save_guest(db, change)
        case SavedRoom(code, snapshot, updated, closed):
            db.execute(
                "INSERT INTO rooms (code, snapshot, updated, closed) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (code) DO UPDATE SET snapshot = excluded.snapshot,"
                " updated = excluded.updated, closed = excluded.closed",
                (code, snapshot, updated, closed),
            )
        case NewGame(game, room, header):
            values = (game, room, header)
            db.execute("INSERT INTO games (id, room, header) VALUES (?, ?, ?)", values)
        case NewTournament(tournament, header):
            new = (tournament, header)
            db.execute("INSERT INTO tournaments (id, header) VALUES (?, ?)", new)
        case _Probe():
            db.execute(f"PRAGMA user_version = {VERSION}")
        case _:
            assert_never(change)


def _save_guest(db: sqlite3.Connection, guest: Guest) -> None:
    cursor = db.execute(
        "INSERT INTO guests (id, token_hash, name, created) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name"
        " WHERE token_hash = excluded.token_hash",
        (guest.id, guest.token_hash, guest.name, guest.created),
    )
    if not cursor.rowcount:
        raise Conflict(f"guest {guest.id} has another token")
