"""Compares this checkout with another one: the solver's time and the server's work per move.

Both are measured alternately, round by round, in processes of their own. The other checkout may be
an older one: it only needs `kostka.solver.solve`, `kostka serve` and the same protocol.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Any

from bench.machine import describe_machine, read_load_average
from bench.server import processes
from bench.server.contender import FULL, QUICK, Contender, Measured, Size, run_in_fast_loop
from bench.server.load_client import SEATS, KostkaGameClient
from bench.solver.positions import EDITIONS
from bench.versus.figures import Figure, Result
from kostka.events.errors import BadInput, quote

ROOT = Path(__file__).parents[2]
POSITIONS = ROOT / "bench" / "positions"
WORKER = Path(__file__).parent / "solver_worker.py"

SUBJECTS = ("solver", "server")
KINDS = ("opened", "opening")
"""Without the dense positions, a few of which would outweigh all others."""

DEFAULT_ROUNDS = 5
QUIET_RATE = 300.0
"""Moves a second at which the work per move is compared: far below what a server can do."""
SATURATED_RATE = 50_000.0
"""More moves a second than a server can do: every game moves again as soon as it can."""

SOLVER_FIGURES = {
    "first": "solver, first-time solve",
    "again": "solver, repeated solve",
    "least": "solver, least change",
}
FRESH_COMMAND = ("-m", "kostka.cli", "solve", "--edition", "classic")
FRESH_POSITION = ("--table", "K7 R7 O7 | B1 B2 B3", "--rack", "B4 B7 K10 R10 O10")


def compare_checkouts(
    other: Path,
    subjects: Sequence[str] = SUBJECTS,
    rounds: int = DEFAULT_ROUNDS,
    *,
    quick: bool,
    progress: Callable[[str], None] = lambda _: None,
) -> Result:
    """Compare this checkout with another one in the given number of rounds."""
    check_checkout(other)
    check_subjects(subjects)
    load = read_load_average()
    figures: list[Figure] = []
    notes: list[str] = []
    if "solver" in subjects:
        solver_figures, notes = _compare_solvers(other, rounds, progress, quick=quick)
        figures += solver_figures
    if "server" in subjects:
        figures += _compare_servers(other, rounds, QUICK if quick else FULL, progress)
    return Result(describe_machine(), load + read_load_average(), rounds, figures, notes)


def check_checkout(other: Path) -> None:
    """Raise `BadInput` if there is no checkout of kostka in a folder."""
    if not (other / "src" / "kostka" / "__init__.py").exists():
        raise BadInput(f"{quote(str(other))} is not a checkout: src/kostka is missing")


def check_subjects(subjects: Sequence[str]) -> None:
    """Raise `BadInput` if a subject is not known."""
    for name in subjects:
        if name not in SUBJECTS:
            raise BadInput(f"{quote(name)} is not a subject: choose from {', '.join(SUBJECTS)}")


# --- the solver -------------------------------------------------------------------------------


def _compare_solvers(
    other: Path, rounds: int, progress: Callable[[str], None], *, quick: bool
) -> tuple[list[Figure], list[str]]:
    editions = EDITIONS[:1] if quick else EDITIONS
    files = [POSITIONS / f"{key}-{kind}.txt" for key in editions for kind in KINDS]
    ours: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    fresh: tuple[list[float], list[float]] = ([], [])
    for at in range(rounds):
        progress(f"solver: round {at + 1} of {rounds}")
        for checkout, answers, times in ((ROOT, ours, fresh[0]), (other, others, fresh[1])):
            answers.append(_run_solver_worker(checkout, files))
            times.append(_time_fresh_solve(checkout))
    figures = [
        *chain(*(_build_solver_figures(key, ours, others) for key in editions)),
        Figure("solver, first answer of a fresh process", "ms", *fresh),
    ]
    return figures, _list_kernel_warnings(ours[0], others[0])


def _run_solver_worker(checkout: Path, files: Sequence[Path]) -> dict[str, Any]:
    command = [sys.executable, "-P", str(WORKER), *map(str, files)]
    done = subprocess.run(  # noqa: S603  (our own command)
        command, env=build_environment(checkout), capture_output=True, check=False
    )
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise BadInput(f"the solver of {quote(str(checkout))} cannot be timed: {' '.join(last)}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _time_fresh_solve(checkout: Path) -> float:
    """Return the processor time of a whole `kostka solve` in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(  # noqa: S603  (our own command)
        [sys.executable, "-P", *FRESH_COMMAND, *FRESH_POSITION],
        env=build_environment(checkout),
        capture_output=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds * 1000


def _build_solver_figures(
    key: str, ours: Sequence[dict[str, Any]], others: Sequence[dict[str, Any]]
) -> list[Figure]:
    """Return the figures of an edition: medians of all positions, and the mean of repeated ones."""
    figures = []
    for kind_of_solve, title in SOLVER_FIGURES.items():
        mine = [_list_solve_times(one, key, kind_of_solve) for one in ours]
        theirs = [_list_solve_times(one, key, kind_of_solve) for one in others]
        figures.append(
            Figure(f"{title}, {key}", "us median", [*map(median, mine)], [*map(median, theirs)])
        )
        if kind_of_solve == "again":
            figures.append(
                Figure(f"{title}, {key}", "us mean", [*map(fmean, mine)], [*map(fmean, theirs)])
            )
    return figures


def _list_solve_times(answer: dict[str, Any], key: str, kind_of_solve: str) -> list[float]:
    return [*chain(*(answer["times"][f"{key}-{kind}"][kind_of_solve] for kind in KINDS))]


def _list_kernel_warnings(ours: dict[str, Any], other: dict[str, Any]) -> list[str]:
    if ours["kernel"] == other["kernel"]:
        return []
    compiled = "this" if ours["kernel"] else "the other"
    return [f"Only {compiled} checkout has a compiled solver: the solver figures say nothing."]


# --- the server -------------------------------------------------------------------------------


def _compare_servers(
    other: Path, rounds: int, size: Size, progress: Callable[[str], None]
) -> list[Figure]:
    processes.check_linux()
    processes.raise_open_file_limit(2 * SEATS * size.games)
    with TemporaryDirectory() as folder, ExitStack() as running:
        servers = [
            running.enter_context(
                processes.run_kostka_server(Path(folder) / name, build_environment(checkout))
            )
            for name, checkout in (("this", ROOT), ("other", other))
        ]
        return run_in_fast_loop(_measure_servers(servers, rounds, size, progress))


async def _measure_servers(
    servers: Sequence[processes.ServerProcess],
    rounds: int,
    size: Size,
    progress: Callable[[str], None],
) -> list[Figure]:
    """Measure both servers alternately: at a quiet rate, then under full load."""
    contenders = [Contender(KostkaGameClient, server, size) for server in servers]
    for one in contenders:
        await one.open_games()
    quiet: list[list[Measured]] = [[], []]
    saturated: list[list[Measured]] = [[], []]
    for at in range(rounds):
        for rate, samples in ((QUIET_RATE, quiet), (SATURATED_RATE, saturated)):
            progress(f"server: round {at + 1} of {rounds}, {rate:.0f} moves a second")
            for one, measured in zip(contenders, samples, strict=True):
                measured.append(await one.measure_at_rate(rate))
    for one in contenders:
        await one.close_games()
    memory = [[one.kilobytes] for one in contenders]
    return [
        Figure(
            f"server, a move at {QUIET_RATE:.0f} a second",
            "us",
            *_list_microseconds_per_move(quiet),
        ),
        Figure("server, a move under full load", "us", *_list_microseconds_per_move(saturated)),
        Figure("server, moves under full load", "a second", *_list_moves_per_second(saturated)),
        Figure(
            "load client under full load", "% of a core", *_list_client_busy_percents(saturated)
        ),
        Figure("server, memory of an idle game", "KB", memory[0], memory[1]),
    ]


def _list_microseconds_per_move(samples: Sequence[Sequence[Measured]]) -> list[list[float]]:
    return [[one.microseconds for one in measured] for measured in samples]


def _list_moves_per_second(samples: Sequence[Sequence[Measured]]) -> list[list[float]]:
    return [[one.pacing.done for one in measured] for measured in samples]


def _list_client_busy_percents(samples: Sequence[Sequence[Measured]]) -> list[list[float]]:
    return [[100 * one.pacing.driver_busy for one in measured] for measured in samples]


def build_environment(checkout: Path) -> dict[str, str]:
    """Return the environment in which Python imports kostka from a checkout."""
    return {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")}
