"""The store in one SQLite file: the default, which needs nothing installed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, assert_never

from kostka.server.storage.folder_lock import hold
from kostka.server.storage.group_commit import GroupCommit
from kostka.server.storage.sqlite_file import Database, prepare
from kostka.server.storage.sqlite_logs import MOST_ROWS, Logs, More
from kostka.server.storage.store import (
    Append,
    Change,
    Conflict,
    Entries,
    Guest,
    NewGame,
    NewTournament,
    SavedRoom,
    StoreFailed,
)

T = TypeVar("T")

FILE = "kostka.sqlite3"


class SqliteStore:
    """A `Store` in a folder of its own. Neither reading nor writing holds up the event loop."""

    def __init__(self, folder: Path) -> None:
        """Use `open` instead, which does this aside from the event loop."""
        try:
            # For our eyes only: the logs hold what every player has on the rack.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreFailed(f"{folder}: {error.strerror}") from error
        self._lock = hold(folder)
        path = folder / FILE
        try:
            prepare(path)
        except BaseException:
            self._lock.close()
            raise
        self._closed = False
        self._changes = _Changes()
        self._writer = GroupCommit(Database(path), self._changes)
        self._reader = Database(path)
        self._reading = ThreadPoolExecutor(1, "kostka-reader")

    @classmethod
    async def open(cls, folder: Path) -> SqliteStore:
        """Open the store of a folder, which is made if need be; no other server may use it."""
        return await asyncio.to_thread(cls, folder)

    def write(self, changes: Sequence[Change]) -> Coroutine[Any, Any, None]:
        """Make all the changes or none; return when they are on disk."""
        self._check_open()
        return self._writer.write(changes)

    async def guest(self, guest: str) -> Guest | None:
        """Find a guest by the public id."""
        query = "SELECT id, token_hash, name, created FROM guests WHERE id = ?"
        found = await self._rows(query, guest)
        return Guest(*found[0]) if found else None

    async def guest_with_token(self, token_hash: bytes) -> Guest | None:
        """Find a guest by the SHA-256 of the token."""
        query = "SELECT id, token_hash, name, created FROM guests WHERE token_hash = ?"
        found = await self._rows(query, token_hash)
        return Guest(*found[0]) if found else None

    async def room(self, code: str) -> SavedRoom | None:
        """Find a room, open or closed."""
        query = "SELECT code, snapshot, updated, closed FROM rooms WHERE code = ?"
        found = await self._rows(query, code)
        return _room(*found[0]) if found else None

    async def open_rooms(self) -> list[SavedRoom]:
        """Give all rooms that are not closed."""
        query = "SELECT code, snapshot, updated, closed FROM rooms WHERE NOT closed"
        return [_room(*row) for row in await self._rows(query)]

    async def games(self, room: str) -> list[str]:
        """Give the ids of a room's games, in the order in which they began."""
        found = await self._rows("SELECT id FROM games WHERE room = ? ORDER BY key", room)
        return [game for (game,) in found]

    async def load(self, game: str) -> bytes | None:
        """Give a game's log as the bytes of its file."""
        return await self._read(lambda db: self._changes.games.load(db, game))

    async def tournament(self, tournament: str) -> bytes | None:
        """Give a tournament's log as the bytes of its file."""
        return await self._read(lambda db: self._changes.tournaments.load(db, tournament))

    async def close(self) -> None:
        """Finish all writes that were called before, then let go of everything."""
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._reading.shutdown)
        self._reader.close()
        # The writer comes last: with the last connection SQLite tidies the file up.
        await self._writer.finish()
        self._lock.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreFailed("the store is closed")

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._read(lambda db: db.execute(query, values).fetchall())

    async def _read(self, query: Callable[[sqlite3.Connection], T]) -> T:
        self._check_open()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, self._answer, query)

    def _answer(self, query: Callable[[sqlite3.Connection], T]) -> T:
        with self._reader.using() as db:
            return query(db)


def _room(code: str, snapshot: bytes, updated: int, closed: int) -> SavedRoom:
    return SavedRoom(code, snapshot, updated, bool(closed))


class _Changes:
    """Makes changes. Lines that follow on each other go in together."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self.games = Logs("games", "lines")
        self.tournaments = Logs("tournaments", "entries")

    def forget(self) -> None:
        """Look again at what is there, since what was made may have been undone."""
        self.games.forget()
        self.tournaments.forget()

    def one_statement(self, changes: Sequence[Change]) -> bool:
        """Whether there are only moves, and not too many: games that go on."""
        return len(changes) <= MOST_ROWS and all(type(change) is Append for change in changes)

    def make(self, db: sqlite3.Connection, changes: Sequence[Change]) -> None:
        """Make changes, all others in their order before the lines of logs.

        Nothing rests on a line but the next one. So the lines of many games go in together, even
        where some of the games begin or end.
        """
        games: list[More] = []
        tournaments: list[More] = []
        for change in changes:
            match change:
                case Append(game, first, lines):
                    games.append((game, first, lines))
                case Entries(tournament, first, lines):
                    tournaments.append((tournament, first, lines))
                case _:
                    _make_one(db, change)
        self.games.append(db, games)
        self.tournaments.append(db, tournaments)


def _make_one(db: sqlite3.Connection, change: Guest | SavedRoom | NewGame | NewTournament) -> None:
    match change:
        case Guest():
            _put_guest(db, change)
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
        case _:
            assert_never(change)


def _put_guest(db: sqlite3.Connection, guest: Guest) -> None:
    made = db.execute(
        "INSERT INTO guests (id, token_hash, name, created) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name"
        " WHERE token_hash = excluded.token_hash",
        (guest.id, guest.token_hash, guest.name, guest.created),
    )
    if not made.rowcount:
        raise Conflict(f"guest {guest.id} has another token")
