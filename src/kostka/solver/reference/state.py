"""What is open between two numbers, and what is done at a number."""

from __future__ import annotations

from typing import NamedTuple

from kostka.melds.reading import SMALLEST_SET
from kostka.solver.reference.groups import Groups
from kostka.solver.reference.hand import Row
from kostka.solver.reference.pieces import COLOURS, Jokers, Piece

LONG = SMALLEST_SET
"""So many tiles make a run; longer ones need not be told apart, as they can be split."""

Strands = tuple[int, int, int]
"""How many open runs of one colour have one tile, two tiles, and three or more."""

NO_STRANDS: Strands = (0, 0, 0)


class Covering(NamedTuple):
    """An open run whose last tile is a double joker that fills the next number too."""

    colour: int
    length: int
    """How many tiles it has, at most `LONG`."""


class Pair(NamedTuple):
    """The two sides of an open mirrored run, which grow together.

    A rising pair has at least one cell and goes on until its mirror joker follows. A falling pair
    comes after its mirror joker and goes on up to 13: with any lower end it could as well rise,
    and its mirror joker would be worth more.
    """

    rising: bool
    colours: tuple[int, ...]
    """The colours that the next cells may have."""
    ahead: int
    """How many of the sides fill the next number already, with a double joker."""


class State(NamedTuple):
    """What is open between two numbers. Everything else that was laid is done with."""

    strands: tuple[Strands, ...]
    """Open runs, by colour."""
    covering: tuple[Covering, ...]
    pairs: tuple[Pair, ...]
    left: Jokers
    """Jokers not laid yet; an open rising pair has its mirror joker already."""
    has_run: bool
    """Has any run without a mirror joker been begun? Spare jokers find a place there."""
    worth: int
    """What an opening is worth so far."""


class RunStep(NamedTuple):
    """A double or colour-change joker laid at an open run of a colour and length, 0 for none."""

    colour: int
    length: int
    piece: Piece
    onward: int
    """The colour in which it goes on."""


class PairStep(NamedTuple):
    """What is laid at a pair: its mirror joker, or a cell of each side that has none yet."""

    before: Pair | None
    pieces: tuple[Piece, ...]
    after: Pair | None


class Move(NamedTuple):
    """All that is done at one number."""

    steps: tuple[RunStep | PairStep, ...]
    """Special jokers in runs, and mirrored runs."""
    tiles: Row
    """How many number tiles of each colour go to other places of runs."""
    ordinary: Row
    """How many ordinary jokers do."""
    groups: Groups


def start(jokers: Jokers) -> State:
    """Give the state before the first number."""
    return State(tuple(NO_STRANDS for _ in COLOURS), (), (), jokers, has_run=False, worth=0)


def standing(state: State) -> tuple[int, ...]:
    """Give figures that are all at most as high for a state that is as good for what follows.

    An open run of three tiles can do all that one of two tiles can, and more: it can end. The same
    goes for two and one. So what counts is how many have one tile, how many less than three, and
    how many there are at all. Jokers are better to have than not.
    """
    figures = [-state.worth]
    for one, two, three in state.strands:
        figures += (one, one + two, -one - two - three)
    ordinary, double, change, _ = state.left
    figures += (-ordinary, -double, -change)
    return tuple(figures)
