"""Names for what is laid: colours by their index, the four kinds of joker, and counts of these."""

from __future__ import annotations

from typing import NamedTuple

from kostka.tiles.tile import JOKERS, Colour, Face, joker, number_tile

COLOURS = range(len(Colour))

Piece = int
"""A number tile by its colour, 0 to 3, where its number is known; or one of the jokers."""

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

    def minus(self, other: Jokers) -> Jokers:
        """Take others away."""
        return Jokers(
            self.ordinary - other.ordinary,
            self.double - other.double,
            self.change - other.change,
            self.mirror - other.mirror,
        )

    def holds(self, other: Jokers) -> bool:
        """Say whether there are at least as many of each kind."""
        return all(map(int.__ge__, self, other))

    def in_runs(self) -> int:
        """Count those that can lie in a plain run: all but the mirror jokers."""
        return self.ordinary + self.double + self.change

    def cells(self) -> int:
        """Count the cells that those fill."""
        return self.ordinary + 2 * self.double + self.change

    def reserve(self) -> int:
        """Count the cells that plain runs need and that jokers can provide, at most.

        A double joker fills two. A colour-change joker fills one and makes another one needless,
        as the run goes on in a colour in which there may be more tiles.
        """
        return self.ordinary + 2 * self.double + 2 * self.change


NO_JOKERS = Jokers()
