"""Timing solvers on the same positions, in turns, and how the times are spread."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median, quantiles
from time import perf_counter_ns

import msgspec

from kostka.bench.play import Play, Solver
from kostka.bench.position import Position

WARM_UP = 1
"""How many positions are solved before anything is timed."""

LONG_PASS = 60_000_000.0
"""Microseconds; whoever took longer for all positions is spared further passes."""


class Spread(msgspec.Struct, frozen=True):
    """How times are spread, in microseconds."""

    median: float
    p95: float
    p99: float
    max: float


class Run(msgspec.Struct, frozen=True):
    """What a solver did with some positions, in their order."""

    solver: str
    times: list[float]
    """The best of all passes, in microseconds."""
    first: list[float]
    """Those of the first pass."""
    passes: int
    plays: list[Play]

    @property
    def spread(self) -> Spread:
        """The times in a few numbers."""
        return spread(self.times)

    @property
    def first_spread(self) -> Spread:
        """The times of the first pass in a few numbers."""
        return spread(self.first)

    @property
    def unproven(self) -> int:
        """How often the solver does not say that its answer is the best."""
        return sum(not play.proven for play in self.plays)


def spread(times: Sequence[float]) -> Spread:
    """Give the times in a few numbers."""
    cuts = quantiles(times, n=100, method="inclusive") if len(times) > 1 else [*times] * 99
    numbers = (median(times), cuts[94], cuts[98], max(times))
    return Spread(*(round(number, 1) for number in numbers))


def timed(solvers: Sequence[Solver], positions: Sequence[Position], passes: int) -> list[Run]:
    """Time every solver on every position.

    In each pass one solver after the other goes through all positions, so that whatever else the
    machine does meets all of them, and no position is solved twice in a row. For each position the
    best pass counts, for every solver alike.
    """
    for solver in solvers:
        for position in positions[:WARM_UP]:
            solver.prepare(position)()
    runs = [_first_pass(solver, positions) for solver in solvers]
    for _ in range(passes - 1):
        for at, solver in enumerate(solvers):
            if sum(runs[at].first) <= LONG_PASS:
                runs[at] = _better(runs[at], _one_pass(solver, positions)[0])
    return runs


def _first_pass(solver: Solver, positions: Sequence[Position]) -> Run:
    times, plays = _one_pass(solver, positions)
    return Run(solver.name, times, times, 1, plays)


def _better(run: Run, times: Sequence[float]) -> Run:
    best = list(map(min, run.times, times))
    return msgspec.structs.replace(run, times=best, passes=run.passes + 1)


def _one_pass(solver: Solver, positions: Sequence[Position]) -> tuple[list[float], list[Play]]:
    times, plays = [], []
    for position in positions:
        call = solver.prepare(position)
        start = perf_counter_ns()
        answer = call()
        times.append((perf_counter_ns() - start) / 1000)
        plays.append(solver.play(position, answer))
    return times, plays
