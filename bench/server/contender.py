"""A server that takes part in a benchmark, with games of four players on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

import msgspec

from bench.server.fixed_rate import FixedRateLoad, RateSample
from bench.server.instructions import start_counting
from bench.server.load_client import GameClient, MoveQueue
from bench.server.processes import HOST, ServerProcess

T = TypeVar("T")

MAX_P99_MS = 50.0
"""The p99 at which the servers are compared. Nobody notices such a short wait."""

MIN_DELIVERED = 0.95
"""A server that delivers a smaller share of the offered moves does not keep up."""

CONNECT_BATCH = 20
"""Games that are connected at the same time."""


class Size(NamedTuple):
    """The size of a run."""

    games: int
    warm_up: float
    seconds: float
    settle: float
    work_rate: float
    """Moves a second at which processor time is compared."""
    work_samples: int
    """Samples of each server at that rate."""
    first_rate: float
    """Moves a second at which the search for the highest rate begins."""
    highest_rate: float
    """Where the search ends at the latest."""


FULL = Size(
    games=200,
    warm_up=1.0,
    seconds=4.0,
    settle=3.0,
    work_rate=1000,
    work_samples=9,
    first_rate=640,
    highest_rate=20_000,
)
QUICK = Size(
    games=3,
    warm_up=0.2,
    seconds=0.5,
    settle=0.1,
    work_rate=15,
    work_samples=1,
    first_rate=15,
    highest_rate=15,
)


class Measured(msgspec.Struct, frozen=True):
    """What a server did at one rate of moves."""

    pacing: RateSample
    microseconds: float
    """Processor time of the server per move."""
    held: bool
    """Were the moves delivered in time?"""
    others: dict[str, float] = {}
    """Processor time per move of other processes that work for the server, by name."""
    instructions: float | None = None
    """Instructions of the server per move, where the machine counts them."""
    started: float = 0.0
    """When the sample began, by the clock of `time.monotonic`."""
    is_paused: bool = False
    """Whether the machine paused meanwhile, so that the sample says little."""


class Contender:
    """A server with games on it, and what was measured of it."""

    def __init__(
        self, kind: type[GameClient], server: ServerProcess, size: Size, name: str | None = None
    ) -> None:
        """Create the clients of its games; nothing is connected yet."""
        self.name = name or kind.name
        self._server = server
        self._size = size
        move_queue = MoveQueue()
        self._games = [kind(number, move_queue) for number in range(size.games)]
        self.in_race = True
        self.kilobytes = 0.0

    async def open_games(self) -> None:
        """Connect all players, deal, and measure how much memory that takes."""
        await self._games[0].connect_players(HOST, self._server.choose_port())  # loads everything
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
        started = time.monotonic()
        moves, seconds = self._move_count, self._server.processor_seconds
        others = self._server.read_other_processor_seconds()
        stop_counting = start_counting(self._server.process.pid)
        pacing = await FixedRateLoad(self._games, rate).run_and_measure(
            self._size.warm_up, self._size.seconds
        )
        done = max(1, self._move_count - moves)
        instructions = stop_counting()
        after = self._server.read_other_processor_seconds()
        return Measured(
            pacing,
            round((self._server.processor_seconds - seconds) / done * 1e6, 1),
            pacing.milliseconds.p99 <= MAX_P99_MS and pacing.done >= MIN_DELIVERED * rate,
            {name: round((after[name] - others[name]) / done * 1e6, 1) for name in others},
            None if instructions is None else round(instructions / done),
            started,
        )

    @property
    def _move_count(self) -> int:
        return sum(game.moves for game in self._games)

    async def close_games(self) -> None:
        """Disconnect all players."""
        self.in_race = False
        await asyncio.gather(*(game.disconnect_players() for game in self._games))


async def connect_all_games(games: Sequence[GameClient], server: ServerProcess) -> None:
    """Connect the players of all games, a batch at a time."""
    for at in range(0, len(games), CONNECT_BATCH):
        some = games[at : at + CONNECT_BATCH]
        await asyncio.gather(*(game.connect_players(HOST, server.choose_port()) for game in some))


def run_in_fast_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in uvloop where it is installed."""
    factory = None
    with suppress(ImportError):
        factory = import_module("uvloop").new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)
