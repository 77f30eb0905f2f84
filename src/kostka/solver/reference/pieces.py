"""Names for what is laid: colours by their index, the four kinds of joker, and counts of these."""

from __future__ import annotations

from typing import NamedTuple

from kostka.tiles.tile import JOKERS, Colour, Face, joker, number_tile

COLOURS = range(len(Colour))

Piece = int
"""A number tile of the colour 0 to 3, its number being known; or one of the jokers."""

J, D, C, M = range(len(Colour), len(Colour) + len(JOKERS))

_COLOURS = tuple(Colour)


def face_of(piece: Piece, number: int) -> Face:
    """Give the tile that a piece is at a number."""
    if piece in COLOURS:
        return number_tile(_COLOURS[piece], number)
    return joker(JOKERS[piece - J])


class Jokers(NamedTuple):
    """How many jokers of each kind."""

    ordinary: int = 0
    double: int = 0
    change: int = 0
    mirror: int = 0

    def plus(self, other: Jokers) -> Jokers:
        """Count both together."""
        return Jokers(
            self[0] + other[0], self[1] + other[1], self[2] + other[2], self[3] + other[3]
        )

    def minus(self, other: Jokers) -> Jokers:
        """Take others away."""
        return Jokers(
            self[0] - other[0], self[1] - other[1], self[2] - other[2], self[3] - other[3]
        )

    def holds(self, other: Jokers) -> bool:
        """Are there at least as many of each kind?"""
        return (
            self[0] >= other[0]
            and self[1] >= other[1]
            and self[2] >= other[2]
            and self[3] >= other[3]
        )


NO_JOKERS = Jokers()
