"""Logs in PostgreSQL: their lines in order, none missing, none twice.

A kind of log has two tables: one with a key, an id, a header and a thing for each log, and one with
its further lines, numbered from 1. Lines that arrive together share a row, which has the numbers of
the first and the last.
"""
# ruff: noqa: S608 (only this server names the tables)

from __future__ import annotations

from collections.abc import Sequence

from kostka.server.storage.postgres_connection import Connection
from kostka.server.storage.postgres_leases import PostgresLeases
from kostka.server.storage.store import Conflict, GameLines

MAX_KNOWN_LOGS = 10_000
"""Logs whose next line is known without a query."""

LogLines = tuple[str, int, tuple[bytes, ...]]
"""The id of a log, the number of the first line, and the lines."""

APPEND_MOVES = """
WITH me AS MATERIALIZED (SELECT 1 FROM nodes WHERE epoch = $1 FOR KEY SHARE),
owned AS MATERIALIZED (
    SELECT new.* FROM me, unnest($3::bigint[], $4::integer[], $5::integer[], $6::bytea[],
        $7::bigint[]) AS new (game, first, last, line, lease)
    JOIN games ON games.key = new.game
    JOIN leases ON leases.thing = games.thing AND leases.node = $1 AND leases.epoch = new.lease
),
complete AS MATERIALIZED (SELECT FROM owned HAVING count(*) = cardinality($3::bigint[])),
mark AS (UPDATE commits SET batch = $2 FROM complete WHERE epoch = $1)
INSERT INTO lines SELECT game, first, last, line FROM complete, owned
"""
"""Appends lines to many games if this node is registered and owns them all, otherwise nothing."""


class Position:
    """Where a log goes on. It is right as long as this node owns the thing in the same epoch."""

    __slots__ = ("following", "key", "lease", "thing")

    def __init__(self, key: int, following: int, thing: str, lease: int) -> None:
        """Take the key of the log and the number of its next line."""
        self.key, self.following, self.thing, self.lease = key, following, thing, lease


class MovesToAppend:
    """The values of `APPEND_MOVES`, by column."""

    __slots__ = ("firsts", "keys", "lasts", "leases", "lines")

    def __init__(self) -> None:
        """Start without rows."""
        self.keys: list[int] = []
        self.firsts: list[int] = []
        self.lasts: list[int] = []
        self.lines: list[bytes] = []
        self.leases: list[int] = []

    def add(self, position: Position, lines: tuple[bytes, ...]) -> None:
        """Add a row, and move the position behind it."""
        key, first = position.key, position.following
        position.following = following = first + len(lines)
        self.keys.append(key)
        self.firsts.append(first)
        self.lasts.append(following - 1)
        self.lines.append(lines[0] if len(lines) == 1 else b"\n".join(lines))
        self.leases.append(position.lease)


class PostgresLogs:
    """The logs of one kind. Remembers which line comes next in logs that this node owns."""

    def __init__(self, heads: str, lines: str, leases: PostgresLeases) -> None:
        """Use two tables; the singular of the first is the column that refers to it."""
        self._kind, self._heads, self._lines = heads.removesuffix("s"), heads, lines
        self._leases = leases
        self._positions: dict[str, Position] = {}
        self._find_sql = (
            f"SELECT id, key, coalesce((SELECT last + 1 FROM {lines} WHERE {self._kind} = key"
            f" ORDER BY first DESC LIMIT 1), 1), thing, leases.epoch FROM {heads}"
            " JOIN leases USING (thing) WHERE id = ANY($2::text[]) AND leases.node = $1"
        )
        self._insert_sql = (
            f"INSERT INTO {lines} SELECT * FROM unnest($1::bigint[], $2::integer[],"
            " $3::integer[], $4::bytea[])"
        )

    def forget_log_positions(self) -> None:
        """Read positions again, since changes may have been rolled back."""
        self._positions.clear()

    def add_position(self, log: str, key: int, thing: str) -> None:
        """Note the position of a new log."""
        self._positions[log] = Position(key, 1, thing, self._leases.get_epoch(thing) or 0)

    def get_position(self, log: str) -> Position | None:
        """Return the position of a log if it is known and still right."""
        position = self._positions.get(log)
        if position is None or self._leases.get_epoch(position.thing) != position.lease:
            return None
        return position

    async def find_positions(self, db: Connection, node: int, logs: list[str]) -> None:
        """Look up the positions of those logs that this node owns."""
        if len(self._positions) > MAX_KNOWN_LOGS:
            self._positions.clear()
        for log, key, following, thing, lease in await db.fetch(self._find_sql, node, logs):
            self._positions[log] = Position(key, following, thing, lease)

    def list_unknown(self, changes: Sequence[GameLines]) -> list[str]:
        """Return the logs whose positions have to be looked up."""
        return [change.game for change in changes if self.get_position(change.game) is None]

    def prepare_moves(self, changes: Sequence[GameLines]) -> MovesToAppend | None:
        """Return what one statement can append; None if some lines are not the next ones.

        The positions count the lines as stored; forget them if that fails.
        """
        moves = MovesToAppend()
        for change in changes:
            position = self.get_position(change.game)
            if position is None or position.following != change.first:
                return None
            if change.lines:
                moves.add(position, change.lines)
        return moves

    async def append_lines(self, db: Connection, node: int, changes: Sequence[LogLines]) -> None:
        """Append lines in a transaction if they are the next ones, otherwise raise `Conflict`."""
        if not changes:
            return
        unknown = [log for log, _, _ in changes if self.get_position(log) is None]
        if unknown:
            await self.find_positions(db, node, unknown)
        moves = MovesToAppend()
        for log, first, lines in changes:
            position = self._require_position(log)
            if first != position.following:
                following = position.following
                raise Conflict(f"{self._kind} {log} goes on with line {following}, not {first}")
            if lines:
                moves.add(position, lines)
        if moves.keys:
            await db.execute(self._insert_sql, moves.keys, moves.firsts, moves.lasts, moves.lines)

    async def rewrite_log(
        self, db: Connection, node: int, log: str, lines: Sequence[bytes]
    ) -> None:
        """Replace all lines of a log, or raise `Conflict` if it does not have as many."""
        await self.find_positions(db, node, [log])
        position = self._require_position(log)
        if len(lines) != position.following:
            raise Conflict(f"{self._kind} {log} has {position.following} lines, not {len(lines)}")
        header, *rest = lines
        update = f"UPDATE {self._heads} SET header = $2 WHERE key = $1"
        await db.execute(update, position.key, header)
        await db.execute(f"DELETE FROM {self._lines} WHERE {self._kind} = $1", position.key)
        if rest:
            row = ([position.key], [1], [len(rest)], [b"\n".join(rest)])
            await db.execute(self._insert_sql, *row)

    async def remove_logs(self, db: Connection, column: str, value: str) -> int:
        """Remove the logs with a value in a column; return how many there were."""
        keys = f"SELECT key FROM {self._heads} WHERE {column} = $1"
        await db.execute(f"DELETE FROM {self._lines} WHERE {self._kind} IN ({keys})", value)
        removed = await db.execute(f"DELETE FROM {self._heads} WHERE {column} = $1", value)
        self.forget_log_positions()
        return removed

    def _require_position(self, log: str) -> Position:
        position = self.get_position(log)
        if position is None:
            raise Conflict(f"there is no {self._kind} {log}")
        return position
