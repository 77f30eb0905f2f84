"""One connection to PostgreSQL for commands, which need no event loop and may take long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, TypeVar

import asyncpg

from kostka.server.storage.postgres_connection import ERRORS, Connection, Connector
from kostka.server.storage.store import StoreFailed

T = TypeVar("T")

STATEMENT_SECONDS = 3600.0
"""How long a statement over a whole table may take."""

BATCH_SECONDS = 120.0
"""How long some rows may take before the connection counts as dead."""

# Between two batches the command compresses or checks what it has read.
_SETTINGS = {"idle_in_transaction_session_timeout": "10min"}


class DamagedDatabase(StoreFailed):
    """The database says that its own files are damaged."""


class PostgresSession:
    """A connection of a command. All failures are a `StoreFailed` on one line."""

    def __init__(self, connector: Connector, runner: asyncio.Runner, db: Connection) -> None:
        """Use `open_session` instead."""
        self.where = connector.where
        self._connector, self._runner, self._db = connector, runner, db
        self._cursors = count(1)

    def run(self, work: Callable[[Connection], Coroutine[Any, Any, T]]) -> T:
        """Run what needs an event loop."""
        try:
            return self._runner.run(work(self._db))
        except ERRORS as error:
            raise self._make_error(error) from error

    def fetch(self, sql: str, *values: object) -> list[Any]:
        """Return the rows of a statement."""
        return self.run(lambda db: db.fetch(sql, *values, seconds=STATEMENT_SECONDS))

    def execute(self, sql: str, *values: object) -> int:
        """Run a statement; return how many rows it met."""
        return self.run(lambda db: db.execute(sql, *values, seconds=STATEMENT_SECONDS))

    def commit(self) -> None:
        """Commit the transaction."""
        self.run(lambda db: db.commit(STATEMENT_SECONDS))

    def iterate_batches(self, sql: str, size: int) -> Iterator[list[Any]]:
        """Yield the rows of a query, some at a time, in a transaction."""
        name = f"cursor_{next(self._cursors)}"
        self.execute(f"DECLARE {name} NO SCROLL CURSOR FOR {sql}")
        fetch_some = f"FETCH {size} FROM {name}"
        while rows := self.run(lambda db: db.fetch(fetch_some, seconds=BATCH_SECONDS)):
            yield rows
        self.execute(f"CLOSE {name}")

    def copy_rows(
        self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]
    ) -> None:
        """Append rows to a table."""
        self.run(lambda db: db.copy_rows(table, columns, rows, BATCH_SECONDS))

    def _make_error(self, error: BaseException) -> StoreFailed:
        if isinstance(error, ValueError):
            return StoreFailed("a value cannot be stored in this database", where=self.where)
        known = self._connector.make_error(error)
        if isinstance(error, asyncpg.PostgresError) and (error.sqlstate or "").startswith("XX"):
            return DamagedDatabase(known.why, where=known.where)
        return known


@contextmanager
def open_session(url: str, purpose: str) -> Iterator[PostgresSession]:
    """Connect to a database; what is not committed in the end is rolled back."""
    connector = Connector(url)
    with asyncio.Runner() as runner:
        db = runner.run(connector.connect(f"kostka {purpose}", _SETTINGS))
        try:
            yield PostgresSession(connector, runner, db)
        finally:
            runner.run(db.close())
