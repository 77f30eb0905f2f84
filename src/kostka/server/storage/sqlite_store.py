"""The store in one SQLite file: the default, which needs no installation."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from kostka.events.codec import to_json
from kostka.events.log import Milliseconds
from kostka.server.storage.data_folder import create_folder
from kostka.server.storage.folder_lock import lock_folder
from kostka.server.storage.group_commit import GroupCommit
from kostka.server.storage.own_changes import ClearedHandOver, ReleasedRoom, WriteProbe
from kostka.server.storage.sqlite_changes import SqliteChanges
from kostka.server.storage.sqlite_file import (
    FILE_NAME,
    Database,
    create_or_upgrade_file,
    find_first_fault,
)
from kostka.server.storage.sqlite_writer import SqliteWriter
from kostka.server.storage.store import (
    Change,
    GameSeat,
    Guest,
    Node,
    NodeStatus,
    RecordCommit,
    SavedRoom,
    StoreFailed,
    TakenRoom,
)

T = TypeVar("T")

_FIND_GUEST = "SELECT id, token_hash, name, created, last_seen FROM guests WHERE NOT to_forget"

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
        self.node = Node("local", "")
        self.relay_key = ""
        self._status = b"{}"
        self._changes = SqliteChanges()
        self._thread = SqliteWriter(Database(path), self._changes)
        self._writer = GroupCommit(self._thread)
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
        await self._writer.write([WriteProbe()])

    def write(self, changes: Sequence[Change]) -> Coroutine[Any, Any, None]:
        """Make all the changes or none; return when they are on disk."""
        self._check_open()
        return self._writer.write(changes)

    async def find_guest(self, guest: str) -> Guest | None:
        """Return the guest with a public id, or None."""
        rows = await self._fetch_rows(f"{_FIND_GUEST} AND id = ?", guest)
        return Guest(*rows[0]) if rows else None

    async def find_guest_by_token(self, token_hash: bytes) -> Guest | None:
        """Return the guest whose token has this SHA-256, or None."""
        rows = await self._fetch_rows(f"{_FIND_GUEST} AND token_hash = ?", token_hash)
        return Guest(*rows[0]) if rows else None

    async def list_guests_to_forget(self) -> list[str]:
        """Return the ids of guests who shall be forgotten and are not removed yet."""
        return await self._fetch_values("SELECT id FROM guests WHERE to_forget")

    async def list_unseen_guests(self, day: int, limit: int) -> list[str]:
        """Return some guests whose last visit was before a day, longest ago first."""
        query = "SELECT id FROM guests WHERE last_seen < ? ORDER BY last_seen LIMIT ?"
        return await self._fetch_values(query, day, limit)

    async def list_rooms_of_guest(self, guest: str) -> list[str]:
        """Return the codes of all rooms that ever named a guest."""
        return await self._fetch_values("SELECT room FROM room_guests WHERE guest = ?", guest)

    async def list_seats_of_guest(self, guest: str) -> list[GameSeat]:
        """Return all games that a guest began, in the order in which they began."""
        query = (
            "SELECT room, id, seat FROM game_guests JOIN games ON key = game"
            " WHERE guest = ? ORDER BY game"
        )
        return [GameSeat(*row) for row in await self._fetch_rows(query, guest)]

    async def list_closed_rooms(self, before: Milliseconds, limit: int) -> list[str]:
        """Return the codes of some rooms that were closed before a time, longest ago first."""
        query = "SELECT code FROM rooms WHERE closed AND updated < ? ORDER BY updated LIMIT ?"
        return await self._fetch_values(query, before, limit)

    async def list_old_tournaments(self, before: Milliseconds, limit: int) -> list[str]:
        """Return some tournaments that have not changed since a time, longest ago first."""
        query = "SELECT id FROM tournaments WHERE updated < ? ORDER BY updated LIMIT ?"
        return await self._fetch_values(query, before, limit)

    async def list_rooms_of_tournament(self, tournament: str) -> list[str]:
        """Return the codes of all rooms that were opened for a tournament."""
        return await self._fetch_values("SELECT code FROM rooms WHERE tournament = ?", tournament)

    async def find_room(self, code: str) -> SavedRoom | None:
        """Return a room, open or closed, or None."""
        query = "SELECT code, snapshot, updated, closed FROM rooms WHERE code = ?"
        rows = await self._fetch_rows(query, code)
        return _make_saved_room(*rows[0]) if rows else None

    async def list_due_rooms(self, now: Milliseconds, limit: int) -> list[str]:
        """Return some open rooms that are due by a time, first due first."""
        query = "SELECT code FROM rooms WHERE NOT closed AND due <= ? ORDER BY due LIMIT ?"
        return await self._fetch_values(query, now, limit)

    async def filter_open_rooms(self, codes: Sequence[str]) -> list[str]:
        """Return which of these rooms are still open."""
        query = (
            "SELECT code FROM rooms WHERE NOT closed AND code IN (SELECT value FROM json_each(?))"
        )
        return await self._fetch_values(query, to_json(codes).decode())

    async def find_upload(self, upload: str, now: Milliseconds) -> bytes | None:
        """Return the data of an upload; None if there is none, or if it has expired."""
        query = "SELECT data FROM uploads WHERE id = ? AND expires > ?"
        rows = await self._fetch_rows(query, upload, now)
        return rows[0][0] if rows else None

    async def list_game_ids(self, room: str) -> list[str]:
        """Return the ids of a room's games, in the order in which they began."""
        return await self._fetch_values("SELECT id FROM games WHERE room = ? ORDER BY key", room)

    async def load_game_log(self, game: str) -> bytes | None:
        """Return a game's log as the bytes of its file, or None."""
        return await self._run_in_read_thread(lambda db: self._changes.games.load_log(db, game))

    async def load_tournament_log(self, tournament: str) -> bytes | None:
        """Return a tournament's log as the bytes of its file, or None."""
        return await self._run_in_read_thread(
            lambda db: self._changes.tournaments.load_log(db, tournament)
        )

    # --- ownership: this process owns everything in its folder ---------------------------------

    async def take_room(self, code: str) -> TakenRoom | None:
        """Return an open room as it is saved, with what was left at its last release."""
        query = (
            "SELECT code, snapshot, updated, closed, hand_over FROM rooms"
            " WHERE code = ? AND NOT closed"
        )
        rows = await self._fetch_rows(query, code)
        if not rows:
            return None
        *saved, hand_over = rows[0]
        if hand_over is not None:  # it is good for one owner
            await self._writer.write([ClearedHandOver(code)])
        return TakenRoom(_make_saved_room(*saved), hand_over)

    async def release_room(
        self, code: str, due: Milliseconds | None, hand_over: bytes | None
    ) -> None:
        """Save when a room is due, and what it needs when it is taken again."""
        self._check_open()
        await self._writer.write([ReleasedRoom(code, due, hand_over)])

    @asynccontextmanager
    async def hold_room(self, code: str) -> AsyncIterator[SavedRoom | None]:
        """Return a room, open or closed, or None."""
        yield await self.find_room(code)

    async def take_tournament(self, tournament: str) -> bytes | None:
        """Return the log of a tournament, or None."""
        return await self.load_tournament_log(tournament)

    async def release_tournament(self, tournament: str) -> None:
        """Do nothing: nobody else could own it."""

    async def find_owner_of_room(self, code: str) -> Node | None:  # noqa: ARG002
        """Return None: there are no other nodes."""
        return None

    async def find_owner_of_tournament(self, tournament: str) -> Node | None:  # noqa: ARG002
        """Return None: there are no other nodes."""
        return None

    async def mark_suspect(self, node: Node) -> None:
        """Do nothing: there are no other nodes."""

    def watch_ownership(self, on_lost: Callable[[], None]) -> None:
        """Do nothing: ownership cannot be lost."""

    def publish_status(self, status: bytes) -> None:
        """Keep the status for `list_nodes`."""
        self._status = status

    def list_nodes(self) -> list[NodeStatus]:
        """Return this node alone."""
        return [NodeStatus(self.node, 1, self._status, 0)]

    # --- operating ----------------------------------------------------------------------------

    def watch_commits(self, record: RecordCommit) -> None:
        """Call `record` after each commit, in the writer thread."""
        self._thread.record_commit = record

    def count_queued_writes(self) -> int:
        """Return how many writes wait for the disk."""
        return self._writer.queue_length

    def measure_journal(self) -> int:
        """Return the size of the write-ahead log in bytes; 0 if there is none."""
        try:
            return self._journal.stat().st_size
        except OSError:
            return 0

    async def read_time_ms(self) -> Milliseconds | None:
        """Return None: this process has the only clock."""
        return None

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

    async def _fetch_values(self, query: str, *values: object) -> list[str]:
        return [value for (value,) in await self._fetch_rows(query, *values)]

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
