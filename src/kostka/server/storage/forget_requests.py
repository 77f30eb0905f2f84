"""Requests of an operator to forget a guest, handed to the servers that use the data.

Another process may not change the data behind a server's back. So it only marks the guest in the
database; the servers see the mark, do the work and remove the guest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from kostka.server.storage.postgres_copies import check_tables, list_live_nodes
from kostka.server.storage.postgres_session import PostgresSession, open_session
from kostka.server.storage.sqlite_file import FILE_NAME, Database
from kostka.server.storage.store import StoreFailed


class ForgetRequests(Protocol):
    """Marks guests in a database, and looks whether they are still there."""

    def mark_guest(self, guest: str) -> None:
        """Mark a guest, or raise `StoreFailed` if there is none."""
        ...

    def has_guest(self, guest: str) -> bool:
        """Return whether a guest is still in the database, marked or not."""
        ...


class SqliteForgetRequests:
    """Requests in the database of a folder."""

    def __init__(self, folder: Path) -> None:
        """Open the database for each question."""
        self._folder = folder

    def mark_guest(self, guest: str) -> None:
        """Mark a guest."""
        query = "UPDATE guests SET to_forget = 1 WHERE id = ? RETURNING id"
        if not self._run(query, guest):
            raise _make_refusal(guest, str(self._folder))

    def has_guest(self, guest: str) -> bool:
        """Return whether a guest is still there."""
        return bool(self._run("SELECT 1 FROM guests WHERE id = ?", guest))

    def _run(self, query: str, guest: str) -> list[tuple[object]]:
        database = Database(self._folder / FILE_NAME)
        try:
            with database.borrow_connection() as db:
                return db.execute(query, (guest,)).fetchall()
        finally:
            database.close()


class PostgresForgetRequests:
    """Requests in a database that nodes may use."""

    def __init__(self, session: PostgresSession) -> None:
        """Use this session."""
        self._session = session

    def has_live_nodes(self) -> bool:
        """Return whether there is a node that would do the work."""
        return bool(list_live_nodes(self._session))

    def mark_guest(self, guest: str) -> None:
        """Mark a guest."""
        if not self._session.execute("UPDATE guests SET to_forget = true WHERE id = $1", guest):
            raise _make_refusal(guest, self._session.where)

    def has_guest(self, guest: str) -> bool:
        """Return whether a guest is still there."""
        return bool(self._session.fetch("SELECT 1 FROM guests WHERE id = $1", guest))


@contextmanager
def open_forget_requests(url: str) -> Iterator[PostgresForgetRequests]:
    """Connect to a database of this version."""
    with open_session(url, "forget-guest") as session:
        check_tables(session)
        yield PostgresForgetRequests(session)


def _make_refusal(guest: str, where: str) -> StoreFailed:
    return StoreFailed(f"there is no guest {guest}", where=where)
