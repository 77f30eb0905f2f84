"""Everything in a PostgreSQL store at one moment, read while nodes may be writing."""
# ruff: noqa: S608 (only this server names the tables)

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any

from kostka.server.storage.postgres_copies import read_database
from kostka.server.storage.postgres_session import DamagedDatabase, PostgresSession
from kostka.server.storage.record_tables import COUNTED_TABLES
from kostka.server.storage.snapshot import StoredGame
from kostka.server.storage.store import Guest, SavedRoom

BATCH_ROWS = 200

_BEGINNING = "beginning"
"""A point to which the transaction goes back when something cannot be read."""

_NO_LINE = (inf, b"")
"""Comes after the last line of the last log."""

MAX_FAULTS = 100
"""Faults of each kind in the structure that are listed; many usually have one cause."""

_COUNT_NEW_LINES = "(length(content) - length(replace(content, E'\\n', '')))"

# What the database does not check by itself with every write, and whether the references that it
# does check still lead somewhere.
_STRUCTURE_CHECKS = (
    """SELECT 'row ' || first || ' of lines refers to game ' || game || ', which is missing'
    FROM lines WHERE NOT EXISTS (SELECT FROM games WHERE key = game)""",
    """SELECT 'row ' || first || ' of entries refers to tournament ' || tournament
    || ', which is missing'
    FROM entries WHERE NOT EXISTS (SELECT FROM tournaments WHERE key = tournament)""",
    f"""SELECT 'the lines of game ' || game || ' from ' || first || ' on are miscounted'
    FROM lines, LATERAL (SELECT encode(line, 'escape') AS content) AS plain
    WHERE last - first <> {_COUNT_NEW_LINES}""",
    f"""SELECT 'the entries of tournament ' || tournament || ' from ' || first
    || ' on are miscounted'
    FROM entries, LATERAL (SELECT encode(line, 'escape') AS content) AS plain
    WHERE last - first <> {_COUNT_NEW_LINES}""",
    """SELECT 'game ' || id || ' refers to room ' || room || ', which is missing'
    FROM games WHERE NOT EXISTS (SELECT FROM rooms WHERE code = room)""",
    """SELECT 'guest ' || guest || ' or room ' || room || ' of room_guests is missing'
    FROM room_guests WHERE NOT EXISTS (SELECT FROM rooms WHERE code = room)
    OR NOT EXISTS (SELECT FROM guests WHERE id = guest)""",
    """SELECT 'guest ' || guest || ' or game ' || game || ' of game_guests is missing'
    FROM game_guests WHERE NOT EXISTS (SELECT FROM games WHERE key = game)
    OR NOT EXISTS (SELECT FROM guests WHERE id = guest)""",
    """SELECT 'room ' || code || ' belongs to ' || thing || ', which is not its own thing'
    FROM rooms WHERE thing <> coalesce('t:' || tournament, 'r:' || code)""",
    """SELECT 'game ' || id || ' belongs to ' || games.thing || ', but its room to ' || rooms.thing
    FROM games JOIN rooms ON code = room WHERE games.thing <> rooms.thing""",
    """SELECT 'the lease of ' || thing || ' refers to node ' || node || ', which is missing'
    FROM leases
    WHERE node IS NOT NULL AND NOT EXISTS (SELECT FROM nodes WHERE nodes.epoch = node)""",
    """SELECT 'the lease of ' || thing || ' is neither of a room nor of a tournament'
    FROM leases WHERE thing !~ '^[rt]:.'""",
    """SELECT 'node ' || name || ' has no row in commits'
    FROM nodes WHERE NOT EXISTS (SELECT FROM commits WHERE commits.epoch = nodes.epoch)""",
)


class PostgresSnapshot:
    """A `Snapshot` of a database; what nodes write meanwhile is not seen."""

    damage = (DamagedDatabase,)

    def __init__(self, session: PostgresSession) -> None:
        """Use `open_database_snapshot` instead."""
        self._session = session

    def iterate_structure_faults(self) -> Iterator[str]:
        """Yield what is wrong with references, leases and nodes."""
        for check in _STRUCTURE_CHECKS:
            for (fault,) in self._fetch(f"{check} LIMIT {MAX_FAULTS}"):
                yield " ".join(str(fault).split())

    def count_records(self) -> dict[str, int]:
        """Count guests, rooms, games and tournaments."""
        counts = [f"(SELECT count(*) FROM {table})" for table in COUNTED_TABLES]
        (row,) = self._fetch(f"SELECT {', '.join(counts)}")
        return dict(zip(COUNTED_TABLES, row, strict=True))

    def iterate_guests(self) -> Iterator[Guest]:
        """Yield all guests."""
        query = "SELECT id, token_hash, name, created, last_seen FROM guests ORDER BY id"
        return (Guest(*row) for row in self._iterate(query))

    def iterate_rooms(self) -> Iterator[SavedRoom]:
        """Yield all rooms."""
        query = "SELECT code, snapshot, updated, closed FROM rooms ORDER BY code"
        return (SavedRoom(*row) for row in self._iterate(query))

    def iterate_games(self) -> Iterator[StoredGame]:
        """Yield all games in the order in which they began."""
        heads = self._iterate("SELECT key, header, id, room FROM games ORDER BY key")
        lines = self._iterate("SELECT game, line FROM lines ORDER BY game, first")
        for (game, room), log in _join_logs(heads, lines):
            yield StoredGame(game, room, log)

    def iterate_tournaments(self) -> Iterator[tuple[str, bytes]]:
        """Yield the id of every tournament with its log."""
        heads = self._iterate("SELECT key, header, id FROM tournaments ORDER BY key")
        lines = self._iterate("SELECT tournament, line FROM entries ORDER BY tournament, first")
        for (name,), log in _join_logs(heads, lines):
            yield name, log

    def find_rooms_of_games(self, games: Iterable[str]) -> dict[str, str]:
        """Return the rooms of those games that exist."""
        return dict(self._fetch("SELECT id, room FROM games WHERE id = ANY($1::text[])", [*games]))

    def load_room_snapshot(self, code: str) -> bytes:
        """Return the snapshot of a room; nothing if there is no such room."""
        rows = self._fetch("SELECT snapshot FROM rooms WHERE code = $1", code)
        return rows[0][0] if rows else b""

    def find_guests(self, guests: Iterable[str]) -> set[str]:
        """Return which of these guests exist."""
        rows = self._fetch("SELECT id FROM guests WHERE id = ANY($1::text[])", [*guests])
        return {guest for (guest,) in rows}

    def has_tournament(self, tournament: str) -> bool:
        """Return whether there is such a tournament."""
        return bool(self._fetch("SELECT 1 FROM tournaments WHERE id = $1", tournament))

    def _fetch(self, query: str, *values: object) -> list[Any]:
        with self._go_on_after_damage():
            return self._session.fetch(query, *values)

    def _iterate(self, query: str) -> Iterator[Any]:
        with self._go_on_after_damage():
            for rows in self._session.iterate_batches(query, BATCH_ROWS):
                yield from rows

    @contextmanager
    def _go_on_after_damage(self) -> Iterator[None]:
        """Let other parts be read in the same transaction after one was found damaged."""
        try:
            yield
        except DamagedDatabase:
            self._session.execute(f"ROLLBACK TO {_BEGINNING}")
            raise


def _join_logs(
    heads: Iterable[Any], lines: Iterable[Any]
) -> Iterator[tuple[tuple[Any, ...], bytes]]:
    """Yield the values of each log with its bytes; both are sorted by the key of the log."""
    following = iter(lines)
    key_of_line, line = next(following, _NO_LINE)
    for key, header, *values in heads:
        parts = [header]
        while key_of_line <= key:
            if key_of_line == key:
                parts.append(line)
            key_of_line, line = next(following, _NO_LINE)
        yield tuple(values), b"".join(part + b"\n" for part in parts)


@contextmanager
def open_database_snapshot(url: str) -> Iterator[PostgresSnapshot]:
    """Open the data in a database for reading; raise `StoreFailed` if that is not possible."""
    with read_database(url, "verify-data") as session:
        session.execute(f"SAVEPOINT {_BEGINNING}")
        yield PostgresSnapshot(session)
