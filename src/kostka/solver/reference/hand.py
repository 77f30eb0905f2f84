"""The tiles of a task by number and colour."""

from __future__ import annotations

from kostka.solver.reference.pieces import COLOURS, Jokers
from kostka.solver.task import Task
from kostka.tiles.tile import HIGHEST, NUMBERS

Row = tuple[int, ...]
"""A count for each colour, at one number."""

OUT_OF_SIGHT = 99
_ROWS = range(HIGHEST + 4)
"""There are empty rows for 0 and for 14 to 16, so that one can look ahead from every number."""


class Hand:
    """The tiles of a task by number and colour. Number tiles: `held[number][colour]`."""

    def __init__(self, task: Task) -> None:
        """Sort the tiles of a task."""
        held = tuple(map(int.__add__, task.must, task.may))
        self.must = [_row(task.must, number) for number in _ROWS]
        """Number tiles that must be laid."""
        self.held = [_row(held, number) for number in _ROWS]
        """Those that must or may be laid."""
        self.gains = [_row(task.gains, number) for number in _ROWS]
        self.copies = max(map(max, self.held))

        first_joker = len(COLOURS) * HIGHEST
        self.must_jokers = Jokers(*task.must[first_joker:])
        self.held_jokers = Jokers(*held[first_joker:])
        self.joker_gains = Jokers(*task.gains[first_joker:])

        self.opening = task.worth is not None
        self.worth = 0 if task.worth is None else max(task.worth, 1)
        """What an opening must be worth: something at least, so that there is a set (N-22)."""

        self.most = [self._most_gain(number) for number in _ROWS]
        """What the tiles of a number gain at most."""
        self.later_worth = [
            sum(later * sum(self.held[later]) for later in _ROWS[number + 1 :]) for number in _ROWS
        ]
        """What the tiles of higher numbers are worth together."""
        self._next_tile = [self._next_tiles(number) for number in _ROWS]

    def gain_at(self, number: int, laid: Row) -> int:
        """Say what the tiles of a number gain if so many of each colour are laid."""
        gain = 0
        for colour, count in enumerate(laid):
            gain += (count - self.must[number][colour]) * self.gains[number][colour]
        return gain

    def reaches_tile(self, number: int, colour: int, left: Jokers) -> bool:
        """Say whether jokers can lead a run on from a number to a number tile on hand."""
        fill = left.ordinary + 2 * left.double
        gap = self._next_tile[number][colour] - number - 1
        if gap <= fill or not left.change:
            return gap <= fill
        # With a change of colour in the gap it may be a tile of any colour.
        return min(self._next_tile[number + 1]) - number - 1 <= fill + left.change

    def may_begin(self, filled: int, colour: int, left: Jokers) -> bool:
        """Say whether a run may begin with a joker, if that fills it up to a number.

        If it leads to no number tile it is of jokers only. These are worth most at the highest
        numbers, in whatever colours; two are enough to take turns. Outside openings they are
        spare jokers.
        """
        if self.reaches_tile(filled, colour, left):
            return True
        return self.opening and colour in COLOURS[:2] and filled + left.cells() >= HIGHEST

    def _most_gain(self, number: int) -> int:
        best = (
            held if gain > 0 else must
            for held, must, gain in zip(
                self.held[number], self.must[number], self.gains[number], strict=True
            )
        )
        return self.gain_at(number, tuple(best))

    def _next_tiles(self, number: int) -> Row:
        """Give the next higher number of which there is a tile, for each colour."""
        return tuple(
            next((later for later in _ROWS[number + 1 :] if self.held[later][colour]), OUT_OF_SIGHT)
            for colour in COLOURS
        )


def _row(counts: tuple[int, ...], number: int) -> Row:
    if number not in NUMBERS:
        return (0,) * len(COLOURS)
    return tuple(counts[colour * HIGHEST + number - 1] for colour in COLOURS)
