"""The store in one SQLite file: the default, which needs nothing installed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar, assert_never

from kostka.events.codec import from_json, to_json
from kostka.server.folder_lock import hold
from kostka.server.group_commit import GroupCommit
from kostka.server.sqlite_file import Database, prepare
from kostka.server.store import Append, Change, Conflict, Guest, NewGame, SavedRoom, StoreFailed

T = TypeVar("T")

FILE = "kostka.sqlite3"

MOST_ROWS = 100
"""In one statement; each number of them is a statement of its own, which is kept."""

MOST_REMEMBERED = 10_000
"""Games of which is known how they go on, without looking."""


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
        self._writer = GroupCommit(Database(path), _Changes())
        self._reader = Database(path)
        self._reading = ThreadPoolExecutor(1, "kostka-reader")

    @classmethod
    async def open(cls, folder: Path) -> SqliteStore:
        """Open the store of a folder, which is made if need be; no other server may use it."""
        return await asyncio.to_thread(cls, folder)

    async def write(self, changes: Sequence[Change]) -> None:
        """Make all the changes or none; return when they are on disk."""
        self._check_open()
        await self._writer.write(changes)

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
        return await self._read(lambda db: _load(db, game))

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


def _load(db: sqlite3.Connection, game: str) -> bytes | None:
    found = db.execute("SELECT key, header FROM games WHERE id = ?", (game,)).fetchone()
    if not found:
        return None
    key, header = found
    rows = db.execute("SELECT line FROM lines WHERE game = ? ORDER BY n", (key,))
    return b"".join(line + b"\n" for line in (header, *(line for (line,) in rows)))


class _Changes:
    """Makes changes, and remembers which line comes next in games that go on."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._games: dict[str, tuple[int, int]] = {}
        """The key of a game and the number of its next line, as nobody else writes here."""

    def forget(self) -> None:
        """Look again at what is there, since what was made may have been undone."""
        self._games.clear()

    def make(self, db: sqlite3.Connection, changes: Sequence[Change]) -> None:
        """Make changes in their order. Lines that follow on each other go in together."""
        appends: list[Append] = []
        for change in changes:
            if isinstance(change, Append):
                appends.append(change)
                continue
            self._append(db, appends)
            appends = []
            _make_one(db, change)
        self._append(db, appends)

    def _append(self, db: sqlite3.Connection, appends: Sequence[Append]) -> None:
        """Add lines, if they are the next ones of their games.

        After each statement this thread has to wait until the rest of the server lets it have the
        interpreter again. Hence one statement, whatever the number of games.
        """
        games = self._going_on(db, appends)
        rows: list[tuple[int, int, bytes]] = []
        for more in appends:
            if more.game not in games:
                raise Conflict(f"there is no game {more.game}")
            key, following = games[more.game]
            if more.first != following:
                raise Conflict(f"game {more.game} goes on with line {following}, not {more.first}")
            rows += [(key, n, line) for n, line in enumerate(more.lines, start=following)]
            games[more.game] = (key, following + len(more.lines))
        for at in range(0, len(rows), MOST_ROWS):
            some = rows[at : at + MOST_ROWS]
            db.execute(_adding(len(some)), [*chain.from_iterable(some)])

    def _going_on(
        self, db: sqlite3.Connection, appends: Sequence[Append]
    ) -> dict[str, tuple[int, int]]:
        """Give the key of each game that is there, and the number of its next line."""
        unknown = [more.game for more in appends if more.game not in self._games]
        if unknown:
            if len(self._games) > MOST_REMEMBERED:
                self._games.clear()
                unknown = [more.game for more in appends]
            ((found,),) = db.execute(
                "SELECT json_group_object(id, json_array(key,"
                " (SELECT coalesce(max(n), 0) + 1 FROM lines WHERE game = key)))"
                " FROM games WHERE id IN (SELECT value FROM json_each(?))",
                [to_json(unknown).decode()],
            )
            self._games |= from_json(found, dict[str, tuple[int, int]])
        return self._games


def _make_one(db: sqlite3.Connection, change: Guest | SavedRoom | NewGame) -> None:
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


@cache
def _adding(rows: int) -> str:
    """Give the statement that adds so many lines."""
    values = ", ".join(["(?, ?, ?)"] * rows)
    return f"INSERT INTO lines (game, n, line) VALUES {values}"  # noqa: S608  (question marks)
