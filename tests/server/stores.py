"""The store behind a server in tests: in SQLite, or in PostgreSQL when the test runs again."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Literal

from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import Node, Store
from tests.postgres import get_server

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
