"""What a tile shows: a number in a colour, or a joker of one of four kinds."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

import msgspec

NUMBERS = range(1, 14)
LOWEST, HIGHEST = NUMBERS[0], NUMBERS[-1]


class Colour(StrEnum):
    """The four colours, by their letter in the notation, in canonical order."""

    BLACK = "K"
    RED = "R"
    BLUE = "B"
    ORANGE = "O"
    """Yellow in the travel box."""


class Kind(StrEnum):
    """Number tiles and the kinds of joker."""

    NUMBER = "number"
    ORDINARY = "J"
    DOUBLE = "D"
    COLOUR_CHANGE = "C"
    MIRROR = "M"


JOKERS = (Kind.ORDINARY, Kind.DOUBLE, Kind.COLOUR_CHANGE, Kind.MIRROR)


class Face(msgspec.Struct, frozen=True, gc=False, order=True, cache_hash=True):
    """What one side of a tile shows. There is one object per face, so `is` compares."""

    rank: int
    """Canonical order: by colour, then number, then the jokers."""
    name: str
    """The notation: `B3`, `J`."""
    kind: Kind
    number: int
    """0 for jokers."""
    colour: Colour | None
    """None for jokers."""
    width: int
    """How many numbers or colours it stands for in a set: 2 for a double joker, else 1."""

    def __str__(self) -> str:
        return self.name


@cache
def make_number_tile(colour: Colour, number: int, /) -> Face:
    """Return the face of a number tile."""
    rank = list(Colour).index(colour) * HIGHEST + number
    return Face(rank, f"{colour}{number}", Kind.NUMBER, number, colour, 1)


@cache
def make_joker(kind: Kind, /) -> Face:
    """Return the face of a joker."""
    rank = len(Colour) * HIGHEST + 1 + JOKERS.index(kind)
    return Face(rank, str(kind), kind, 0, None, 2 if kind is Kind.DOUBLE else 1)


FACES = tuple(make_number_tile(colour, number) for colour in Colour for number in NUMBERS) + tuple(
    make_joker(kind) for kind in JOKERS
)
"""Every face there is, in canonical order."""
