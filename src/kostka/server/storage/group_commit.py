"""Group commit: one thread writes all waiting calls in one transaction.

Waiting for the disk takes much longer than writing, so many concurrent writers are hardly slower
than one. A call that is refused does not affect the others.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Generic, NamedTuple, Protocol, TypeVar

from kostka.server.storage.sqlite_file import Database
from kostka.server.storage.store import Conflict, RecordCommit, StoreFailed

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)

GATHER_TIMEOUT = 0.016
"""Seconds to wait for more calls: one frame of a screen, which nobody notices."""

FULL_BATCH = 24
"""This many calls do not wait for more: the commit costs each of them little."""

IMMEDIATE_CALLS = 15
"""After a fruitless wait, commit this many calls immediately."""

MAX_QUEUED = 1024
"""Calls in the queue; further callers wait until there is room."""

# A full disk, an I/O error, damage: SQLite may have rolled back the whole transaction.
_BATCH_ERRORS = (sqlite3.OperationalError, sqlite3.DatabaseError)


class _Call(NamedTuple, Generic[T]):
    changes: tuple[T, ...]
    done: asyncio.Future[None]


class ChangeWriter(Protocol[T_contra]):
    """Applies changes to a database."""

    def apply_changes(self, db: sqlite3.Connection, changes: Sequence[T_contra], /) -> None:
        """Apply changes, or raise and leave some of them applied."""
        ...

    def is_single_statement(self, changes: Sequence[T_contra], /) -> bool:
        """Return whether one statement writes all these changes, so all or none."""
        ...

    def forget_log_positions(self) -> None:
        """Drop cached knowledge, because earlier changes were rolled back too."""
        ...


class GroupCommit(Generic[T]):
    """The writer of one database."""

    def __init__(self, database: Database, writer: ChangeWriter[T]) -> None:
        """Start the thread."""
        self._database = database
        self._writer = writer
        self._next: list[_Call[T]] = []
        """The calls of the next batch."""
        self._waiting: deque[asyncio.Future[None]] = deque()
        """Callers that wait for room in the next batch, in order."""
        self._busy = False
        """Whether a batch is being written, or will be in a moment."""
        self._immediate_left = IMMEDIATE_CALLS
        """How many more calls are committed immediately."""
        self._gathering: asyncio.TimerHandle | None = None
        """The timer that submits the next batch, while it waits for more calls."""
        self.record_commit: RecordCommit | None = None
        """Called in the thread after each batch."""
        self._batches: SimpleQueue[list[_Call[T]]] = SimpleQueue()
        # A daemon, so that a process that exits without closing is not blocked by this thread.
        self._thread = Thread(target=self._run_writer_thread, name="kostka-writer", daemon=True)
        self._thread.start()

    async def write(self, changes: Sequence[T]) -> None:
        """Make all the changes or none; return when they are on disk."""
        loop = asyncio.get_running_loop()
        if self._waiting or len(self._next) >= MAX_QUEUED:
            place = loop.create_future()
            self._waiting.append(place)
            await place
        done = loop.create_future()
        self._next.append(_Call(tuple(changes), done))
        if not self._busy:
            self._schedule_batch(loop)
        elif self._gathering is not None and len(self._next) >= FULL_BATCH:
            self._gathering.cancel()
            self._submit_batch()
        # A cancelled caller does not take its call out of the queue.
        await done

    @property
    def queue_length(self) -> int:
        """How many calls wait for the next batch, or for room in it."""
        return len(self._next) + len(self._waiting)

    async def finish(self) -> None:
        """Wait for all writes called so far, and stop. Nothing may be written afterwards."""
        await self.write(())  # when this is done, everything before it is
        self._batches.put([])
        await asyncio.to_thread(self._thread.join)

    # --- in the event loop --------------------------------------------------------------------

    def _schedule_batch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait a moment for more calls, then submit them all to the thread.

        A commit costs as much processor time as many calls. So waiting is worth it, unless the last
        wait was fruitless because a single caller writes call after call.
        """
        self._busy = True
        if self._immediate_left or len(self._next) >= FULL_BATCH:
            loop.call_soon(self._submit_batch)
        else:
            self._gathering = loop.call_later(GATHER_TIMEOUT, self._submit_batch)

    def _submit_batch(self) -> None:
        self._gathering = None
        batch, self._next = self._next, []
        for _ in range(min(len(self._waiting), MAX_QUEUED)):
            place = self._waiting.popleft()
            if not place.cancelled():
                place.set_result(None)
        if len(batch) > 1:
            self._immediate_left = 0
        else:
            self._immediate_left = (
                self._immediate_left - 1 if self._immediate_left else IMMEDIATE_CALLS
            )
        self._batches.put(batch)

    def _resolve_calls(self, batch: list[_Call[T]], outcomes: list[Exception | None]) -> None:
        self._busy = False
        for call, error in zip(batch, outcomes, strict=True):
            if call.done.cancelled():
                continue
            if error is None:
                call.done.set_result(None)
            else:
                call.done.set_exception(error)
        if self._next:
            self._schedule_batch(batch[0].done.get_loop())

    # --- in the thread ------------------------------------------------------------------------

    def _run_writer_thread(self) -> None:
        while batch := self._batches.get():
            begun = perf_counter()
            outcomes = self._commit_batch(batch)
            if self.record_commit is not None:
                self.record_commit(perf_counter() - begun, len(batch))
            with suppress(RuntimeError):  # the loop is closed: nobody waits
                batch[0].done.get_loop().call_soon_threadsafe(self._resolve_calls, batch, outcomes)
        self._database.close()

    def _commit_batch(self, batch: list[_Call[T]]) -> list[Exception | None]:
        try:
            with self._database.borrow_connection() as db:
                return self._commit_together(db, batch) or self._commit_separately(db, batch)
        except Exception as error:  # noqa: BLE001  (the thread must survive for the next batch)
            self._writer.forget_log_positions()
            known = error if isinstance(error, StoreFailed) else StoreFailed(repr(error))
            return [StoreFailed(known.why, where=known.where) for _ in batch]

    def _commit_together(
        self, db: sqlite3.Connection, batch: list[_Call[T]]
    ) -> list[Exception | None]:
        """Apply all changes, which nearly always works; return [] if one call must be refused.

        After each statement this thread waits for the interpreter lock. So a single statement is
        not wrapped in BEGIN and COMMIT: it is a transaction by itself.
        """
        changes = [change for call in batch for change in call.changes]
        try:
            if self._writer.is_single_statement(changes):
                self._writer.apply_changes(db, changes)
            else:
                db.execute("BEGIN IMMEDIATE")
                self._writer.apply_changes(db, changes)
                db.execute("COMMIT")
        except Exception as error:
            self._writer.forget_log_positions()
            if type(error) in _BATCH_ERRORS:
                raise
            if db.in_transaction:
                db.execute("ROLLBACK")
            return []
        return [None] * len(batch)

    def _commit_separately(
        self, db: sqlite3.Connection, batch: list[_Call[T]]
    ) -> list[Exception | None]:
        """Apply the changes of every call that need not be refused."""
        db.execute("BEGIN IMMEDIATE")
        outcomes = [self._apply_or_return_refusal(db, call.changes) for call in batch]
        db.execute("COMMIT")
        return outcomes

    def _apply_or_return_refusal(
        self, db: sqlite3.Connection, changes: tuple[T, ...]
    ) -> Exception | None:
        """Apply the changes of one call, or none of them; return the reason if it is refused."""
        db.execute("SAVEPOINT call")
        refusal: Exception | None = None
        try:
            self._writer.apply_changes(db, changes)
        except Exception as error:
            self._writer.forget_log_positions()
            if type(error) in _BATCH_ERRORS:
                raise
            db.execute("ROLLBACK TO call")
            refusal = error
            if isinstance(error, sqlite3.IntegrityError):
                refusal = Conflict(str(error))
        db.execute("RELEASE call")
        return refusal
