"""The rows of a store in PostgreSQL, for copies from and to other stores."""
# ruff: noqa: S608 (only this server names the tables)

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kostka.server.storage.postgres_leases import name_room, name_tournament
from kostka.server.storage.postgres_session import PostgresSession
from kostka.server.storage.record_tables import RECORD_TABLES, TOURNAMENT_ID, RecordTable, Row

_NAMES = {"lines": {"n": "first"}, "entries": {"n": "first"}}
"""Columns that have another name here."""

# Only rooms of tournaments belong to something else than themselves.
_DERIVE_THINGS = """
UPDATE games SET thing = rooms.thing FROM rooms
WHERE rooms.code = games.room AND rooms.tournament IS NOT NULL
"""


class PostgresRecords:
    """A `RecordSource` and `RecordTarget` in a session, within the caller's transaction."""

    def __init__(self, session: PostgresSession) -> None:
        """Read and write with this session."""
        self._session = session

    def count_rows(self, table: RecordTable) -> int:
        """Return how many rows a table has."""
        ((count,),) = self._session.fetch(f"SELECT count(*) FROM {table.name}")
        return int(count)

    def iterate_batches(self, table: RecordTable) -> Iterator[list[Row]]:
        """Yield the rows of a table in their order."""
        columns, order = ", ".join(_list_columns(table)), ", ".join(_rename(table, table.order))
        query = f"SELECT {columns} FROM {table.name} ORDER BY {order}"
        for rows in self._session.iterate_batches(query, table.batch_rows):
            yield [tuple(row) for row in rows]

    def insert_rows(self, table: RecordTable, rows: Iterable[Row]) -> None:
        """Add rows to a table."""
        columns = _list_columns(table)
        match table.name:
            case "lines" | "entries":
                columns = (*columns, "last")
                rows = [(log, n, line, n + line.count(b"\n")) for log, n, line in rows]
            case "rooms":
                columns = (*columns, "thing")
                position = table.columns.index(TOURNAMENT_ID)
                rows = [(*row, _name_thing(row[0], row[position])) for row in rows]
            case "games":
                columns = (*columns, "thing")
                rows = [(*row, name_room(row[table.columns.index("room")])) for row in rows]
        self._session.copy_rows(table.name, columns, rows)

    def finish(self) -> None:
        """Let games belong to tournaments, and go on counting after the last key."""
        self._session.execute(_DERIVE_THINGS)
        for table in ("games", "tournaments"):
            self._session.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'key'), max(key)) FROM {table}"
                " HAVING max(key) IS NOT NULL"
            )
        for known in RECORD_TABLES:  # so that queries are planned well from the start
            self._session.execute(f"ANALYZE {known.name}")


def _name_thing(code: str, tournament: str | None) -> str:
    return name_room(code) if tournament is None else name_tournament(tournament)


def _list_columns(table: RecordTable) -> tuple[str, ...]:
    return _rename(table, table.columns)


def _rename(table: RecordTable, columns: tuple[str, ...]) -> tuple[str, ...]:
    names = _NAMES.get(table.name, {})
    return tuple(names.get(column, column) for column in columns)
