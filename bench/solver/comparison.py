"""Benchmarks the solver against its rivals: how long each takes, and whose answer is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import chain

import msgspec

from bench.machine import describe_machine, read_load_average
from bench.solver.cold_start import time_fresh_processes
from bench.solver.integer_program import IntegerProgram
from bench.solver.judging import Difference, Judge
from bench.solver.kostka_solver import KostkaSolver
from bench.solver.play import Solver
from bench.solver.positions import EDITIONS, KINDS, Position, read_positions
from bench.solver.rummikub_solver_peer import PeerSolver, can_play_edition
from bench.solver.timing import SolverRun, time_solvers
from bench.spread import Spread
from kostka.editions import get_edition
from kostka.events.errors import BadInput

PEERS = ("rummikub-solver", "cvxpy-base", "highspy")

PASSES = 3
FRESH_RUNS = 5
QUICK_EACH = 3
"""Positions of each kind in a quick run: those with the fewest tiles on the table."""


class Row(msgspec.Struct, frozen=True):
    """kostka and a rival on the same positions, or kostka alone."""

    positions: str
    n: int
    with_play: int
    """Positions in which a play exists."""
    least_change: bool
    """Whether we change the table as little as possible, which no rival can."""
    ours: Spread
    passes: int
    """The best of this many passes counts for each position."""
    ours_first: Spread
    """The first pass alone: later passes profit from remembered valid sets."""
    unproven: int
    """Our answers that are not proven to be the best."""
    not_least: int
    """Our answers that are not proven to keep as many sets as possible."""
    rival: str | None = None
    theirs: Spread | None = None
    their_passes: int = 0
    their_unproven: int = 0
    theirs_first: Spread | None = None
    faster_median: float | None = None
    """The rival's median divided by ours."""
    faster_p99: float | None = None
    faster_first_median: float | None = None
    """The same for the first pass alone."""
    faster_first_p99: float | None = None
    differing: int = 0


class Result(msgspec.Struct, frozen=True):
    """The result of a run. Times are in microseconds."""

    machine: dict[str, str | int]
    load: list[float]
    """Load average before and after; above the number of cores the times are blurred."""
    passes: int
    rows: list[Row]
    fresh: dict[str, Spread]
    """The first answer of a fresh process, by program."""
    differences: list[Difference]

    @property
    def is_never_worse(self) -> bool:
        """Whether no rival has a better answer than kostka."""
        return all(difference.right == "kostka" for difference in self.differences)


def run_solver_benchmark(
    editions: Sequence[str] = EDITIONS,
    *,
    quick: bool,
    peer: bool,
    progress: Callable[[str], None] = lambda _: None,
) -> Result:
    """Measure the solver on the stored positions, with its rivals if asked for."""
    if peer:
        _check_peers_installed()
    passes, load = 1 if quick else PASSES, read_load_average()
    rows: list[Row] = []
    differences: list[Difference] = []
    for key in editions:
        lots = _read_positions_by_kind(key, quick=quick)
        rivals = [*_make_rival_solvers(key, [*chain(*lots.values())])] if peer else []
        for name, positions in lots.items():
            progress(f"{name}: {len(positions)} positions")
            found = _compare_on_positions(name, positions, rivals, passes)
            rows += found[0]
            differences += found[1]
    progress("fresh processes")
    times = time_fresh_processes(_find_ordinary_position(), 1 if quick else FRESH_RUNS, peer=peer)
    machine = describe_machine() | _read_peer_versions(peer=peer)
    return Result(machine, load + read_load_average(), passes, rows, times, differences)


def _read_positions_by_kind(key: str, *, quick: bool) -> dict[str, list[Position]]:
    """Read the positions of an edition by kind; for a quick run only the easiest."""
    lots = {f"{key} {kind}": read_positions(key, kind) for kind in KINDS}
    if not quick:
        return lots
    del lots[f"{key} dense"]
    return {
        name: sorted(positions, key=lambda position: position.table_tile_count)[:QUICK_EACH]
        for name, positions in lots.items()
    }


def _find_ordinary_position() -> Position:
    """Return the first mid-game position that has a play."""
    ours, positions = KostkaSolver(least_change=False), read_positions("classic", "opened")
    middle = positions[len(positions) // 3 :]
    return next(one for one in middle if ours.prepare_solve_call(one)().placed)


def _make_rival_solvers(key: str, positions: Sequence[Position]) -> Iterator[Solver]:
    book = get_edition(key)
    if can_play_edition(book):
        yield PeerSolver(book)
    yield IntegerProgram.create_for_positions(book, positions)


def _compare_on_positions(
    name: str, positions: Sequence[Position], rivals: Sequence[Solver], passes: int
) -> tuple[list[Row], list[Difference]]:
    """Compare kostka, with and without least change, with all rivals."""
    ours: list[Solver] = [KostkaSolver(least_change=False)]
    if positions[0].opened:  # an opening leaves the table alone anyway
        ours.append(KostkaSolver(least_change=True))
    runs = time_solvers([*ours, *rivals], positions, passes)
    mine, others = runs[: len(ours)], runs[len(ours) :]
    judges = [Judge(positions[0].edition, rival) for rival in rivals]
    rows, differences = [], []
    for at, run in enumerate(mine):
        row = Row(
            positions=name,
            n=len(positions),
            with_play=sum(play.tile_count > 0 for play in run.plays),
            least_change=at > 0,
            ours=run.spread,
            passes=run.passes,
            ours_first=run.first_pass_spread,
            unproven=run.unproven_count,
            not_least=sum(not play.changes_least for play in run.plays),
        )
        if not rivals:
            rows.append(row)
        for judge, other in zip(judges, others, strict=True):
            found = _find_differences(name, judge, positions, run, other)
            rows.append(_add_rival_figures(row, other, len(found)))
            # With least change the same answers differ again.
            differences += [difference for difference in found if difference not in differences]
    return rows, differences


def _find_differences(
    name: str, judge: Judge, positions: Sequence[Position], ours: SolverRun, theirs: SolverRun
) -> list[Difference]:
    lines = enumerate(zip(positions, ours.plays, theirs.plays, strict=True), start=1)
    found = (judge.find_difference((name, line), *plays) for line, plays in lines)
    return [difference for difference in found if difference]


def _add_rival_figures(row: Row, rival: SolverRun, differing: int) -> Row:
    theirs, first = rival.spread, rival.first_pass_spread
    return msgspec.structs.replace(
        row,
        rival=rival.solver,
        theirs=theirs,
        their_passes=rival.passes,
        theirs_first=first,
        their_unproven=rival.unproven_count,
        faster_median=round(theirs.median / row.ours.median, 1),
        faster_p99=round(theirs.p99 / row.ours.p99, 1),
        faster_first_median=round(first.median / row.ours_first.median, 1),
        faster_first_p99=round(first.p99 / row.ours_first.p99, 1),
        differing=differing,
    )


def _read_peer_versions(*, peer: bool) -> dict[str, str]:
    return {name: version(name) for name in PEERS} if peer else {}


def _check_peers_installed() -> None:
    for name in PEERS:
        try:
            version(name)
        except PackageNotFoundError:
            raise BadInput(
                f"{name} is not installed: 'make bench' installs it and runs this,"
                " --no-peer runs kostka alone"
            ) from None
