"""A move at a number while it is being decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kostka.solver.reference.hand import Row
from kostka.solver.reference.pieces import CoveringRun, D, Jokers, Piece
from kostka.solver.reference.state import LONG, Pair, SpecialStep, Strands


class PartialMove(NamedTuple):
    """A move at a number so far: special jokers are laid, the other pieces are not."""

    rest: tuple[Strands, ...]
    """Open runs without a tile at this number."""
    added: tuple[Strands, ...]
    """Open runs with a tile at this number."""
    covering: tuple[CoveringRun, ...]
    pairs: tuple[Pair, ...]
    used: Row
    """Tiles of this number in mirrored runs and in runs that were bare."""
    left: Jokers
    worth: int
    bare_rest: Strands
    """Bare runs without a tile at this number."""
    bare: Strands
    """Bare runs with a tile at this number."""
    changed_before: tuple[CoveringRun, ...]
    """The run that must not get a colour-change joker now, if there is one."""
    changed: tuple[CoveringRun, ...]
    """The same at the next number."""
    steps: tuple[SpecialStep, ...]


def apply_repeatedly(
    partial: PartialMove, once: Callable[[PartialMove], Iterator[PartialMove]]
) -> Iterator[PartialMove]:
    """Yield the results of applying `once` no time, one time, two times and so on.

    Results that differ only in the order of their steps are merged.
    """
    fresh = [partial]
    while fresh:
        yield from fresh
        without_steps = {partial[:-1]: partial for before in fresh for partial in once(before)}
        fresh = list(without_steps.values())


def compute_piece_points(number: int, piece: Piece) -> int:
    """Return what a piece counts in an opening at a number."""
    return 2 * number + 1 if piece == D else number


def adjust_run_count(
    all_strands: tuple[Strands, ...], colour: int, length: int, by: int
) -> tuple[Strands, ...]:
    """Return the counts with `by` more runs of a colour and length."""
    strands = adjust_run_count_in_colour(all_strands[colour], length, by)
    return (*all_strands[:colour], strands, *all_strands[colour + 1 :])


def adjust_run_count_in_colour(strands: Strands, length: int, by: int) -> Strands:
    """Return the counts with `by` more runs of a length."""
    one, two, three = strands
    if length == 1:
        return one + by, two, three
    if length < LONG:
        return one, two + by, three
    return one, two, three + by
