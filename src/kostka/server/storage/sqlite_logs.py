"""Logs in the SQLite file of a store: their lines in order, none missing, none twice.

A kind of log has two tables: one with a key, an id and a header for each log, and one with its
further lines, numbered from 1. Lines that came together lie in one row, as in the file, under the
number of the first. So the table itself refuses only a second row with the same first line. Any
other fault is seen when a log is read, as each of its lines has the hash of the one before.
"""
# ruff: noqa: S608 (the tables are named by this server alone)

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from itertools import chain

from kostka.events.codec import from_json, to_json
from kostka.server.storage.store import Conflict

MOST_ROWS = 100
"""In one statement; each number of them is a statement of its own, which is kept."""

MOST_REMEMBERED = 10_000
"""Logs of which is known how they go on, without looking."""

More = tuple[str, int, tuple[bytes, ...]]
"""The id of a log, the number of the first of further lines, and the lines."""


class Logs:
    """The logs of one kind. Remembers which line comes next in those that go on."""

    def __init__(self, heads: str, lines: str) -> None:
        """Work with two tables; one of the first is also the column by which lines name it."""
        self._kind, self._heads, self._lines = heads.removesuffix("s"), heads, lines
        text = "CAST(line AS TEXT)"
        self._following = (
            f"(SELECT n + 1 + length({text}) - length(replace({text}, char(10), ''))"
            f" FROM {lines} WHERE {self._kind} = key ORDER BY n DESC LIMIT 1)"
        )
        self._known: dict[str, tuple[int, int]] = {}
        """The key of a log and the number of its next line, as nobody else writes here."""

    def forget(self) -> None:
        """Look again at what is there, since what was made may have been undone."""
        self._known.clear()

    def load(self, db: sqlite3.Connection, log: str) -> bytes | None:
        """Give a log as the bytes of its file."""
        found = db.execute(f"SELECT key, header FROM {self._heads} WHERE id = ?", (log,)).fetchone()
        if not found:
            return None
        key, header = found
        rows = db.execute(
            f"SELECT line FROM {self._lines} WHERE {self._kind} = ? ORDER BY n", (key,)
        )
        return b"".join(line + b"\n" for line in (header, *(line for (line,) in rows)))

    def append(self, db: sqlite3.Connection, further: Sequence[More]) -> None:
        """Add lines, if they are the next ones of their logs.

        It is one statement for `MOST_ROWS` logs that are known, and some more for others.
        """
        logs = self._going_on(db, further)
        rows: list[tuple[int, int, bytes]] = []
        for log, first, lines in further:
            if log not in logs:
                raise Conflict(f"there is no {self._kind} {log}")
            key, following = logs[log]
            if first != following:
                raise Conflict(f"{self._kind} {log} goes on with line {following}, not {first}")
            if lines:
                rows.append((key, following, b"\n".join(lines)))
                logs[log] = (key, following + len(lines))
        for at in range(0, len(rows), MOST_ROWS):
            some = rows[at : at + MOST_ROWS]
            db.execute(_adding(self._kind, self._lines, len(some)), [*chain.from_iterable(some)])

    def _going_on(
        self, db: sqlite3.Connection, further: Sequence[More]
    ) -> dict[str, tuple[int, int]]:
        """Give the key of each log that is there, and the number of its next line."""
        unknown = [log for log, _, _ in further if log not in self._known]
        if unknown:
            if len(self._known) > MOST_REMEMBERED:
                self._known.clear()
                unknown = [log for log, _, _ in further]
            ((found,),) = db.execute(
                f"SELECT json_group_object(id, json_array(key, coalesce({self._following}, 1)))"
                f" FROM {self._heads} WHERE id IN (SELECT value FROM json_each(?))",
                [to_json(unknown).decode()],
            )
            self._known |= from_json(found, dict[str, tuple[int, int]])
        return self._known


@cache
def _adding(kind: str, lines: str, rows: int) -> str:
    """Give the statement that adds so many lines."""
    values = ", ".join(["(?, ?, ?)"] * rows)
    return f"INSERT INTO {lines} ({kind}, n, line) VALUES {values}"
