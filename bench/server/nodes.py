"""Benchmarks several nodes on PostgreSQL beside one on SQLite, with processor time by process.

On two cores the nodes, the database and the load client share what there is: so the sum of nodes
cannot grow there. What shows how far they scale is the processor time of nodes and database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec

from bench.machine import describe_machine
from bench.server import processes
from bench.server.canary import watch_for_pauses
from bench.server.comparison import SQLITE, Run, Setup, repeat_runs, run_setups
from bench.server.contender import FULL, MAX_P99_MS, QUICK
from bench.server.database import run_database
from bench.server.load_client import SEATS, KostkaGameClient
from bench.server.race import Figures

NODE_COUNTS = (1, 2, 3)
WORK_SAMPLES = 5
MAX_NODE_RATIO = 1.2
"""The processor time of a node on PostgreSQL divided by that of a node on SQLite, at most."""


class Result(msgspec.Struct, frozen=True):
    """The result of all runs."""

    machine: dict[str, str | int]
    games: int
    limit: float
    """The highest p99 in milliseconds at which a rate counts as held."""
    work_rate: float
    """Moves a second at which processor time is compared."""
    canary: str
    """The priority of the processes that notice pauses."""
    runs: list[Run]
    ratios: dict[str, list[float]]
    """For each number of nodes, run by run, the processor time of all nodes per move, divided by
    that of the node on SQLite."""
    bars_met: bool
    failures: list[str] = []
    """Why runs were given up and repeated."""


def name_setup(nodes: int) -> str:
    """Return the name of a set-up on PostgreSQL."""
    return "1 node" if nodes == 1 else f"{nodes} nodes"


def list_setups(database: str) -> list[Setup]:
    """Return the set-ups: a node on SQLite, then more and more nodes on PostgreSQL."""
    return [
        Setup(SQLITE, KostkaGameClient, processes.run_kostka_server),
        *(
            Setup(
                name_setup(count),
                KostkaGameClient,
                partial(processes.run_kostka_nodes, database=database, count=count),
            )
            for count in NODE_COUNTS
        ),
    ]


def run_nodes_benchmark(
    *,
    quick: bool,
    runs: int = 1,
    database: str | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Result:
    """Measure the nodes on a database, or on one of our own."""
    processes.check_linux()
    size = QUICK if quick else FULL._replace(work_samples=WORK_SAMPLES)
    known = describe_machine()
    with TemporaryDirectory() as folder, ExitStack() as running:
        known["disk"] = processes.find_file_system(Path(folder))
        url = database or running.enter_context(run_database())
        setups = list_setups(url)
        processes.raise_open_file_limit(len(setups) * SEATS * size.games)
        canary = running.enter_context(watch_for_pauses())
        done, failures = repeat_runs(
            runs, lambda place: run_setups(setups, size, Path(folder) / place, canary, progress)
        )
    ratios = {name_setup(count): compare_nodes(name_setup(count), done) for count in NODE_COUNTS}
    return Result(
        known,
        size.games,
        MAX_P99_MS,
        size.work_rate,
        canary.priority,
        done,
        ratios,
        is_within_limit(ratios),
        failures,
    )


def compare_nodes(name: str, runs: Sequence[Run]) -> list[float]:
    """Divide the processor time of a set-up by that of the node on SQLite, in each run."""
    pairs = [(run.find_server(name), run.find_server(SQLITE)) for run in runs]
    return [
        round(ours.microseconds / base.microseconds, 3)
        for ours, base in pairs
        if ours is not None and base is not None and base.microseconds
    ]


def is_within_limit(ratios: dict[str, list[float]]) -> bool:
    """Whether a node on PostgreSQL costs at most so much more than one on SQLite."""
    found = ratios[name_setup(1)]
    return bool(found) and round(median(found), 2) <= MAX_NODE_RATIO


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    yield (
        f"{result.games} games of 4 players; microseconds of processor time per move at"
        f" {result.work_rate:.0f} moves a second, and the moves a second that this is for a core;"
        f" the highest rate with a p99 of at most {result.limit:.0f} ms on this machine"
    )
    for failure in result.failures:
        yield f"a run was given up and repeated: {failure}"
    for number, run in enumerate(result.runs, start=1):
        yield ""
        yield (
            f"Run {number}: load average {' to '.join(map(str, run.load))}; other programs used"
            f" {run.foreign} cores, the host took {run.stolen}; the machine paused {run.pauses}"
            " times"
        )
        columns = ("nodes us", "moves/core", "database us", "moves/core", "moves/s", "p99 ms")
        yield " ".join([f"{'':10}", *(f"{column:>11}" for column in columns)])
        for one in run.servers:
            yield _format_setup(one)
    yield ""
    for name, found in result.ratios.items():
        each = ", ".join(f"{one:.2f}" for one in found)
        limit = f"; at most {MAX_NODE_RATIO}" if name == name_setup(1) else ""
        yield f"{name}, divided by SQLite: {median(found or [0.0]):.2f} ({each}){limit}"
    yield f"All limits met: {'yes' if result.bars_met else 'no'}"


def _format_setup(figures: Figures) -> str:
    database = figures.other_microseconds.get("database", 0.0)
    held = [one.pacing for one in figures.rates if one.held]
    best = max(held, key=lambda pacing: pacing.done, default=None)
    return (
        f"{figures.name:10} {figures.microseconds:11,.0f} {_count_per_core(figures.microseconds)}"
        f" {database:11,.0f} {_count_per_core(database)} {figures.moves_per_second:11,.0f}"
        f" {best.milliseconds.p99 if best else 0.0:11.1f}"
    )


def _count_per_core(microseconds: float) -> str:
    return f"{1e6 / microseconds if microseconds else 0.0:11,.0f}"
