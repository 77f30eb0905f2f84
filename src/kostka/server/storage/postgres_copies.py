"""Transactions that read a whole database at one moment, or fill an empty one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from kostka.server.storage.postgres_records import PostgresRecords
from kostka.server.storage.postgres_schema import (
    VERSION,
    check_durability,
    check_not_newer,
    create_or_upgrade_tables,
    find_version,
    list_tables,
    lock_tables,
)
from kostka.server.storage.postgres_session import PostgresSession, open_session
from kostka.server.storage.record_tables import RECORD_TABLES
from kostka.server.storage.store import StoreFailed

_LIST_LIVE_NODES = "SELECT name FROM nodes WHERE until >= clock_timestamp() ORDER BY name"

_LOCK_NODES = "LOCK TABLE nodes IN EXCLUSIVE MODE"
"""Keeps nodes from registering until the end of the transaction."""


@contextmanager
def read_database(url: str, purpose: str) -> Iterator[PostgresSession]:
    """Open a session that sees the data of one moment, while nodes may go on writing."""
    with open_session(url, purpose) as session:
        session.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        check_tables(session)
        yield session


@contextmanager
def read_idle_database(url: str, purpose: str) -> Iterator[PostgresSession]:
    """Open such a session for a database that no node uses, and let none start meanwhile."""
    with open_session(url, purpose) as session:
        check_tables(session)
        session.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        session.execute(_LOCK_NODES)  # before the first query, which decides what is seen
        _check_no_node_lives(session)
        yield session


class FilledDatabase(NamedTuple):
    """A database that is being filled."""

    records: PostgresRecords
    old_schema: str | None
    """Where the tables are that were there before."""


@contextmanager
def fill_database(
    url: str, purpose: str, *, replaced: str | None = None, hint: str = ""
) -> Iterator[FilledDatabase]:
    """Let the caller fill a database in one transaction; raise `StoreFailed` if it is in use.

    Data that is there is moved into the schema `replaced`. If that is None it is refused, with a
    hint what to do.
    """
    with open_session(url, purpose) as session:
        session.execute("BEGIN")
        session.run(lambda db: check_durability(db, session.where))
        session.run(lock_tables)
        found = session.run(find_version)
        if found is not None:
            session.execute(_LOCK_NODES)
            _check_no_node_lives(session)
        is_moved = found is not None and replaced is not None and _has_data(session)
        if is_moved:
            _move_tables(session, str(replaced))
        version, _ = session.run(lambda db: create_or_upgrade_tables(db, session.where))
        check_not_newer(version, session.where)
        if not is_moved and _has_data(session):
            raise StoreFailed(f"there is data in this database{hint}", where=session.where)
        # Nodes that were paused while they died must not write into what comes now.
        session.execute("DELETE FROM nodes")
        session.execute("DELETE FROM leases")
        yield FilledDatabase(PostgresRecords(session), replaced if is_moved else None)
        session.commit()


def list_live_nodes(session: PostgresSession) -> list[str]:
    """Return the names of the nodes that use a database."""
    return [name for (name,) in session.fetch(_LIST_LIVE_NODES)]


def check_tables(session: PostgresSession) -> None:
    """Refuse a database without tables of this version."""
    found = session.run(find_version)
    if found is None:
        raise StoreFailed("there is no kostka data in this database", where=session.where)
    version, _ = found
    check_not_newer(version, session.where)
    if version < VERSION:
        why = "an older kostka wrote this database; 'kostka serve' upgrades it"
        raise StoreFailed(why, where=session.where)


def _check_no_node_lives(session: PostgresSession) -> None:
    if names := list_live_nodes(session):
        which = ", ".join(names)
        raise StoreFailed(f"kostka runs on this database (node {which})", where=session.where)


def _has_data(session: PostgresSession) -> bool:
    exists = [f"EXISTS (SELECT FROM {table.name})" for table in RECORD_TABLES]
    ((has_data,),) = session.fetch(f"SELECT {' OR '.join(exists)}")
    return bool(has_data)


def _move_tables(session: PostgresSession, schema: str) -> None:
    session.execute(f'CREATE SCHEMA "{schema}"')
    for table in session.run(list_tables):
        session.execute(f'ALTER TABLE "{table}" SET SCHEMA "{schema}"')
