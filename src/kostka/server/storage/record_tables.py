"""The tables that hold a server's data, for copies from one kind of store to another.

Every store yields the same rows in the same order, whatever its own tables look like. Nodes and
leases are left out: they belong to a database, not to the data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

import msgspec

from kostka.server.storage.store import StoreFailed

Row = tuple[Any, ...]

Progress = Callable[[str, int, int], None]
"""Called with what is being done, and how much of how much is done."""


class RecordTable(NamedTuple):
    """A table whose rows are copied."""

    name: str
    columns: tuple[str, ...]
    order: tuple[str, ...]
    """The columns by which rows are sorted, which no two rows share."""
    batch_rows: int
    """How many rows are in memory at a time."""
    truths: tuple[str, ...] = ()
    """Columns with True or False."""


TOURNAMENT_ID = "tournaments".removesuffix("s")
"""The column that names a tournament. (An edition has the same name, which code must not ask.)"""

# Each table comes after those that it refers to. Rooms, the first lines of games and uploads may
# contain whole word lists.
RECORD_TABLES = (
    RecordTable(
        "guests",
        ("id", "token_hash", "name", "created", "last_seen", "to_forget"),
        ("id",),
        1000,
        ("to_forget",),
    ),
    RecordTable(
        "rooms",
        ("code", "snapshot", "updated", "closed", TOURNAMENT_ID, "due", "hand_over"),
        ("code",),
        50,
        ("closed",),
    ),
    RecordTable("room_guests", ("guest", "room"), ("guest", "room"), 1000),
    RecordTable("games", ("key", "id", "room", "header"), ("key",), 50),
    RecordTable("game_guests", ("guest", "game", "seat"), ("guest", "game"), 1000),
    RecordTable("lines", ("game", "n", "line"), ("game", "n"), 1000),
    RecordTable("tournaments", ("key", "id", "header", "updated"), ("key",), 50),
    RecordTable("entries", (TOURNAMENT_ID, "n", "line"), (TOURNAMENT_ID, "n"), 1000),
    RecordTable("uploads", ("id", "data", "saved", "expires"), ("id",), 5),
)

COUNTED_TABLES = ("guests", "rooms", "games", "tournaments")
"""What commands tell people about."""


class RecordSource(Protocol):
    """Reads all rows of a store as they are at one moment."""

    def count_rows(self, table: RecordTable) -> int:
        """Return how many rows a table has."""
        ...

    def iterate_batches(self, table: RecordTable) -> Iterator[list[Row]]:
        """Yield the rows of a table in their order, `batch_rows` at a time."""
        ...


class RecordTarget(RecordSource, Protocol):
    """An empty store that is being filled."""

    def insert_rows(self, table: RecordTable, rows: Iterable[Row]) -> None:
        """Add rows to a table."""
        ...

    def finish(self) -> None:
        """Derive what the store needs beside the rows, after all of them are there."""
        ...


def copy_records(
    source: RecordSource, target: RecordTarget, report: Progress
) -> tuple[dict[str, int], bytes]:
    """Copy all rows; return how many of each kind there are, and a hash of everything."""
    counts = {table.name: source.count_rows(table) for table in RECORD_TABLES}
    done, total, digest = 0, sum(counts.values()), sha256()
    report("copying", 0, total)
    for table in RECORD_TABLES:
        for rows in source.iterate_batches(table):
            target.insert_rows(table, rows)
            digest.update(msgspec.msgpack.encode(rows))
            done += len(rows)
            report("copying", done, total)
    target.finish()
    return {name: counts[name] for name in COUNTED_TABLES}, digest.digest()


def check_copy(copy: RecordSource, digest: bytes, report: Progress) -> None:
    """Read a copy again; raise `StoreFailed` unless it is equal to the byte."""
    done, total = 0, sum(copy.count_rows(table) for table in RECORD_TABLES)
    found = sha256()
    report("comparing", 0, total)
    for table in RECORD_TABLES:
        for rows in copy.iterate_batches(table):
            found.update(msgspec.msgpack.encode(rows))
            done += len(rows)
            report("comparing", done, total)
    if found.digest() != digest:
        raise StoreFailed("the copy differs from the original, so it is not used")
