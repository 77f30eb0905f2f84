"""The thread that commits batches of calls to a SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Generic, NamedTuple, Protocol, TypeVar

from kostka.server.storage.group_commit import Call, Outcomes
from kostka.server.storage.sqlite_file import Database
from kostka.server.storage.store import Conflict, RecordCommit, StoreFailed

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)

# A full disk, an I/O error, damage: SQLite may have rolled back the whole transaction.
_BATCH_ERRORS = (sqlite3.OperationalError, sqlite3.DatabaseError)


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


class _Batch(NamedTuple, Generic[T]):
    calls: list[Call[T]]
    resolve: Callable[[Outcomes], None]


class SqliteWriter(Generic[T]):
    """A `BatchWriter` for one file."""

    def __init__(self, database: Database, changes: ChangeWriter[T]) -> None:
        """Start the thread."""
        self.database = database
        self._changes = changes
        self.record_commit: RecordCommit | None = None
        """Called in the thread after each batch."""
        self._batches: SimpleQueue[_Batch[T] | None] = SimpleQueue()
        # A daemon, so that a process that exits without closing is not blocked by this thread.
        self._thread = Thread(target=self._run_writer_thread, name="kostka-writer", daemon=True)
        self._thread.start()

    # --- in the event loop --------------------------------------------------------------------

    def submit(self, batch: list[Call[T]], resolve: Callable[[Outcomes], None]) -> None:
        """Hand the thread a batch."""
        self._batches.put(_Batch(batch, resolve))

    async def stop(self) -> None:
        """End the thread, which closes the file."""
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    # --- in the thread ------------------------------------------------------------------------

    def _run_writer_thread(self) -> None:
        while batch := self._batches.get():
            calls, resolve = batch
            begun = perf_counter()
            outcomes = self._commit_batch(calls)
            if self.record_commit is not None:
                self.record_commit(perf_counter() - begun, len(calls))
            with suppress(RuntimeError):  # the loop is closed: nobody waits
                calls[0].done.get_loop().call_soon_threadsafe(resolve, outcomes)
        self.database.close()

    def _commit_batch(self, batch: list[Call[T]]) -> Outcomes:
        try:
            with self.database.borrow_connection() as db:
                return self._commit_together(db, batch) or self._commit_separately(db, batch)
        except Exception as error:  # noqa: BLE001  (the thread must survive for the next batch)
            self._changes.forget_log_positions()
            known = error if isinstance(error, StoreFailed) else StoreFailed(repr(error))
            return [StoreFailed(known.why, where=known.where) for _ in batch]

    def _commit_together(self, db: sqlite3.Connection, batch: list[Call[T]]) -> Outcomes:
        """Apply all changes, which nearly always works; return [] if one call must be refused.

        After each statement this thread waits for the interpreter lock. So a single statement is
        not wrapped in BEGIN and COMMIT: it is a transaction by itself.
        """
        changes = [change for call in batch for change in call.changes]
        try:
            if self._changes.is_single_statement(changes):
                self._changes.apply_changes(db, changes)
            else:
                db.execute("BEGIN IMMEDIATE")
                self._changes.apply_changes(db, changes)
                db.execute("COMMIT")
        except Exception as error:
            self._changes.forget_log_positions()
            if type(error) in _BATCH_ERRORS:
                raise
            if db.in_transaction:
                db.execute("ROLLBACK")
            return []
        return [None] * len(batch)

    def _commit_separately(self, db: sqlite3.Connection, batch: list[Call[T]]) -> Outcomes:
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
            self._changes.apply_changes(db, changes)
        except Exception as error:
            self._changes.forget_log_positions()
            if type(error) in _BATCH_ERRORS:
                raise
            db.execute("ROLLBACK TO call")
            refusal = error
            if isinstance(error, sqlite3.IntegrityError):
                refusal = Conflict(str(error))
        db.execute("RELEASE call")
        return refusal
