"""The benchmark of the server: games of four players, beside boardgame.io with its own in memory.

Both servers run all the time and take turns, with the same games, the same bot and the same driver.
The rate of moves rises until the slowest of a hundred moves takes too long to reach all players.
"""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar

import msgspec

from bench.server import processes as servers
from bench.server.fixed_rate import Pacer, Pacing
from bench.server.load_client import SEATS, Driven, Ours, Peers, Thinking
from bench.server.processes import HOST, Server
from kostka import __version__

T = TypeVar("T")

LIMIT = 50.0
"""Milliseconds: the p99 at which the servers are compared. Nobody sees so short a wait."""

KEPT_UP = 0.95
"""A server that gets so much less through than was asked for does not keep up."""

FIRST_RATE, FASTER = 150.0, 1.25
ATTEMPTS = 3
"""Other programs on the machine spoil a measurement now and then."""
MORE_SAMPLES = 4
"""Of the work for a move, at the rate at which it is compared."""
AT_ONCE = 20
"""Games that are opened at the same time."""

ENOUGH_MOVES, ENOUGH_LESS_WORK, ENOUGH_LESS_MEMORY = 2.0, 0.5, 1.0
"""The bars: our moves a second, processor time and memory by the peer's."""


class Size(NamedTuple):
    """How large a run is."""

    games: int
    warm_up: float
    seconds: float
    settle: float
    highest_rate: float


FULL = Size(games=200, warm_up=1.0, seconds=5.0, settle=3.0, highest_rate=20_000)
QUICK = Size(games=3, warm_up=0.2, seconds=0.5, settle=0.1, highest_rate=FIRST_RATE / 10)


class Measured(msgspec.Struct, frozen=True):
    """A rate of moves that a server was asked for."""

    pacing: Pacing
    microseconds: float
    """Processor time of the server for a move."""
    held: bool
    """Were the moves through in time?"""


class Figures(msgspec.Struct, frozen=True):
    """What a server can do."""

    moves_per_second: float
    """The highest rate that it held."""
    kilobytes_per_game: float
    """Memory for a game with four players connected, in which nothing happens."""
    rates: list[Measured]


class Result(msgspec.Struct, frozen=True):
    """What a run found."""

    machine: dict[str, str | int]
    load: list[float]
    """How many processes wanted the cores, before and after; more than there are blur all."""
    games: int
    limit: float
    """The p99 that a rate is held at, in milliseconds."""
    kostka: Figures
    bars_met: bool
    peer: Figures | None = None
    ratio_moves: float | None = None
    ratio_work: float | None = None
    """Our processor time for a move by the peer's, at the highest rate that both held: medians."""
    work_rate: float | None = None
    ratio_memory: float | None = None


class Contender:
    """A server with games on it."""

    def __init__(self, kind: type[Driven], server: Server, size: Size) -> None:
        """Have so many games."""
        self.name = kind.name
        self._server = server
        self._size = size
        thinking = Thinking()
        self._games = [kind(number, thinking) for number in range(size.games)]
        self.in_race = True
        self.kilobytes = 0.0
        self.rates: list[Measured] = []

    async def open(self) -> None:
        """Connect all players and deal; see how much memory that takes."""
        await self._games[0].open(HOST, self._server.port)  # so that everything is loaded
        before = await self._memory()
        await open_all(self._games[1:], self._server)
        after = await self._memory()
        self.kilobytes = round((after - before) / max(1, len(self._games) - 1), 1)

    async def _memory(self) -> float:
        await asyncio.sleep(self._size.settle)
        self._server.tidy_up()
        await asyncio.sleep(self._size.settle)
        return self._server.kilobytes

    async def move(self, rate: float) -> Measured:
        """Make moves at a rate."""
        moves, seconds = self._moves, self._server.seconds
        pacing = await Pacer(self._games, rate).run(self._size.warm_up, self._size.seconds)
        work = (self._server.seconds - seconds) / max(1, self._moves - moves)
        in_time = pacing.milliseconds.p99 <= LIMIT and pacing.done >= KEPT_UP * rate
        self.rates.append(Measured(pacing, round(work * 1e6, 1), in_time))
        return self.rates[-1]

    def held(self, rate: float) -> bool:
        """Whether the moves were through in time, at any attempt."""
        return any(one.held and one.pacing.offered == round(rate, 1) for one in self.rates)

    @property
    def _moves(self) -> int:
        return sum(game.moves for game in self._games)

    async def close(self) -> None:
        """Disconnect everybody."""
        self.in_race = False
        await asyncio.gather(*(game.close() for game in self._games))

    @property
    def figures(self) -> Figures:
        """Say what was found."""
        best = max((one.pacing.done for one in self.rates if one.held), default=0.0)
        return Figures(best, self.kilobytes, self.rates)


async def open_all(games: Sequence[Driven], server: Server) -> None:
    """Connect the players of all games, some at a time."""
    for at in range(0, len(games), AT_ONCE):
        some = games[at : at + AT_ONCE]
        await asyncio.gather(*(game.open(HOST, server.port) for game in some))


def run(*, quick: bool, peer: bool, progress: Callable[[str], None] = lambda _: None) -> Result:
    """Run the benchmark."""
    servers.need_linux()
    size, load = QUICK if quick else FULL, _load()
    versions = {servers.PACKAGE: servers.peer_version()} if peer else {}
    servers.need_files((2 if peer else 1) * SEATS * size.games)
    with TemporaryDirectory() as folder, ExitStack() as running:
        contenders: list[tuple[type[Driven], Server]] = [
            (Ours, running.enter_context(servers.ours(Path(folder) / "games")))
        ]
        if peer:
            contenders.append((Peers, running.enter_context(servers.peers(Path(folder)))))
        figures = in_loop(_race(contenders, size, progress))
        known = machine(Path(folder)) | versions
    found = Result(known, load + _load(), size.games, LIMIT, figures[0], bars_met=True)
    return beside(found, figures[1]) if peer else found


async def _race(
    servers_on: Sequence[tuple[type[Driven], Server]],
    size: Size,
    progress: Callable[[str], None],
) -> list[Figures]:
    """Let all make more and more moves, in turns, until none keeps up.

    Who does not hold a rate also tries the one half-way from the last that it held. Then all make
    moves again at the last rate that all held: to compare their work, one sample is not enough.
    """
    contenders = [Contender(kind, server, size) for kind, server in servers_on]
    for one in contenders:
        progress(f"{one.name}: {size.games} games")
        await one.open()
    rate = min(FIRST_RATE, size.highest_rate)
    while rate <= size.highest_rate and any(one.in_race for one in contenders):
        await _try_all([one for one in contenders if one.in_race], rate, progress)
        beaten = [one for one in contenders if one.in_race and not one.held(rate)]
        await _try_all(beaten, rate / FASTER**0.5, progress)
        if beaten and all(one.in_race for one in contenders):
            await _work_again(contenders, rate / FASTER, progress)
        for one in beaten:
            await one.close()
        rate *= FASTER
    for one in contenders:
        await one.close()
    return [one.figures for one in contenders]


async def _try_all(
    contenders: Sequence[Contender], rate: float, progress: Callable[[str], None]
) -> None:
    """Let each make moves at a rate, in turns, until it held the rate or has no attempts left."""
    for _ in range(ATTEMPTS):
        for one in contenders:
            if not one.held(rate):
                await _move(one, rate, progress)


async def _work_again(
    contenders: Sequence[Contender], rate: float, progress: Callable[[str], None]
) -> None:
    """Let all make moves at a rate, in turns, some times more."""
    for _ in range(MORE_SAMPLES):
        for one in contenders:
            await _move(one, rate, progress)


async def _move(one: Contender, rate: float, progress: Callable[[str], None]) -> None:
    measured = await one.move(rate)
    p99 = measured.pacing.milliseconds.p99
    progress(f"{one.name}: {rate:.0f} moves a second, p99 {p99} ms")


def in_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run in the faster event loop, where there is one."""
    factory = None
    with suppress(ImportError):
        factory = import_module("uvloop").new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)


def beside(found: Result, peer: Figures) -> Result:
    """Compare us with the peer."""
    ours = found.kostka
    ratio_moves = _ratio(ours.moves_per_second, peer.moves_per_second)
    ratio_memory = _ratio(ours.kilobytes_per_game, peer.kilobytes_per_game)
    rate, ratio_work = work_at_same_rate(ours, peer)
    return msgspec.structs.replace(
        found,
        peer=peer,
        ratio_moves=ratio_moves,
        ratio_work=ratio_work,
        work_rate=rate,
        ratio_memory=ratio_memory,
        bars_met=None not in (ratio_moves, ratio_work, ratio_memory)
        and (ratio_moves or 0) >= ENOUGH_MOVES
        and (ratio_work or 1) <= ENOUGH_LESS_WORK
        and (ratio_memory or 2) <= ENOUGH_LESS_MEMORY,
    )


def work_at_same_rate(ours: Figures, peer: Figures) -> tuple[float | None, float | None]:
    """Compare the processor time for a move (medians), at the highest rate that both held."""
    mine, theirs = _work_by_rate(ours), _work_by_rate(peer)
    both = mine.keys() & theirs.keys()
    if not both:
        return None, None
    rate = max(both)
    return rate, _ratio(mine[rate], theirs[rate])


def _work_by_rate(figures: Figures) -> dict[float, float]:
    work: dict[float, list[float]] = {}
    for one in figures.rates:
        work.setdefault(one.pacing.offered, []).append(one.microseconds)
    return {
        one.pacing.offered: median(work[one.pacing.offered]) for one in figures.rates if one.held
    }


def _ratio(ours: float, theirs: float) -> float | None:
    return round(ours / theirs, 2) if theirs else None


def text(result: Result) -> Iterator[str]:
    """Write the result line by line."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    yield (
        f"{result.games} games of 4 players; p99 of a move until all four have heard of it, to be"
        f" {result.limit:.0f} ms at the most; load of the machine"
        f" {' to '.join(map(str, result.load))}"
    )
    yield f"{'':14} {'moves/s':>9} {'KB/idle game':>13}"
    for name, figures in _both(result):
        yield f"{name:14} {figures.moves_per_second:9,.0f} {figures.kilobytes_per_game:13,.0f}"
    columns = ("offered/s", "done/s", "median ms", "p99 ms", "us/move")
    yield " ".join([f"{'':14}", *(f"{column:>9}" for column in columns), "driver"])
    for name, figures in _both(result):
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
            f" processor time for a move (at {result.work_rate} a second), {result.ratio_memory} of"
            " the memory for an idle game"
        )
        yield (
            f"At least {ENOUGH_MOVES:.0f} times the moves, at most half the processor time and no"
            f" more memory: {'yes' if result.bars_met else 'no'}"
        )


def _both(result: Result) -> Iterator[tuple[str, Figures]]:
    yield "kostka", result.kostka
    if result.peer is not None:
        yield servers.PACKAGE, result.peer


def machine(folder: Path) -> dict[str, str | int]:
    """Say what was measured with, and on what kind of disk; not whose machine it is."""
    return {
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
        "kostka": __version__,
        "disk": servers.file_system(folder),
    }


def _load() -> list[float]:
    """Give the load of the last minute."""
    return [round(os.getloadavg()[0], 1)]
