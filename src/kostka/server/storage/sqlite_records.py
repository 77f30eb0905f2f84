"""The rows of a store in SQLite, for copies from and to other stores."""
# ruff: noqa: S608 (only this server names the tables)

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kostka.server.storage.record_tables import RecordTable, Row
from kostka.server.storage.sqlite_file import (
    check_version,
    connect,
    create_or_upgrade_file,
    make_store_error,
)


class SqliteRecords:
    """A `RecordSource` and `RecordTarget` in a connection, within the caller's transaction."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        """Read and write with a connection to this file."""
        self._path = path
        self._db = db

    def count_rows(self, table: RecordTable) -> int:
        """Return how many rows a table has."""
        with _name_file_in_errors(self._path):
            ((count,),) = self._db.execute(f"SELECT count(*) FROM {table.name}")
        return int(count)

    def iterate_batches(self, table: RecordTable) -> Iterator[list[Row]]:
        """Yield the rows of a table in their order."""
        columns, order = ", ".join(table.columns), ", ".join(table.order)
        truths = [table.columns.index(name) for name in table.truths]
        with _name_file_in_errors(self._path):
            cursor = self._db.execute(f"SELECT {columns} FROM {table.name} ORDER BY {order}")
            while rows := cursor.fetchmany(table.batch_rows):
                yield [_restore_truths(row, truths) for row in rows] if truths else rows

    def insert_rows(self, table: RecordTable, rows: Iterable[Row]) -> None:
        """Add rows to a table."""
        columns, values = ", ".join(table.columns), ", ".join("?" * len(table.columns))
        with _name_file_in_errors(self._path):
            self._db.executemany(f"INSERT INTO {table.name} ({columns}) VALUES ({values})", rows)

    def finish(self) -> None:
        """Do nothing: all that is stored is in the rows."""


def _restore_truths(row: Row, positions: list[int]) -> Row:
    values = list(row)
    for position in positions:
        values[position] = bool(values[position])
    return tuple(values)


@contextmanager
def fill_new_file(path: Path) -> Iterator[SqliteRecords]:
    """Create the tables in an empty file, let the caller fill them, and sync the file.

    The file is of no use after a failure: give it its name only afterwards.
    """
    create_or_upgrade_file(path)
    with closing(_connect(path)) as db:
        with _name_file_in_errors(path):
            db.execute("PRAGMA foreign_keys = OFF")  # the original may have faults, too
            db.execute("PRAGMA journal_mode = OFF")
            db.execute("PRAGMA synchronous = OFF")
            db.execute("BEGIN")
        yield SqliteRecords(path, db)
        with _name_file_in_errors(path):
            db.execute("COMMIT")
            db.execute("PRAGMA journal_mode = WAL")
    with path.open("rb+") as file:
        os.fsync(file.fileno())


@contextmanager
def read_records(path: Path) -> Iterator[SqliteRecords]:
    """Open a file of the current version for reading, in one transaction."""
    with closing(_connect(path)) as db:
        with _name_file_in_errors(path):
            db.execute("PRAGMA query_only = ON")
            db.execute("BEGIN")
            check_version(path, db)
        yield SqliteRecords(path, db)


def _connect(path: Path) -> sqlite3.Connection:
    with _name_file_in_errors(path):
        return connect(path)


@contextmanager
def _name_file_in_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise make_store_error(path, error) from error
