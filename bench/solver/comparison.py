"""The benchmark of the solver: who takes how long on which positions, and who is right."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import chain

import msgspec

from bench.solver.cold_start import fresh
from bench.solver.integer_program import Program
from bench.solver.judging import Difference, Judge
from bench.solver.kostka_solver import Ours
from bench.solver.play import Solver
from bench.solver.positions import EDITIONS, KINDS, Position, stored_positions
from bench.solver.rummikub_solver_peer import Peer, knows
from bench.solver.timing import Run, Spread, timed
from kostka import __version__
from kostka.editions import edition
from kostka.events.errors import BadInput
from kostka.solver import KERNEL

PEERS = ("rummikub-solver", "cvxpy-base", "highspy")

PASSES = 3
FRESH_RUNS = 5
QUICK_EACH = 3
"""How many positions of each kind a quick run has, those with the fewest tiles on the table."""


class Row(msgspec.Struct, frozen=True):
    """Us and a rival on the same positions; without a rival, us alone."""

    positions: str
    n: int
    with_play: int
    """In how many of them there is a play."""
    least_change: bool
    """Do we change the table as little as possible? No rival can."""
    ours: Spread
    passes: int
    """For each position the best of so many passes."""
    ours_first: Spread
    """The first pass alone, in which the tables are new to us: we remember which sets are valid."""
    unproven: int
    """How many of our answers are not proven to be the best."""
    not_least: int
    """How many of our answers are not proven to keep as many sets as possible."""
    rival: str | None = None
    theirs: Spread | None = None
    their_passes: int = 0
    their_unproven: int = 0
    theirs_first: Spread | None = None
    faster_median: float | None = None
    """The rival's median by ours."""
    faster_p99: float | None = None
    faster_first_median: float | None = None
    """The same for the first pass alone."""
    faster_first_p99: float | None = None
    differing: int = 0


class Result(msgspec.Struct, frozen=True):
    """What a run of the benchmark found. Times are in microseconds."""

    machine: dict[str, str | int]
    load: list[float]
    """How many processes wanted the cores, before and after; more than there are blur the times."""
    passes: int
    rows: list[Row]
    fresh: dict[str, Spread]
    """The first answer of a fresh process, by program."""
    differences: list[Difference]

    @property
    def never_worse(self) -> bool:
        """Whether nobody has a better answer than we."""
        return all(difference.right == "kostka" for difference in self.differences)


def run(
    editions: Sequence[str] = EDITIONS,
    *,
    quick: bool,
    peer: bool,
    progress: Callable[[str], None] = lambda _: None,
) -> Result:
    """Run the benchmark."""
    if peer:
        _need_peers()
    passes, load = 1 if quick else PASSES, _load()
    rows: list[Row] = []
    differences: list[Difference] = []
    for key in editions:
        lots = _lots(key, quick=quick)
        rivals = [*_rivals(key, [*chain(*lots.values())])] if peer else []
        for name, positions in lots.items():
            progress(f"{name}: {len(positions)} positions")
            found = _compared(name, positions, rivals, passes)
            rows += found[0]
            differences += found[1]
    progress("fresh processes")
    times = fresh(_with_a_play(), 1 if quick else FRESH_RUNS, peer=peer)
    return Result(machine(peer=peer), load + _load(), passes, rows, times, differences)


def _lots(key: str, *, quick: bool) -> dict[str, list[Position]]:
    """Read the positions of an edition; for a quick run only the easiest."""
    lots = {f"{key} {kind}": stored_positions(key, kind) for kind in KINDS}
    if not quick:
        return lots
    del lots[f"{key} dense"]
    return {
        name: sorted(positions, key=lambda position: position.on_table)[:QUICK_EACH]
        for name, positions in lots.items()
    }


def _with_a_play() -> Position:
    """Take an everyday position: the first one in the middle of a game that has a play."""
    ours, positions = Ours(least_change=False), stored_positions("classic", "opened")
    middle = positions[len(positions) // 3 :]
    return next(one for one in middle if ours.prepare(one)().placed)


def _rivals(key: str, positions: Sequence[Position]) -> Iterator[Solver]:
    book = edition(key)
    if knows(book):
        yield Peer(book)
    yield Program.of(book, positions)


def _compared(
    name: str, positions: Sequence[Position], rivals: Sequence[Solver], passes: int
) -> tuple[list[Row], list[Difference]]:
    """Compare us, with and without least change, with all rivals."""
    ours: list[Solver] = [Ours(least_change=False)]
    if positions[0].opened:  # an opening leaves the table alone anyway
        ours.append(Ours(least_change=True))
    runs = timed([*ours, *rivals], positions, passes)
    mine, others = runs[: len(ours)], runs[len(ours) :]
    judges = [Judge(positions[0].edition, rival) for rival in rivals]
    rows, differences = [], []
    for at, run in enumerate(mine):
        row = Row(
            positions=name,
            n=len(positions),
            with_play=sum(play.tiles > 0 for play in run.plays),
            least_change=at > 0,
            ours=run.spread,
            passes=run.passes,
            ours_first=run.first_spread,
            unproven=run.unproven,
            not_least=sum(not play.changes_least for play in run.plays),
        )
        if not rivals:
            rows.append(row)
        for judge, other in zip(judges, others, strict=True):
            found = _differences(name, judge, positions, run, other)
            rows.append(_with_rival(row, other, len(found)))
            # With least change the same answers differ again.
            differences += [difference for difference in found if difference not in differences]
    return rows, differences


def _differences(
    name: str, judge: Judge, positions: Sequence[Position], ours: Run, theirs: Run
) -> list[Difference]:
    lines = enumerate(zip(positions, ours.plays, theirs.plays, strict=True), start=1)
    found = (judge.difference((name, line), *plays) for line, plays in lines)
    return [difference for difference in found if difference]


def _with_rival(row: Row, rival: Run, differing: int) -> Row:
    theirs, first = rival.spread, rival.first_spread
    return msgspec.structs.replace(
        row,
        rival=rival.solver,
        theirs=theirs,
        their_passes=rival.passes,
        theirs_first=first,
        their_unproven=rival.unproven,
        faster_median=round(theirs.median / row.ours.median, 1),
        faster_p99=round(theirs.p99 / row.ours.p99, 1),
        faster_first_median=round(first.median / row.ours_first.median, 1),
        faster_first_p99=round(first.p99 / row.ours_first.p99, 1),
        differing=differing,
    )


def machine(*, peer: bool) -> dict[str, str | int]:
    """Say what the times were measured with; nothing that tells whose machine it is."""
    known: dict[str, str | int] = {
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
        "kostka": __version__,
        "kernel": "compiled" if KERNEL else "plain Python",
    }
    return known | ({name: version(name) for name in PEERS} if peer else {})


def _load() -> list[float]:
    """Give the load of the last minute, where the system tells it."""
    return [round(os.getloadavg()[0], 1)] if hasattr(os, "getloadavg") else []


def _need_peers() -> None:
    for name in PEERS:
        try:
            version(name)
        except PackageNotFoundError:
            raise BadInput(
                f"{name} is not installed: 'make bench' installs it and runs this,"
                " --no-peer runs kostka alone"
            ) from None
