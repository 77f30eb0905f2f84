"""Our own solver, as the benchmark calls it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bench.solver.play import Play
from bench.solver.positions import Position
from kostka.solver import Answer, solve


class Ours:
    """Our solver, from tiles to the answer as any Python program sees it."""

    name = "kostka"
    counts_points = True

    def __init__(self, *, least_change: bool) -> None:
        """Choose whether the table is to change as little as possible."""
        self.least_change = least_change

    def prepare(self, position: Position) -> Callable[[], Answer]:
        """Nothing is prepared but the arguments."""
        return partial(
            solve,
            position.edition,
            position.table,
            position.rack,
            opened=position.opened,
            least_change=self.least_change,
        )

    def play(self, _: Position, answer: Answer) -> Play:
        """Take the play as it is."""
        return Play(answer.placed, answer.table, answer.optimal, answer.least_change)
