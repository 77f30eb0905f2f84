"""Timing solvers on the same positions, in turns, and how the times are spread."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median, quantiles
from time import perf_counter_ns

import msgspec

from bench.solver.play import Play, Solver
from bench.solver.positions import Position

WARM_UP = 1
"""How many positions are solved before anything is timed."""

BLOCK = 10
"""After so many positions it is the next solver's turn."""

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

    The solvers take turns after a few positions, so that whatever else the machine does meets all
    of them, and no position is solved twice in a row. For each position the best pass counts, for
    every solver alike.
    """
    for solver in solvers:
        for position in positions[:WARM_UP]:
            solver.prepare(position)()
    runs = _one_pass(solvers, positions)
    again = [at for at, run in enumerate(runs) if sum(run.first) <= LONG_PASS]
    for _ in range(passes - 1):
        more = _one_pass([solvers[at] for at in again], positions)
        for at, run in zip(again, more, strict=True):
            runs[at] = _better(runs[at], run)
    return runs


def _one_pass(solvers: Sequence[Solver], positions: Sequence[Position]) -> list[Run]:
    runs = []
    for solver in solvers:
        times: list[float] = []
        runs.append(Run(solver.name, times, times, 1, []))
    for start in range(0, len(positions), BLOCK):
        for solver, run in zip(solvers, runs, strict=True):
            for position in positions[start : start + BLOCK]:
                _one_position(solver, position, run)
    return runs


def _one_position(solver: Solver, position: Position, run: Run) -> None:
    call = solver.prepare(position)
    start = perf_counter_ns()
    answer = call()
    run.times.append((perf_counter_ns() - start) / 1000)
    run.plays.append(solver.play(position, answer))


def _better(run: Run, again: Run) -> Run:
    best = list(map(min, run.times, again.times))
    return msgspec.structs.replace(run, times=best, passes=run.passes + 1)
