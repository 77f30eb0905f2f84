"""The tiles of a task by number and colour."""

from __future__ import annotations

from kostka.solver.reference.pieces import COLOURS, CoveringRun, Jokers
from kostka.solver.task import Task
from kostka.tiles.tile import HIGHEST, NUMBERS

Row = tuple[int, ...]
"""A count for each colour, at one number."""

UNREACHABLE = 99
_ROWS = range(HIGHEST + 4)
"""Includes empty rows for 0 and 14 to 16, so that the search can look ahead from every number."""


class Hand:
    """The tiles of a task by number and colour, as `held_tiles[number][colour]`."""

    def __init__(self, task: Task) -> None:
        """Sort the tiles of a task by number and colour."""
        held = tuple(map(int.__add__, task.must, task.may))
        self.must_tiles = [_get_counts_by_colour(task.must, number) for number in _ROWS]
        """Number tiles that must be laid."""
        self.held_tiles = [_get_counts_by_colour(held, number) for number in _ROWS]
        """Number tiles that must or may be laid."""
        self.gains = [_get_counts_by_colour(task.gains, number) for number in _ROWS]
        self.copies = max(map(max, self.held_tiles))

        first_joker = len(COLOURS) * HIGHEST
        self.must_jokers = Jokers(*task.must[first_joker:])
        self.held_jokers = Jokers(*held[first_joker:])
        self.joker_gains = Jokers(*task.gains[first_joker:])

        self.rules = task.rules
        self.tracks_bare_runs = not task.rules.joker_only_sets
        """Whether runs of jokers alone must be told apart."""
        self.parts_changes = not task.rules.adjacent_colour_changes
        """Whether colour-change jokers must not lie side by side, and so are never spare."""
        self.opening = task.worth is not None
        self.min_worth = 0 if task.worth is None else max(task.worth, 1)
        """What an opening must be worth (N-22): at least 1, so that there is a set."""

        self.max_gains = [self._compute_max_gain(number) for number in _ROWS]
        """The maximum gain from the tiles of each number."""
        self.later_worth = [
            sum(later * sum(self.held_tiles[later]) for later in _ROWS[number + 1 :])
            for number in _ROWS
        ]
        """The total worth of all tiles with higher numbers."""
        self._next_tiles = [self._find_next_tile_numbers(number) for number in _ROWS]

    def compute_gain_at_number(self, number: int, laid: Row) -> int:
        """Return the gain from a number's tiles when `laid` of each colour are laid."""
        gain = 0
        for colour, count in enumerate(laid):
            gain += (count - self.must_tiles[number][colour]) * self.gains[number][colour]
        return gain

    def can_reach_tile(self, number: int, colour: int, left: Jokers) -> bool:
        """Return whether jokers can bridge the gap from a number to the next number tile."""
        fill = left.ordinary + 2 * left.double
        gap = self._next_tiles[number][colour] - number - 1
        if gap <= fill or not left.change:
            return gap <= fill
        # With a colour change inside the gap, the next tile may have any colour.
        return min(self._next_tiles[number + 1]) - number - 1 <= fill + left.change

    def can_begin_with_joker(self, filled: int, colour: int, left: Jokers) -> bool:
        """Return whether to try a run that begins with a joker and is filled up to a number.

        A run that reaches no number tile consists of jokers only. Those are worth most at the
        highest numbers, and two colours are enough for them. Outside openings such jokers are
        spare jokers.
        """
        if self.can_reach_tile(filled, colour, left):
            return True
        in_search = self.opening or self.parts_changes
        return in_search and colour in COLOURS[:2] and filled + left.count_cells() >= HIGHEST

    def mark_changed_run(self, run: CoveringRun, left: Jokers) -> tuple[CoveringRun, ...]:
        """Return the run that has got a colour-change joker, if another one might follow it."""
        return (run,) if self.parts_changes and left.change else ()

    def _compute_max_gain(self, number: int) -> int:
        best = (
            held if gain > 0 else must
            for held, must, gain in zip(
                self.held_tiles[number], self.must_tiles[number], self.gains[number], strict=True
            )
        )
        return self.compute_gain_at_number(number, tuple(best))

    def _find_next_tile_numbers(self, number: int) -> Row:
        """Return for each colour the next higher number that has a tile."""
        return tuple(
            next(
                (later for later in _ROWS[number + 1 :] if self.held_tiles[later][colour]),
                UNREACHABLE,
            )
            for colour in COLOURS
        )


def _get_counts_by_colour(counts: tuple[int, ...], number: int) -> Row:
    if number not in NUMBERS:
        return (0,) * len(COLOURS)
    return tuple(counts[colour * HIGHEST + number - 1] for colour in COLOURS)
