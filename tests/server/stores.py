"""The store behind a server in tests: in SQLite, or in PostgreSQL when the test runs again."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from functools import cache
from itertools import count
from pathlib import Path
from typing import Literal

from kostka.server.storage import sqlite_snapshot
from kostka.server.storage.snapshot import Snapshot
from kostka.server.storage.sqlite_file import FILE_NAME
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import Node, Store
from kostka.server.upkeep.verification import iterate_faults
from tests.postgres import TEMPLATE, get_server

Kind = Literal["sqlite", "postgres"]

_node_numbers = count(1)


class Choice:
    """The kind of store that the current test uses, and its databases."""

    def __init__(self) -> None:
        """Start with SQLite."""
        self.kind: Kind = "sqlite"
        self._urls: dict[Path, str] = {}

    def set_kind(self, kind: Kind) -> None:
        """Use a kind of store from now on, without any data."""
        self.kind = kind
        self._urls = {}
        if kind == "postgres":
            get_server()  # it starts in an event loop of its own, so before the test has one

    def get_url(self, folder: Path) -> str:
        """Return the database that stands for a folder, created when it is first asked for."""
        if folder not in self._urls:
            self._urls[folder] = get_server().create_database()
        return self._urls[folder]


CHOICE = Choice()


async def open_store(folder: Path) -> Store:
    """Open the store that stands for a folder; opened again, it holds what it held."""
    if CHOICE.kind == "sqlite":
        return await SqliteStore.open(folder)
    # Imported here, so that tests without it need no driver.
    from kostka.server.storage.postgres_store import PostgresStore  # noqa: PLC0415

    node = Node(f"test {next(_node_numbers)}", "127.0.0.1:1")
    return await PostgresStore.open(CHOICE.get_url(folder), node)


def list_store_options(folder: Path) -> list[str]:
    """Return the options with which `kostka serve` uses the store that stands for a folder."""
    if CHOICE.kind == "sqlite":
        return ["--data", str(folder)]
    return ["--data", str(folder), "--database", CHOICE.get_url(folder), "--node", "test"]


def check_data(folder: Path) -> dict[str, int]:
    """Check everything in the store that stands for a folder; return how much there is."""

    def check() -> dict[str, int]:
        with _open_snapshot(folder) as data:
            assert [*iterate_faults(data, lambda _: None)] == []
            return data.count_records()

    with ThreadPoolExecutor(1) as thread:  # reading needs an event loop of its own
        return thread.submit(check).result()


def _open_snapshot(folder: Path) -> AbstractContextManager[Snapshot]:
    if CHOICE.kind == "sqlite":
        return sqlite_snapshot.open_snapshot(folder)
    from kostka.server.storage.postgres_snapshot import open_database_snapshot  # noqa: PLC0415

    return open_database_snapshot(CHOICE.get_url(folder))


def list_tables_with_text(folder: Path, text: str) -> list[str]:
    """Return the tables in which a text stands anywhere."""
    if CHOICE.kind == "sqlite":
        with closing(sqlite3.connect(folder / FILE_NAME)) as db:
            tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            return [
                table
                for (table,) in tables
                if any(text in str(row) for row in db.execute(f"SELECT * FROM {table}"))
            ]
    # Bytes are shown in hexadecimal.
    wanted = f"{text}|{text.encode().hex()}"
    query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    return [
        table
        for table in _run_sql(folder, query)
        if _run_sql(folder, f"SELECT 1 FROM {table} AS row WHERE row::text ~ '{wanted}' LIMIT 1")
    ]


def dump_data(folder: Path) -> str:
    """Return everything in the store that stands for a folder, as text."""
    if CHOICE.kind == "sqlite":
        file = f"file:{folder / FILE_NAME}?mode=ro"
        with closing(sqlite3.connect(file, uri=True)) as database:
            return "\n".join(database.iterdump())
    queries = (f"SELECT row FROM {table} AS row ORDER BY row" for table in _list_saved_tables())
    return "\n".join(_run_sql(folder, ";".join(queries)))


@cache
def _list_saved_tables() -> list[str]:
    query = (
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        " AND tablename NOT IN ('nodes', 'leases', 'commits') ORDER BY 1"
    )
    return get_server().run_sql(query, TEMPLATE).split()


def _run_sql(folder: Path, sql: str) -> list[str]:
    database = CHOICE.get_url(folder).rpartition("/")[2]
    return get_server().run_sql(sql, database).split()
