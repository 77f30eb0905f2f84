"""Benchmarks the server, with games of four players, against boardgame.io with games in memory.

Both servers run all the time and are measured alternately, with the same bot and load client. The
rate of moves rises until the 99th percentile of the time to reach all players is too high.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar

import msgspec

from bench.machine import describe_machine, read_load_average
from bench.server import processes
from bench.server.fixed_rate import FixedRateLoad, RateSample
from bench.server.load_client import SEATS, GameClient, KostkaGameClient, MoveQueue, PeerGameClient
from bench.server.processes import HOST, ServerProcess

T = TypeVar("T")

MAX_P99_MS = 50.0
"""The p99 at which the servers are compared. Nobody notices such a short wait."""

MIN_DELIVERED = 0.95
"""A server that delivers a smaller share of the offered moves does not keep up."""

FIRST_RATE, RATE_STEP = 150.0, 1.25
ATTEMPTS = 3
"""Other programs on the machine can spoil a measurement."""
MORE_SAMPLES = 4
"""More samples of the work per move, at the rate at which it is compared."""
CONNECT_BATCH = 20
"""Games that are connected at the same time."""

MIN_MOVES_RATIO, MAX_WORK_RATIO, MAX_MEMORY_RATIO = 2.0, 0.5, 1.0
"""The limits: our moves a second, processor time and memory divided by the peer's."""


class Size(NamedTuple):
    """The size of a run."""

    games: int
    warm_up: float
    seconds: float
    settle: float
    highest_rate: float


FULL = Size(games=200, warm_up=1.0, seconds=5.0, settle=3.0, highest_rate=20_000)
QUICK = Size(games=3, warm_up=0.2, seconds=0.5, settle=0.1, highest_rate=FIRST_RATE / 10)


class Measured(msgspec.Struct, frozen=True):
    """What a server did at one rate of moves."""

    pacing: RateSample
    microseconds: float
    """Processor time of the server per move."""
    held: bool
    """Were the moves delivered in time?"""


class Figures(msgspec.Struct, frozen=True):
    """What a server achieved."""

    moves_per_second: float
    """The highest rate that it held."""
    kilobytes_per_game: float
    """Memory for an idle game with four connected players."""
    rates: list[Measured]


class Result(msgspec.Struct, frozen=True):
    """The result of a run."""

    machine: dict[str, str | int]
    load: list[float]
    """Load average before and after; above the number of cores the figures are blurred."""
    games: int
    limit: float
    """The highest p99 in milliseconds at which a rate counts as held."""
    kostka: Figures
    bars_met: bool
    peer: Figures | None = None
    ratio_moves: float | None = None
    ratio_work: float | None = None
    """Our processor time per move divided by the peer's, at the highest rate both held: medians."""
    work_rate: float | None = None
    ratio_memory: float | None = None


class Contender:
    """A server with games on it, and what was measured of it."""

    def __init__(self, kind: type[GameClient], server: ServerProcess, size: Size) -> None:
        """Create the clients of its games; nothing is connected yet."""
        self.name = kind.name
        self._server = server
        self._size = size
        move_queue = MoveQueue()
        self._games = [kind(number, move_queue) for number in range(size.games)]
        self.in_race = True
        self.kilobytes = 0.0
        self.rates: list[Measured] = []

    async def open_games(self) -> None:
        """Connect all players, deal, and measure how much memory that takes."""
        await self._games[0].connect_players(HOST, self._server.port)  # loads everything
        before = await self._measure_memory()
        await connect_all_games(self._games[1:], self._server)
        after = await self._measure_memory()
        self.kilobytes = round((after - before) / max(1, len(self._games) - 1), 1)

    async def _measure_memory(self) -> float:
        await asyncio.sleep(self._size.settle)
        self._server.collect_garbage()
        await asyncio.sleep(self._size.settle)
        return self._server.memory_kilobytes

    async def measure_at_rate(self, rate: float) -> Measured:
        """Make moves at a rate and measure them."""
        moves, seconds = self._move_count, self._server.processor_seconds
        pacing = await FixedRateLoad(self._games, rate).run_and_measure(
            self._size.warm_up, self._size.seconds
        )
        work = (self._server.processor_seconds - seconds) / max(1, self._move_count - moves)
        in_time = pacing.milliseconds.p99 <= MAX_P99_MS and pacing.done >= MIN_DELIVERED * rate
        self.rates.append(Measured(pacing, round(work * 1e6, 1), in_time))
        return self.rates[-1]

    def has_held_rate(self, rate: float) -> bool:
        """Whether the moves were delivered in time in any attempt."""
        return any(one.held and one.pacing.offered == round(rate, 1) for one in self.rates)

    @property
    def _move_count(self) -> int:
        return sum(game.moves for game in self._games)

    async def close_games(self) -> None:
        """Disconnect all players."""
        self.in_race = False
        await asyncio.gather(*(game.disconnect_players() for game in self._games))

    @property
    def figures(self) -> Figures:
        """The best rate, the memory and all samples."""
        best = max((one.pacing.done for one in self.rates if one.held), default=0.0)
        return Figures(best, self.kilobytes, self.rates)


async def connect_all_games(games: Sequence[GameClient], server: ServerProcess) -> None:
    """Connect the players of all games, a batch at a time."""
    for at in range(0, len(games), CONNECT_BATCH):
        some = games[at : at + CONNECT_BATCH]
        await asyncio.gather(*(game.connect_players(HOST, server.port) for game in some))


def run_server_benchmark(
    *, quick: bool, peer: bool, progress: Callable[[str], None] = lambda _: None
) -> Result:
    """Measure the server, with the peer if asked for."""
    processes.check_linux()
    size, load = QUICK if quick else FULL, read_load_average()
    versions = {processes.PACKAGE: processes.read_peer_version()} if peer else {}
    processes.raise_open_file_limit((2 if peer else 1) * SEATS * size.games)
    with TemporaryDirectory() as folder, ExitStack() as running:
        contenders: list[tuple[type[GameClient], ServerProcess]] = [
            (
                KostkaGameClient,
                running.enter_context(processes.run_kostka_server(Path(folder) / "games")),
            )
        ]
        if peer:
            contenders.append(
                (PeerGameClient, running.enter_context(processes.run_peer_server(Path(folder))))
            )
        figures = run_in_fast_loop(_race_servers(contenders, size, progress))
        known = describe_machine() | {"disk": processes.find_file_system(Path(folder))} | versions
    found = Result(
        known, load + read_load_average(), size.games, MAX_P99_MS, figures[0], bars_met=True
    )
    return add_peer_comparison(found, figures[1]) if peer else found


async def _race_servers(
    servers_on: Sequence[tuple[type[GameClient], ServerProcess]],
    size: Size,
    progress: Callable[[str], None],
) -> list[Figures]:
    """Raise the rate for all servers alternately until none keeps up.

    A server that does not hold a rate also tries one half-way below it. Then all are sampled again
    at the last rate that all held: to compare their work, one sample is not enough.
    """
    contenders = [Contender(kind, server, size) for kind, server in servers_on]
    for one in contenders:
        progress(f"{one.name}: {size.games} games")
        await one.open_games()
    rate = min(FIRST_RATE, size.highest_rate)
    while rate <= size.highest_rate and any(one.in_race for one in contenders):
        await _try_rate([one for one in contenders if one.in_race], rate, progress)
        beaten = [one for one in contenders if one.in_race and not one.has_held_rate(rate)]
        await _try_rate(beaten, rate / RATE_STEP**0.5, progress)
        if beaten and all(one.in_race for one in contenders):
            await _measure_again_at_rate(contenders, rate / RATE_STEP, progress)
        for one in beaten:
            await one.close_games()
        rate *= RATE_STEP
    for one in contenders:
        await one.close_games()
    return [one.figures for one in contenders]


async def _try_rate(
    contenders: Sequence[Contender], rate: float, progress: Callable[[str], None]
) -> None:
    """Measure each server at a rate until it has held it or has no attempts left."""
    for _ in range(ATTEMPTS):
        for one in contenders:
            if not one.has_held_rate(rate):
                await _measure_and_report_at_rate(one, rate, progress)


async def _measure_again_at_rate(
    contenders: Sequence[Contender], rate: float, progress: Callable[[str], None]
) -> None:
    """Take more samples of all servers at a rate, alternately."""
    for _ in range(MORE_SAMPLES):
        for one in contenders:
            await _measure_and_report_at_rate(one, rate, progress)


async def _measure_and_report_at_rate(
    one: Contender, rate: float, progress: Callable[[str], None]
) -> None:
    measured = await one.measure_at_rate(rate)
    p99 = measured.pacing.milliseconds.p99
    progress(f"{one.name}: {rate:.0f} moves a second, p99 {p99} ms")


def run_in_fast_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in uvloop where it is installed."""
    factory = None
    with suppress(ImportError):
        factory = import_module("uvloop").new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)


def add_peer_comparison(found: Result, peer: Figures) -> Result:
    """Add the peer's figures and the ratios to a result."""
    ours = found.kostka
    ratio_moves = _compute_ratio(ours.moves_per_second, peer.moves_per_second)
    ratio_memory = _compute_ratio(ours.kilobytes_per_game, peer.kilobytes_per_game)
    rate, ratio_work = compare_work_at_same_rate(ours, peer)
    return msgspec.structs.replace(
        found,
        peer=peer,
        ratio_moves=ratio_moves,
        ratio_work=ratio_work,
        work_rate=rate,
        ratio_memory=ratio_memory,
        bars_met=None not in (ratio_moves, ratio_work, ratio_memory)
        and (ratio_moves or 0) >= MIN_MOVES_RATIO
        and (ratio_work or 1) <= MAX_WORK_RATIO
        and (ratio_memory or 2) <= MAX_MEMORY_RATIO,
    )


def compare_work_at_same_rate(ours: Figures, peer: Figures) -> tuple[float | None, float | None]:
    """Return the highest rate that both held, and the ratio of median work per move there."""
    mine, theirs = _compute_work_by_rate(ours), _compute_work_by_rate(peer)
    both = mine.keys() & theirs.keys()
    if not both:
        return None, None
    rate = max(both)
    return rate, _compute_ratio(mine[rate], theirs[rate])


def _compute_work_by_rate(figures: Figures) -> dict[float, float]:
    work: dict[float, list[float]] = {}
    for one in figures.rates:
        work.setdefault(one.pacing.offered, []).append(one.microseconds)
    return {
        one.pacing.offered: median(work[one.pacing.offered]) for one in figures.rates if one.held
    }


def _compute_ratio(ours: float, theirs: float) -> float | None:
    return round(ours / theirs, 2) if theirs else None


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    yield (
        f"{result.games} games of 4 players; p99 of a move until all four have received it at"
        f" most {result.limit:.0f} ms; load average"
        f" {' to '.join(map(str, result.load))}"
    )
    yield f"{'':14} {'moves/s':>9} {'KB/idle game':>13}"
    for name, figures in _list_figures_by_server(result):
        yield f"{name:14} {figures.moves_per_second:9,.0f} {figures.kilobytes_per_game:13,.0f}"
    columns = ("offered/s", "done/s", "median ms", "p99 ms", "us/move")
    yield " ".join([f"{'':14}", *(f"{column:>9}" for column in columns), "driver"])
    for name, figures in _list_figures_by_server(result):
        for one in figures.rates:
            pacing, spread = one.pacing, one.pacing.milliseconds
            yield (
                f"{name:14} {pacing.offered:9,.0f} {pacing.done:9,.0f} {spread.median:9.1f}"
                f" {spread.p99:9.1f} {one.microseconds:9.0f} {pacing.driver_busy:.0%}"
                f"{'' if one.held else '  too slow'}"
            )
    if result.peer is not None:
        yield (
            f"kostka: {result.ratio_moves} times the moves a second, {result.ratio_work} of the"
            f" processor time per move (at {result.work_rate} a second), {result.ratio_memory} of"
            " the memory for an idle game"
        )
        yield (
            f"At least {MIN_MOVES_RATIO:.0f} times the moves, at most half the processor time"
            f" and no more memory: {'yes' if result.bars_met else 'no'}"
        )


def _list_figures_by_server(result: Result) -> Iterator[tuple[str, Figures]]:
    yield "kostka", result.kostka
    if result.peer is not None:
        yield processes.PACKAGE, result.peer
