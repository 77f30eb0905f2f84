"""Benchmarks the server, with games of four players, against boardgame.io with games in memory.

A set-up is a server in some configuration. All set-ups run beside each other and are measured in
turns, with the same bot and load client, in several whole runs with new servers each.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from bench.machine import describe_machine, read_load_average, read_processor_use
from bench.server import processes
from bench.server.canary import Canary, watch_for_pauses
from bench.server.contender import FULL, MAX_P99_MS, QUICK, Contender, Size, run_in_fast_loop
from bench.server.database import run_database
from bench.server.instructions import explain_missing_counter
from bench.server.load_client import SEATS, GameClient, KostkaGameClient, PeerGameClient
from bench.server.processes import ServerProcess
from bench.server.race import Figures, race_servers
from kostka.events.errors import BadInput

DEFAULT_RUNS = 1
OWN_DATABASE = ""
"""Stands for a PostgreSQL that the benchmark starts itself."""
MAX_FAILURES = 2
"""Runs that are repeated, because a server or a game did not go on."""
SQLITE, POSTGRESQL = "kostka", "kostka, PostgreSQL"

MIN_MOVES_RATIO, MAX_MEMORY_RATIO = 2.5, 1.0
MAX_WORK_RATIOS = {SQLITE: 0.33, POSTGRESQL: 0.45}
"""The limits: our moves a second, memory and processor time divided by the peer's. The first two
are for SQLite."""
MAX_DEVIATION = 0.1
"""How far the ratio of processor time in each run may be from the median of all runs."""


class Setup(NamedTuple):
    """A server in some configuration."""

    name: str
    client: type[GameClient]
    start: Callable[[Path], AbstractContextManager[ServerProcess]]
    """Starts it with a folder of its own."""


class Run(msgspec.Struct, frozen=True):
    """The figures of one whole run."""

    servers: list[Figures]
    load: list[float]
    """Load average before and after; above the number of cores the figures are blurred."""
    pauses: int
    """How often the machine paused."""
    foreign: float = 0.0
    """How many cores other programs of this machine used on average; near 0 on a quiet one."""
    stolen: float = 0.0
    """How many cores the host took away on average."""

    def find_server(self, name: str) -> Figures | None:
        """Return the figures of a set-up, or None if it did not take part."""
        return next((one for one in self.servers if one.name == name), None)


class Ratios(msgspec.Struct, frozen=True):
    """A set-up compared with the peer, run by run: our figure divided by the peer's."""

    name: str
    work: list[float]
    """Processor time per move."""
    moves: list[float]
    """Moves a second at the same p99."""
    memory: list[float]
    """Memory for an idle game."""

    @property
    def is_steady(self) -> bool:
        """Whether the processor time is nearly the same in all runs."""
        middle = median(self.work)
        return all(abs(one / middle - 1) <= MAX_DEVIATION for one in self.work)

    @property
    def is_good(self) -> bool:
        """Whether all limits are met."""
        if not (self.work and self.moves and self.memory):
            return False
        is_cheap = round(median(self.work), 2) <= MAX_WORK_RATIOS[self.name] and self.is_steady
        if self.name != SQLITE:
            return is_cheap
        is_fast = round(median(self.moves), 2) >= MIN_MOVES_RATIO
        return is_cheap and is_fast and round(median(self.memory), 2) <= MAX_MEMORY_RATIO


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
    instructions: str | None
    """Why instructions are not counted; None if they are."""
    runs: list[Run]
    ratios: list[Ratios]
    """Our set-ups compared with the peer; empty without it."""
    bars_met: bool
    failures: list[str] = []
    """Why runs were given up and repeated."""


def list_setups(*, peer: bool, database: str | None = None) -> list[Setup]:
    """Return the set-ups of a benchmark, the peer last."""
    setups = [Setup(SQLITE, KostkaGameClient, processes.run_kostka_server)]
    if database is not None:
        start = partial(processes.run_kostka_server, database=database)
        setups.append(Setup(POSTGRESQL, KostkaGameClient, start))
    if peer:
        setups.append(Setup(processes.PACKAGE, PeerGameClient, processes.run_peer_server))
    return setups


def run_server_benchmark(
    *,
    quick: bool,
    peer: bool,
    runs: int = DEFAULT_RUNS,
    database: str | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Result:
    """Measure the server, with the peer if asked for."""
    processes.check_linux()
    size = QUICK if quick else FULL
    known = describe_machine()
    if peer:
        known[processes.PACKAGE] = processes.read_peer_version()
    with TemporaryDirectory() as folder, ExitStack() as running:
        if database == OWN_DATABASE:
            database = running.enter_context(run_database())
        setups = list_setups(peer=peer, database=database)
        processes.raise_open_file_limit(len(setups) * SEATS * size.games)
        canary = running.enter_context(watch_for_pauses())
        known["disk"] = processes.find_file_system(Path(folder))
        done, failures = repeat_runs(
            runs, lambda place: run_setups(setups, size, Path(folder) / place, canary, progress)
        )
        priority = canary.priority
    ratios = [compare_with_peer(one.name, done) for one in setups[:-1]] if peer else []
    return Result(
        known,
        size.games,
        MAX_P99_MS,
        size.work_rate,
        priority,
        explain_missing_counter(),
        done,
        ratios,
        all(one.is_good for one in ratios),
        failures,
    )


def repeat_runs(runs: int, make_run: Callable[[str], Run]) -> tuple[list[Run], list[str]]:
    """Make whole runs, each with a place of its own; repeat some that fail, and tell why."""
    done: list[Run] = []
    failures: list[str] = []
    while len(done) < runs:
        try:
            done.append(make_run(f"{len(done)}-{len(failures)}"))
        except BadInput as error:
            failures.append(str(error))
            if len(failures) > MAX_FAILURES:
                raise
    return done, failures


def run_setups(
    setups: Sequence[Setup],
    size: Size,
    folder: Path,
    canary: Canary,
    progress: Callable[[str], None],
) -> Run:
    """Start all servers and measure them: one whole run."""
    progress(f"run {folder.name}")
    load, pauses = read_load_average(), len(canary.pauses)
    use, own, begun = read_processor_use(), os.times(), time.monotonic()
    with ExitStack() as running:
        servers = [
            running.enter_context(one.start(folder / str(at))) for at, one in enumerate(setups)
        ]

        async def race() -> list[Figures]:
            contenders = [
                Contender(one.client, server, size, one.name)
                for one, server in zip(setups, servers, strict=True)
            ]
            return await race_servers(contenders, size, canary, progress)

        figures = run_in_fast_loop(race())
    used, owned, seconds = read_processor_use(), os.times(), time.monotonic() - begun
    busy = used.busy - use.busy - sum(owned[:4]) + sum(own[:4])  # the servers have ended
    return Run(
        figures,
        load + read_load_average(),
        len(canary.pauses) - pauses,
        round(max(0.0, busy / seconds), 2),
        round((used.stolen - use.stolen) / seconds, 2),
    )


def compare_with_peer(name: str, runs: Sequence[Run]) -> Ratios:
    """Divide the figures of a set-up by the peer's, in each run."""
    pairs = [(run.find_server(name), run.find_server(processes.PACKAGE)) for run in runs]
    both = [(ours, peer) for ours, peer in pairs if ours is not None and peer is not None]
    return Ratios(
        name,
        _compute_ratios([(ours.microseconds, peer.microseconds) for ours, peer in both]),
        _compute_ratios([(ours.moves_per_second, peer.moves_per_second) for ours, peer in both]),
        _compute_ratios(
            [(ours.kilobytes_per_game, peer.kilobytes_per_game) for ours, peer in both]
        ),
    )


def _compute_ratios(pairs: Sequence[tuple[float, float]]) -> list[float]:
    """Divide pairs of figures; what cannot be divided leaves no ratio at all."""
    if not all(theirs for _, theirs in pairs):
        return []
    return [round(ours / theirs, 3) for ours, theirs in pairs]
