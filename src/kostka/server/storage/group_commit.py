"""One thread that writes: whatever is waiting goes to disk in one transaction.

Waiting for the disk takes much longer than writing, so that many writers at once are hardly slower
than one. What one of them cannot do does not concern the others.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Generic, NamedTuple, Protocol, TypeVar

from kostka.server.storage.sqlite_file import Database
from kostka.server.storage.store import Conflict, StoreFailed

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)

GATHER = 0.016
"""Seconds to wait for more calls: one frame of a screen, which nobody at a table sees."""

MANY = 24
"""So many calls need not wait for more: what a commit costs is little for each of them."""

ALONE = 15
"""So many calls are not waited with after one that was waited with in vain."""

MOST_WAITING = 1024
"""How many calls may be waiting for the disk; the next one waits for its place in the queue."""

# A full disk, an I/O error, damage: SQLite itself may have undone the whole transaction.
_CONCERNS_ALL = (sqlite3.OperationalError, sqlite3.DatabaseError)


class _Call(NamedTuple, Generic[T]):
    changes: tuple[T, ...]
    done: asyncio.Future[None]


class Changes(Protocol[T_contra]):
    """Who knows how changes are made."""

    def make(self, db: sqlite3.Connection, changes: Sequence[T_contra], /) -> None:
        """Make changes, or raise and maybe leave half of them."""
        ...

    def one_statement(self, changes: Sequence[T_contra], /) -> bool:
        """Whether a single statement writes all these changes, and so never a half of them."""
        ...

    def forget(self) -> None:
        """Hear that changes were undone, and not only the last ones."""
        ...


class GroupCommit(Generic[T]):
    """The writer of one database."""

    def __init__(self, database: Database, changes: Changes[T]) -> None:
        """Start the thread."""
        self._database = database
        self._changes = changes
        self._next: list[_Call[T]] = []
        """The calls that go to disk next."""
        self._outside: deque[asyncio.Future[None]] = deque()
        """Those that wait for a place among them, in turn."""
        self._busy = False
        """Whether calls are on their way to disk, or will be in a moment."""
        self._alone = ALONE
        """How many calls are still not waited with."""
        self._gathering: asyncio.TimerHandle | None = None
        """What hands the next calls over, if more are waited for."""
        self._batches: SimpleQueue[list[_Call[T]]] = SimpleQueue()
        # A daemon: whoever leaves without closing is not held up by a thread that waits for ever.
        self._thread = Thread(target=self._run, name="kostka-writer", daemon=True)
        self._thread.start()

    async def write(self, changes: Sequence[T]) -> None:
        """Make all the changes or none; return when they are on disk."""
        loop = asyncio.get_running_loop()
        if self._outside or len(self._next) >= MOST_WAITING:
            place = loop.create_future()
            self._outside.append(place)
            await place
        done = loop.create_future()
        self._next.append(_Call(tuple(changes), done))
        if not self._busy:
            self._hand_over_soon(loop)
        elif self._gathering is not None and len(self._next) >= MANY:
            self._gathering.cancel()
            self._hand_over()
        # A caller that is cancelled does not take its call, and its place, out of the queue.
        await done

    async def finish(self) -> None:
        """Wait for all writes called so far, and stop. Nothing may be written afterwards."""
        await self.write(())  # in turn: when this is done, all that came before is
        self._batches.put([])
        await asyncio.to_thread(self._thread.join)

    # --- in the event loop --------------------------------------------------------------------

    def _hand_over_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait a moment for more calls, then give them all to the thread.

        A commit costs the processor as much as many calls. So it is worth waiting, unless that was
        in vain just now: somebody writes alone, call after call.
        """
        self._busy = True
        if self._alone or len(self._next) >= MANY:
            loop.call_soon(self._hand_over)
        else:
            self._gathering = loop.call_later(GATHER, self._hand_over)

    def _hand_over(self) -> None:
        self._gathering = None
        batch, self._next = self._next, []
        for _ in range(min(len(self._outside), MOST_WAITING)):
            place = self._outside.popleft()
            if not place.cancelled():
                place.set_result(None)
        if len(batch) > 1:
            self._alone = 0
        else:
            self._alone = self._alone - 1 if self._alone else ALONE
        self._batches.put(batch)

    def _tell(self, batch: list[_Call[T]], outcomes: list[Exception | None]) -> None:
        self._busy = False
        for call, error in zip(batch, outcomes, strict=True):
            if call.done.cancelled():
                continue
            if error is None:
                call.done.set_result(None)
            else:
                call.done.set_exception(error)
        if self._next:
            self._hand_over_soon(batch[0].done.get_loop())

    # --- in the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        while batch := self._batches.get():
            outcomes = self._commit(batch)
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                batch[0].done.get_loop().call_soon_threadsafe(self._tell, batch, outcomes)
        self._database.close()

    def _commit(self, batch: list[_Call[T]]) -> list[Exception | None]:
        try:
            with self._database.using() as db:
                return self._all_at_once(db, batch) or self._one_by_one(db, batch)
        except Exception as error:  # noqa: BLE001  (the thread must live on for the next batch)
            self._changes.forget()
            why = str(error) if isinstance(error, StoreFailed) else repr(error)
            return [StoreFailed(why) for _ in batch]

    def _all_at_once(self, db: sqlite3.Connection, batch: list[_Call[T]]) -> list[Exception | None]:
        """Make all changes, as nearly always can be; none if one of the calls is to be refused.

        After each statement this thread waits until the rest of the server lets it have the
        interpreter again. So one that is enough is not put between two others: it is a transaction
        by itself.
        """
        changes = [change for call in batch for change in call.changes]
        try:
            if self._changes.one_statement(changes):
                self._changes.make(db, changes)
            else:
                db.execute("BEGIN IMMEDIATE")
                self._changes.make(db, changes)
                db.execute("COMMIT")
        except Exception as error:
            self._changes.forget()
            if type(error) in _CONCERNS_ALL:
                raise
            if db.in_transaction:
                db.execute("ROLLBACK")
            return []
        return [None] * len(batch)

    def _one_by_one(self, db: sqlite3.Connection, batch: list[_Call[T]]) -> list[Exception | None]:
        """Make the changes of every call that is not to be refused."""
        db.execute("BEGIN IMMEDIATE")
        outcomes = [self._attempt(db, call.changes) for call in batch]
        db.execute("COMMIT")
        return outcomes

    def _attempt(self, db: sqlite3.Connection, changes: tuple[T, ...]) -> Exception | None:
        """Make the changes of one call, or none of them and say why not."""
        db.execute("SAVEPOINT call")
        refusal: Exception | None = None
        try:
            self._changes.make(db, changes)
        except Exception as error:
            self._changes.forget()
            if type(error) in _CONCERNS_ALL:
                raise
            db.execute("ROLLBACK TO call")
            refusal = error
            if isinstance(error, sqlite3.IntegrityError):
                refusal = Conflict(str(error))
        db.execute("RELEASE call")
        return refusal
