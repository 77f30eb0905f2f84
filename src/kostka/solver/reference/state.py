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


Step = RunStep | PairStep


class Move(NamedTuple):
    """All that is done at one number."""

    steps: tuple[Step, ...]
    """Special jokers in runs, and mirrored runs."""
    tiles: Row
    """How many number tiles of each colour go to other places of runs."""
    ordinary: Row
    """How many ordinary jokers do."""
    groups: Groups


def start(jokers: Jokers) -> State:
    """Give the state before the first number."""
    return State(tuple(NO_STRANDS for _ in COLOURS), (), (), jokers, has_run=False, worth=0)


def unease(number: int, state: State) -> int:
    """Guess how far a state after a number is from a good end: the lower, the better.

    It only says which of several equally good states to try first.
    """
    must_go_on = sum(one + two for one, two, _ in state.strands)
    mirrored = 2 * state.left.mirror + 3 * len(state.pairs)
    return must_go_on + mirrored - state.left.in_runs() - number
