"""The tiles of a task by number and colour."""

from __future__ import annotations

from kostka.solver.reference.pieces import COLOURS, Jokers
from kostka.solver.task import Task
from kostka.tiles.tile import HIGHEST, NUMBERS

Row = tuple[int, ...]
"""Something for each colour at one number."""

OUT_OF_SIGHT = 99
_ROWS = HIGHEST + 4
"""Rows 0 and 14 to 16 are empty, so that one can look ahead from every number."""


class Hand:
    """The tiles of a task by number and colour."""

    def __init__(self, task: Task) -> None:
        """Sort the tiles of a task."""
        held = tuple(must + may for must, may in zip(task.must, task.may, strict=True))
        self.must = [_row(task.must, number) for number in range(_ROWS)]
        """Number tiles that must be laid: `must[number][colour]`."""
        self.held = [_row(held, number) for number in range(_ROWS)]
        """Number tiles that must or may be laid."""
        self.gains = [_row(task.gains, number) for number in range(_ROWS)]
        first_joker = len(COLOURS) * HIGHEST
        self.must_jokers = Jokers(*task.must[first_joker:])
        self.held_jokers = Jokers(*held[first_joker:])
        self.joker_gains = Jokers(*task.gains[first_joker:])
        self.next_tile = [self._next_tiles(number) for number in range(_ROWS)]
        """The next higher number of which there is a tile: `next_tile[number][colour]`."""
        self.opening = task.worth is not None
        self.worth = 0 if task.worth is None else max(task.worth, 1)
        """What an opening must be worth: at least something, so that there is a set."""
        self.later_gain = [self._later_gain(number) for number in range(_ROWS)]
        """The most that tiles of higher numbers can gain."""
        self.later_worth = [self._later_worth(number) for number in range(_ROWS)]
        """The most that tiles of higher numbers can be worth in an opening."""

    def gain_at(self, number: int, laid: Row) -> int:
        """Say what the tiles of a number gain if so many of each colour are laid."""
        rows = zip(laid, self.must[number], self.gains[number], strict=True)
        return sum((count - must) * gain for count, must, gain in rows)

    def most_at(self, number: int) -> int:
        """Say what the tiles of a number gain at most."""
        return self.later_gain[number - 1] - self.later_gain[number]

    def reaches_tile(self, number: int, colour: int, left: Jokers) -> bool:
        """Can a run go on after a number so that jokers lead to another number tile in it?"""
        filled = left.ordinary + 2 * left.double
        if self.next_tile[number][colour] - number - 1 <= filled:
            return True
        return (
            left.change > 0
            and min(self.next_tile[number + 1]) - number - 1 <= filled + left.change
        )

    def _next_tiles(self, number: int) -> Row:
        return tuple(
            next((n for n in range(number + 1, HIGHEST + 1) if self.held[n][c]), OUT_OF_SIGHT)
            for c in COLOURS
        )

    def _later_gain(self, number: int) -> int:
        return sum(
            (self.held[n][c] - self.must[n][c]) * max(self.gains[n][c], 0)
            for n in range(number + 1, HIGHEST + 1)
            for c in COLOURS
        )

    def _later_worth(self, number: int) -> int:
        return sum(n * sum(self.held[n]) for n in range(number + 1, HIGHEST + 1))


def _row(counts: tuple[int, ...], number: int) -> Row:
    if number not in NUMBERS:
        return (0,) * len(COLOURS)
    return tuple(counts[colour * HIGHEST + number - 1] for colour in COLOURS)
