"""Solvers for tests that answer what they are told to."""

from __future__ import annotations

from collections.abc import Callable

from bench.solver.play import Play
from bench.solver.positions import Position
from kostka.editions import get_edition
from kostka.tiles import parse_set, parse_table


class FakeSolver:
    """Answers with the same play every time, and counts how often it is asked."""

    def __init__(self, play: Play, *, name: str = "fake", counts_points: bool = False) -> None:
        self.answer = play
        self.name = name
        self.counts_points = counts_points
        self.asked: list[Position] = []
        self.log: list[str] = []

    def prepare_solve_call(self, position: Position) -> Callable[[], Play]:
        def call() -> Play:
            self.asked.append(position)
            self.log.append(self.name)
            return self.answer

        return call

    def convert_answer_to_play(self, _: Position, answer: Play) -> Play:
        return answer


def make_position(table: str, rack: str, *, opened: bool = True, book: str = "classic") -> Position:
    return Position(get_edition(book), parse_table(table), parse_set(rack), opened=opened)


def make_play(placed: str, table: str, *, proven: bool = True) -> Play:
    return Play(tuple(parse_set(placed)), tuple(map(tuple, parse_table(table))), proven)
