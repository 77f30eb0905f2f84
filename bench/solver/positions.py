"""The stored positions: a table, a rack, and whether the player has opened, one a line."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from importlib import resources

import msgspec

from kostka.editions import Edition, edition
from kostka.events.codec import from_json, to_json
from kostka.tiles import Face, format_set, format_table, parse_set, parse_table

EDITIONS = ("classic", "six", "twist")


class Stored(msgspec.Struct, frozen=True):
    """A position as a line of JSON, which `kostka solve --batch` reads too."""

    edition: str
    table: str
    rack: str
    opened: bool


class Position:
    """A position ready to be solved."""

    def __init__(
        self, book: Edition, table: Iterable[Iterable[Face]], rack: Iterable[Face], *, opened: bool
    ) -> None:
        """Lay the tiles out."""
        self.edition = book
        self.table = [tuple(faces) for faces in table]
        self.rack = sorted(rack)
        self.opened = opened

    @cached_property
    def on_table(self) -> int:
        """How many tiles lie on the table."""
        return sum(map(len, self.table))

    @property
    def line(self) -> bytes:
        """The position as it is stored."""
        table, rack = format_table(self.table), format_set(self.rack)
        return to_json(Stored(self.edition.key, table, rack, self.opened))

    @staticmethod
    def read(line: bytes | str) -> Position:
        """Read a stored position."""
        stored = from_json(line, Stored)
        table, rack = parse_table(stored.table), parse_set(stored.rack)
        return Position(edition(stored.edition), table, rack, opened=stored.opened)


KINDS = ("opened", "dense", "opening")
"""After the opening, from early to late; most tiles of the box on the table; before the opening."""


def stored_positions(book: str, kind: str) -> list[Position]:
    """Read the stored positions of an edition and a kind."""
    file = resources.files("bench") / "positions" / f"{book}-{kind}.txt"
    return [Position.read(line) for line in file.read_bytes().splitlines()]
