"""Reads the stored positions: a table, a rack, and whether the player has opened, per line."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from importlib import resources

import msgspec

from kostka.editions import Edition, get_edition
from kostka.events.codec import from_json, to_json
from kostka.tiles import Face, format_set, format_table, parse_set, parse_table

EDITIONS = ("classic", "six", "twist")


class StoredPosition(msgspec.Struct, frozen=True):
    """A position as a line of JSON, which `kostka solve --batch` also reads."""

    edition: str
    table: str
    rack: str
    opened: bool


class Position:
    """A position that can be solved."""

    def __init__(
        self, book: Edition, table: Iterable[Iterable[Face]], rack: Iterable[Face], *, opened: bool
    ) -> None:
        """Keep the tables as tuples and the rack sorted."""
        self.edition = book
        self.table = [tuple(faces) for faces in table]
        self.rack = sorted(rack)
        self.opened = opened

    @cached_property
    def table_tile_count(self) -> int:
        """The number of tiles on the table."""
        return sum(map(len, self.table))

    @property
    def stored_line(self) -> bytes:
        """The position as it is stored."""
        table, rack = format_table(self.table), format_set(self.rack)
        return to_json(StoredPosition(self.edition.key, table, rack, self.opened))

    @staticmethod
    def parse_line(line: bytes | str) -> Position:
        """Return the position of a stored line."""
        stored = from_json(line, StoredPosition)
        table, rack = parse_table(stored.table), parse_set(stored.rack)
        return Position(get_edition(stored.edition), table, rack, opened=stored.opened)


KINDS = ("opened", "dense", "opening")
"""After the opening, from early to late; with most of the box on the table; before the opening."""


def read_positions(book: str, kind: str) -> list[Position]:
    """Read the stored positions of an edition and a kind."""
    file = resources.files("bench") / "positions" / f"{book}-{kind}.txt"
    return [Position.parse_line(line) for line in file.read_bytes().splitlines()]
