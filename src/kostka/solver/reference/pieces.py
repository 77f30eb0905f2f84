"""The pieces that sets are made of: colours by index, the four kinds of joker, joker counts."""

from __future__ import annotations

from typing import NamedTuple

from kostka.tiles.tile import JOKERS, Colour, Face, make_joker, make_number_tile

COLOURS = range(len(Colour))

BARE = len(Colour)
"""The colour of runs that have none yet, where these are told apart."""

Piece = int
"""A number tile as its colour index, 0 to 3, where the number is known; or one of the jokers."""

J, D, C, M = range(len(Colour), len(Colour) + len(JOKERS))

_COLOURS = tuple(Colour)


def make_face(piece: Piece, number: int) -> Face:
    """Return the tile for a piece at a number."""
    if piece in COLOURS:
        return make_number_tile(_COLOURS[piece], number)
    return make_joker(JOKERS[piece - J])


class Jokers(NamedTuple):
    """How many jokers of each kind."""

    ordinary: int = 0
    double: int = 0
    change: int = 0
    mirror: int = 0

    def subtract(self, other: Jokers) -> Jokers:
        """Return the counts without those of `other`."""
        return Jokers(
            self.ordinary - other.ordinary,
            self.double - other.double,
            self.change - other.change,
            self.mirror - other.mirror,
        )

    def has_all(self, other: Jokers) -> bool:
        """Return whether there are at least as many of each kind as in `other`."""
        return all(map(int.__ge__, self, other))

    def count_jokers_for_runs(self) -> int:
        """Count the jokers that fit in a plain run: all but the mirror jokers."""
        return self.ordinary + self.double + self.change

    def count_cells(self) -> int:
        """Count the cells that these jokers fill in plain runs."""
        return self.ordinary + 2 * self.double + self.change

    def count_reserve_cells(self) -> int:
        """Count the missing cells of plain runs that jokers can make up for, at most.

        A double joker fills two cells. A colour-change joker fills one and can save another, since
        the run continues in a colour that may have more tiles.
        """
        return self.ordinary + 2 * self.double + 2 * self.change


NO_JOKERS = Jokers()


class CoveringRun(NamedTuple):
    """An open run whose last tile is a double joker that fills the next number too."""

    colour: int
    length: int
    """The count of its tiles, at most three."""
