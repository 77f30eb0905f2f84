"""Commits batches of calls to PostgreSQL, each exactly once.

Every batch has a number, which its transaction writes into the table `commits`. If the connection
breaks while a batch is committed, that number tells on the next connection whether it was stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import asyncpg

from kostka.server.storage.group_commit import Call, Outcomes
from kostka.server.storage.postgres_changes import AnyChange, PostgresChanges, Transaction
from kostka.server.storage.postgres_connection import ERRORS, Connection, Connector, is_passing
from kostka.server.storage.postgres_logs import APPEND_MOVES
from kostka.server.storage.postgres_nodes import PostgresNodes
from kostka.server.storage.store import Conflict, GameLines, RecordCommit, StoreFailed

RETRY_SECONDS = 5.0
"""How long a batch is tried again. If the database is away for longer, a batch is tried once."""

COMMIT_SECONDS = 3.0
"""How long a statement may take before the connection counts as dead."""

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.4
"""Seconds between two attempts."""

# Tables change their size faster than their statistics. All these statements use indexes.
WRITER_SETTINGS = {
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
}

# A statement may still be on its way to an earlier connection of this writer.
_END_OLD_SESSIONS = """
SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
"""

# A commit of its own, because what can be read here may not have reached the standby yet.
_FIND_BATCH = "UPDATE commits SET batch = batch WHERE epoch = $1 RETURNING batch"


class _OpenCommit(NamedTuple):
    """A commit whose outcome is unknown until the database answers."""

    node: int
    batch: int
    outcomes: Outcomes
    """The outcomes if it is stored."""


class PostgresWriter:
    """A `BatchWriter` in the event loop."""

    def __init__(
        self, connector: Connector, name: str, nodes: PostgresNodes, changes: PostgresChanges
    ) -> None:
        """Connect with the first batch; the name must be this writer's own."""
        self._connector = connector
        self._name = name
        self._nodes = nodes
        self._changes = changes
        self._db: Connection | None = None
        self._batch = 0
        """The number of the last batch."""
        self._open: _OpenCommit | None = None
        self._away_since: float | None = None
        self._task: asyncio.Task[None] | None = None
        self.record_commit: RecordCommit | None = None
        """Called after each batch."""

    def submit(self, batch: list[Call[AnyChange]], resolve: Callable[[Outcomes], None]) -> None:
        """Start a task that commits a batch."""
        self._task = asyncio.get_running_loop().create_task(self._run(batch, resolve))

    async def stop(self) -> None:
        """Close the connection."""
        if self._db is not None:
            await self._db.close()
            self._db = None

    async def _run(self, batch: list[Call[AnyChange]], resolve: Callable[[Outcomes], None]) -> None:
        begun = perf_counter()
        try:
            outcomes = await self._commit_with_retries(batch)
        except Exception as error:  # noqa: BLE001  (the next batch must be possible)
            self._drop_connection()
            known = error if isinstance(error, StoreFailed) else self._connector.make_error(error)
            outcomes = [StoreFailed(known.why, where=known.where) for _ in batch]
        if self.record_commit is not None:
            self.record_commit(perf_counter() - begun, len(batch))
        resolve(outcomes)

    async def _commit_with_retries(self, batch: list[Call[AnyChange]]) -> Outcomes:
        """Commit a batch; raise what is wrong if that fails for too long."""
        self._batch += 1
        self._open = None
        loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE
        while True:
            try:
                outcomes = await self._commit_once(batch)
            except (StoreFailed, *ERRORS) as error:
                self._drop_connection()
                if not isinstance(error, StoreFailed) and not is_passing(error):
                    raise
                if self._away_since is None:
                    self._away_since = loop.time()
                if loop.time() + pause > self._away_since + RETRY_SECONDS:
                    raise
            else:
                self._away_since = None
                return outcomes
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _commit_once(self, batch: list[Call[AnyChange]]) -> Outcomes:
        changes = [change for call in batch for change in call.changes]
        if not changes:
            return [None] * len(batch)
        db = self._db
        if db is None or db.is_closed:
            db = self._db = await self._connect()
        if self._open is not None:
            found = await db.fetch(_FIND_BATCH, self._open.node, seconds=COMMIT_SECONDS)
            if found and found[0][0] == self._open.batch:
                return self._open.outcomes
            self._open = None
        await self._nodes.wait_until_registered()
        node = self._nodes.epoch
        if await self._append_moves(db, node, changes, len(batch)):
            return [None] * len(batch)
        if await self._commit_together(db, node, changes, len(batch)):
            return [None] * len(batch)
        return await self._commit_separately(db, node, batch)

    async def _connect(self) -> Connection:
        db = await self._connector.connect(self._name, WRITER_SETTINGS)
        try:
            ended = await db.fetch(_END_OLD_SESSIONS, seconds=COMMIT_SECONDS)
        except BaseException:
            db.abort()
            raise
        if not all(is_over for (is_over,) in ended):
            db.abort()
            raise StoreFailed("an old connection does not end", where=self._connector.where)
        return db

    def _drop_connection(self) -> None:
        self._changes.forget_log_positions()
        if self._db is not None:
            self._db.abort()
            self._db = None

    # --- moves alone: one statement, which is a transaction by itself --------------------------

    async def _append_moves(
        self, db: Connection, node: int, changes: list[AnyChange], calls: int
    ) -> bool:
        """Append moves if there is nothing else; return False, having done nothing, otherwise."""
        moves = [change for change in changes if type(change) is GameLines]
        if len(moves) != len(changes):
            return False
        games = self._changes.games
        unknown = games.list_unknown(moves)
        if unknown:
            await games.find_positions(db, node, unknown)
        rows = games.prepare_moves(moves)
        if rows is not None and not rows.keys:
            return True
        if rows is not None:
            self._open = _OpenCommit(node, self._batch, [None] * calls)
            columns = (rows.keys, rows.firsts, rows.lasts, rows.lines, rows.leases)
            values = (node, self._batch, *columns)
            try:
                count = await db.execute(APPEND_MOVES, *values, seconds=COMMIT_SECONDS)
            except (ValueError, asyncpg.IntegrityConstraintViolationError):
                count = 0
            self._open = None
            if count:
                return True
        games.forget_log_positions()
        return False

    # --- everything else ----------------------------------------------------------------------

    async def _commit_together(
        self, db: Connection, node: int, changes: list[AnyChange], calls: int
    ) -> bool:
        """Apply all changes, which nearly always works; return False if a call must be refused."""
        transaction = await self._begin(db, node)
        try:
            await self._changes.apply_changes(db, changes, transaction)
        except (Conflict, ValueError, asyncpg.PostgresError) as error:
            if is_passing(error):
                raise
            await self._roll_back(db, "ROLLBACK")
            return False
        await self._commit(db, transaction, [None] * calls)
        return True

    async def _commit_separately(
        self, db: Connection, node: int, batch: list[Call[AnyChange]]
    ) -> Outcomes:
        """Apply the changes of every call that need not be refused."""
        transaction = await self._begin(db, node)
        outcomes = [
            await self._apply_or_return_refusal(db, call.changes, transaction) for call in batch
        ]
        await self._commit(db, transaction, outcomes)
        return outcomes

    async def _apply_or_return_refusal(
        self, db: Connection, changes: tuple[AnyChange, ...], transaction: Transaction
    ) -> Exception | None:
        """Apply the changes of one call, or none of them; return the reason if it is refused."""
        await db.execute("SAVEPOINT call")
        freed, dropped = {*transaction.freed}, {*transaction.dropped}
        try:
            await self._changes.apply_changes(db, changes, transaction)
        except (Conflict, ValueError, asyncpg.PostgresError) as error:
            if is_passing(error):
                raise
            await self._roll_back(db, "ROLLBACK TO call")
            transaction.freed, transaction.dropped = freed, dropped
            return self._make_refusal(error)
        await db.execute("RELEASE call")
        return None

    def _make_refusal(self, error: Exception) -> Exception:
        if isinstance(error, asyncpg.IntegrityConstraintViolationError):
            return Conflict(str(error))
        if isinstance(error, asyncpg.PostgresError):
            # Class 22 is about values, such as a text with a zero byte.
            is_value = (error.sqlstate or "").startswith("22")
            return ValueError(str(error)) if is_value else self._connector.make_error(error)
        return error

    async def _begin(self, db: Connection, node: int) -> Transaction:
        """Begin a transaction in which no other node can end this one."""
        registered = await db.execute(
            f"BEGIN; UPDATE commits SET batch = {self._batch} WHERE epoch = {node};"  # noqa: S608
            f" SELECT FROM nodes WHERE epoch = {node} FOR KEY SHARE",
            seconds=COMMIT_SECONDS,
        )
        if not registered:
            self._nodes.notice_loss(node)
        return Transaction(node, is_registered=bool(registered))

    async def _commit(self, db: Connection, transaction: Transaction, outcomes: Outcomes) -> None:
        node, leases = transaction.node, self._changes.leases
        freed, dropped = transaction.freed, transaction.dropped
        await leases.give_up(db, node, freed=freed, dropped=dropped)
        self._open = _OpenCommit(node, self._batch, outcomes)
        await db.commit(COMMIT_SECONDS)
        self._open = None
        leases.forget(freed | dropped)

    async def _roll_back(self, db: Connection, statement: str) -> None:
        self._changes.forget_log_positions()
        await db.execute(statement)
