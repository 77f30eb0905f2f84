"""Logs in the SQLite file of a store: their lines in order, none missing, none twice.

A kind of log has two tables: one with a key, an id and a header for each log, and one with its
further lines, numbered from 1. Lines that arrive together share a row, under the number of the
first. So the table itself refuses only a second row with the same first line. Any other fault is
found when a log is read, because each line has the hash of the one before.
"""
# ruff: noqa: S608 (only this server names the tables)

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from itertools import chain

from kostka.events.codec import from_json, to_json
from kostka.server.storage.store import Conflict

MAX_ROWS = 100
"""Rows in one statement; the statement for each number of rows is cached."""

MAX_KNOWN_LOGS = 10_000
"""Logs whose next line is known without a query."""

LogLines = tuple[str, int, tuple[bytes, ...]]
"""The id of a log, the number of the first line, and the lines."""


class SqliteLogs:
    """The logs of one kind. Remembers which line comes next in running logs."""

    def __init__(self, heads: str, lines: str) -> None:
        """Use two tables; the singular of the first is the column that refers to it."""
        self._kind, self._heads, self._lines = heads.removesuffix("s"), heads, lines
        text = "CAST(line AS TEXT)"
        self._next_line_sql = (
            f"(SELECT n + 1 + length({text}) - length(replace({text}, char(10), ''))"
            f" FROM {lines} WHERE {self._kind} = key ORDER BY n DESC LIMIT 1)"
        )
        self._positions: dict[str, tuple[int, int]] = {}
        """The key of each log and the number of its next line; nobody else writes here."""

    def forget_log_positions(self) -> None:
        """Read positions again, since changes may have been rolled back."""
        self._positions.clear()

    def load_log(self, db: sqlite3.Connection, log: str) -> bytes | None:
        """Return a log as the bytes of its file, or None."""
        row = db.execute(f"SELECT key, header FROM {self._heads} WHERE id = ?", (log,)).fetchone()
        if not row:
            return None
        key, header = row
        rows = db.execute(
            f"SELECT line FROM {self._lines} WHERE {self._kind} = ? ORDER BY n", (key,)
        )
        return b"".join(line + b"\n" for line in (header, *(line for (line,) in rows)))

    def append_lines(self, db: sqlite3.Connection, changes: Sequence[LogLines]) -> None:
        """Append lines if they are the next ones of their logs, otherwise raise `Conflict`.

        This takes one statement for `MAX_ROWS` known logs, and some more for others.
        """
        logs = self._find_log_positions(db, changes)
        rows: list[tuple[int, int, bytes]] = []
        for log, first, lines in changes:
            if log not in logs:
                raise Conflict(f"there is no {self._kind} {log}")
            key, following = logs[log]
            if first != following:
                raise Conflict(f"{self._kind} {log} goes on with line {following}, not {first}")
            if lines:
                rows.append((key, following, b"\n".join(lines)))
                logs[log] = (key, following + len(lines))
        for start in range(0, len(rows), MAX_ROWS):
            some = rows[start : start + MAX_ROWS]
            db.execute(
                _build_insert(self._kind, self._lines, len(some)), [*chain.from_iterable(some)]
            )

    def rewrite_log(self, db: sqlite3.Connection, log: str, lines: Sequence[bytes]) -> None:
        """Replace all lines of a log, or raise `Conflict` if it does not have as many."""
        known = self._find_log_positions(db, [(log, 0, ())]).get(log)
        if known is None:
            raise Conflict(f"there is no {self._kind} {log}")
        key, following = known
        if len(lines) != following:
            raise Conflict(f"{self._kind} {log} has {following} lines, not {len(lines)}")
        header, *rest = lines
        db.execute(f"UPDATE {self._heads} SET header = ? WHERE key = ?", (header, key))
        db.execute(f"DELETE FROM {self._lines} WHERE {self._kind} = ?", (key,))
        if rest:
            db.execute(_build_insert(self._kind, self._lines, 1), (key, 1, b"\n".join(rest)))

    def remove_logs(
        self, db: sqlite3.Connection, column: str, value: str, *, required: bool = True
    ) -> None:
        """Remove the logs with a value in a column; raise `Conflict` if one is required."""
        keys = f"SELECT key FROM {self._heads} WHERE {column} = ?"
        db.execute(f"DELETE FROM {self._lines} WHERE {self._kind} IN ({keys})", (value,))
        removed = db.execute(f"DELETE FROM {self._heads} WHERE {column} = ?", (value,))
        if required and not removed.rowcount:
            raise Conflict(f"there is no {self._kind} {value}")
        self.forget_log_positions()

    def _find_log_positions(
        self, db: sqlite3.Connection, changes: Sequence[LogLines]
    ) -> dict[str, tuple[int, int]]:
        """Return the key of each existing log, and the number of its next line."""
        unknown = [log for log, _, _ in changes if log not in self._positions]
        if unknown:
            if len(self._positions) > MAX_KNOWN_LOGS:
                self._positions.clear()
                unknown = [log for log, _, _ in changes]
            ((positions,),) = db.execute(
                f"SELECT json_group_object(id, json_array(key, coalesce({self._next_line_sql}, 1)))"
                f" FROM {self._heads} WHERE id IN (SELECT value FROM json_each(?))",
                [to_json(unknown).decode()],
            )
            self._positions |= from_json(positions, dict[str, tuple[int, int]])
        return self._positions


@cache
def _build_insert(kind: str, lines: str, rows: int) -> str:
    """Return the statement that inserts this many rows."""
    values = ", ".join(["(?, ?, ?)"] * rows)
    return f"INSERT INTO {lines} ({kind}, n, line) VALUES {values}"
