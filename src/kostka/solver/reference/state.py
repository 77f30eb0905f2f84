"""What is open between two numbers, and a move at one number."""

from __future__ import annotations

from typing import NamedTuple

from kostka.melds.reading import MIN_SET_SIZE
from kostka.solver.reference.groups import Groups
from kostka.solver.reference.hand import Row
from kostka.solver.reference.pieces import COLOURS, CoveringRun, Jokers, Piece

LONG = MIN_SET_SIZE
"""The length of a complete run. Longer runs count as this long, since they can be split."""

Strands = tuple[int, int, int]
"""Counts of open runs of one colour with one tile, two tiles, and three or more."""

NO_STRANDS: Strands = (0, 0, 0)


class Pair(NamedTuple):
    """The two sides of an open mirrored run, which grow together.

    A rising pair has at least one cell and grows until its mirror joker follows. A falling pair
    starts after its mirror joker and grows up to 13. If it ended lower, the same tiles could rise
    instead, with a mirror joker that is worth more.
    """

    rising: bool
    colours: tuple[int, ...]
    """The colours that the next cells may have."""
    ahead: int
    """The count of sides that already fill the next number, with a double joker."""
    is_single: bool
    """Whether it needs a second cell on each side (a house rule)."""
    lacks_tile: bool
    """Whether it needs a number tile (a house rule)."""

    @property
    def may_end(self) -> bool:
        """Whether it has all that house rules ask for."""
        return not (self.is_single or self.lacks_tile)


class State(NamedTuple):
    """What is open between two numbers. Everything else that was laid is final."""

    strands: tuple[Strands, ...]
    """Open runs, by colour."""
    covering: tuple[CoveringRun, ...]
    pairs: tuple[Pair, ...]
    left: Jokers
    """Unused jokers; the mirror joker of an open rising pair counts as used."""
    has_run: bool
    """Whether there is a run without a mirror joker, where spare jokers find a place."""
    worth: int
    """The worth of an opening so far."""
    bare: Strands
    """Open runs of jokers alone, where house rules forbid such sets."""
    changed: tuple[CoveringRun, ...]
    """The run whose last tile is a colour-change joker, where no other may follow it."""


class RunStep(NamedTuple):
    """A double or colour-change joker laid at an open run of a colour and length, 0 for none."""

    colour: int
    length: int
    piece: Piece
    onward: int
    """The colour in which the run continues."""


class PairStep(NamedTuple):
    """Pieces laid at a pair: its mirror joker, or one at each side that has none yet."""

    before: Pair | None
    pieces: tuple[Piece, ...]
    after: Pair | None


SpecialStep = RunStep | PairStep


class Move(NamedTuple):
    """Everything that is laid at one number."""

    steps: tuple[SpecialStep, ...]
    """Special jokers in runs, and mirrored runs."""
    tiles: Row
    """The count of number tiles of each colour that extend or begin plain runs."""
    ordinary: Row
    """The count of ordinary jokers that do, by colour."""
    groups: Groups


def make_start_state(jokers: Jokers) -> State:
    """Return the state before the first number."""
    strands = tuple(NO_STRANDS for _ in COLOURS)
    return State(strands, (), (), jokers, has_run=False, worth=0, bare=NO_STRANDS, changed=())


def estimate_distance(number: int, state: State) -> int:
    """Estimate how far a state is from a good end; lower is better.

    It only decides which of several equally good states is tried first.
    """
    must_go_on = sum(one + two for one, two, _ in state.strands)
    mirrored = 2 * state.left.mirror + 3 * len(state.pairs)
    return must_go_on + mirrored - state.left.count_jokers_for_runs() - number
