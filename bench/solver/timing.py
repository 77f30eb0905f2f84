"""Times several solvers on the same positions, alternately."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter_ns

import msgspec

from bench.solver.play import Play, Solver
from bench.solver.positions import Position
from bench.spread import Spread, compute_spread

WARM_UP = 1
"""Positions that are solved before anything is timed."""

BLOCK = 10
"""Positions after which the next solver takes over."""

LONG_PASS = 60_000_000.0
"""Microseconds; a solver that takes longer for all positions gets no further passes."""


class SolverRun(msgspec.Struct, frozen=True):
    """What a solver did with some positions, in their order."""

    solver: str
    times: list[float]
    """The best of all passes, in microseconds."""
    first: list[float]
    """The times of the first pass."""
    passes: int
    plays: list[Play]

    @property
    def spread(self) -> Spread:
        """The spread of the best times."""
        return compute_spread(self.times)

    @property
    def first_pass_spread(self) -> Spread:
        """The spread of the times of the first pass."""
        return compute_spread(self.first)

    @property
    def unproven_count(self) -> int:
        """The number of answers that are not claimed to be the best."""
        return sum(not play.proven for play in self.plays)


def time_solvers(
    solvers: Sequence[Solver], positions: Sequence[Position], passes: int
) -> list[SolverRun]:
    """Time every solver on every position.

    The solvers alternate after a few positions, so that other load on the machine affects all of
    them alike and no position is solved twice in a row. For each position the best pass counts.
    """
    for solver in solvers:
        for position in positions[:WARM_UP]:
            solver.prepare_solve_call(position)()
    runs = _time_one_pass(solvers, positions)
    again = [at for at, run in enumerate(runs) if sum(run.first) <= LONG_PASS]
    for _ in range(passes - 1):
        more = _time_one_pass([solvers[at] for at in again], positions)
        for at, run in zip(again, more, strict=True):
            runs[at] = _keep_best_times(runs[at], run)
    return runs


def _time_one_pass(solvers: Sequence[Solver], positions: Sequence[Position]) -> list[SolverRun]:
    runs = []
    for solver in solvers:
        times: list[float] = []
        runs.append(SolverRun(solver.name, times, times, 1, []))
    for start in range(0, len(positions), BLOCK):
        for solver, run in zip(solvers, runs, strict=True):
            for position in positions[start : start + BLOCK]:
                _time_one_position(solver, position, run)
    return runs


def _time_one_position(solver: Solver, position: Position, run: SolverRun) -> None:
    call = solver.prepare_solve_call(position)
    start = perf_counter_ns()
    answer = call()
    run.times.append((perf_counter_ns() - start) / 1000)
    run.plays.append(solver.convert_answer_to_play(position, answer))


def _keep_best_times(run: SolverRun, again: SolverRun) -> SolverRun:
    best = list(map(min, run.times, again.times))
    return msgspec.structs.replace(run, times=best, passes=run.passes + 1)
