"""kostka's solver in the form that the benchmark calls."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bench.solver.play import Play
from bench.solver.positions import Position
from kostka.solver import Answer, solve


class KostkaSolver:
    """kostka's solver, called as any Python program would call it."""

    name = "kostka"
    counts_points = True

    def __init__(self, *, least_change: bool) -> None:
        """Choose whether the table has to change as little as possible."""
        self.least_change = least_change

    def prepare_solve_call(self, position: Position) -> Callable[[], Answer]:
        """Return the call that solves a position; only the arguments are prepared."""
        return partial(
            solve,
            position.edition,
            position.table,
            position.rack,
            opened=position.opened,
            least_change=self.least_change,
        )

    def convert_answer_to_play(self, _: Position, answer: Answer) -> Play:
        """Return the answer as a play."""
        return Play(answer.placed, answer.table, answer.optimal, answer.changes_least)
