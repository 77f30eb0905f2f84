"""Moves at a given rate, and how long it takes until all players have heard of each."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sequence
from time import perf_counter, process_time

import msgspec

from bench.server.load_client import PATIENCE, Driven
from bench.solver.timing import Spread, spread
from kostka.events.errors import BadInput

MILLISECONDS = 1000


class Pacing(msgspec.Struct, frozen=True):
    """What came of moves at a rate."""

    offered: float
    """Moves a second that were wanted."""
    done: float
    """Moves a second that all players heard of."""
    milliseconds: Spread
    """From the move until the last of the four players has heard of it."""
    driver_busy: float
    """The driver's own share of a core; near 1 it measures itself."""


class Pacer:
    """Lets games make moves, evenly spread over time and games.

    The times of the moves are fixed beforehand. A game whose last move is not through when the next
    is due makes it as soon as it can, and the wait counts: a slow server cannot slow the load down.
    """

    def __init__(self, games: Sequence[Driven], rate: float) -> None:
        """Make so many moves a second, all games together."""
        self._games = games
        self._rate = rate
        self._period = len(games) / rate
        self._loop = asyncio.get_running_loop()
        self._due: dict[Driven, float] = {}
        """When each game makes its next move."""
        self._since: dict[Driven, float] = {}
        """From when the time of the move counts that is on its way."""
        self._times: list[float] = []
        self._running = True

    def start(self) -> None:
        """Begin to move."""
        start = perf_counter()
        for at, game in enumerate(self._games):
            game.told, game.prepared = self._told, self._prepared
            self._due[game] = start + at / self._rate
            self._prepared(game)

    async def sample(self, seconds: float) -> Pacing:
        """See how long the moves of the next seconds take."""
        self._times.clear()
        begun, busy = perf_counter(), process_time()
        await asyncio.sleep(seconds)
        passed = perf_counter() - begun
        return Pacing(
            offered=round(self._rate, 1),
            done=round(len(self._times) / passed, 1),
            milliseconds=spread(self._times or [seconds * MILLISECONDS]),
            driver_busy=round((process_time() - busy) / passed, 2),
        )

    async def run(self, warm_up: float, seconds: float) -> Pacing:
        """Let them move for so long; moves of the warm-up do not count.

        Meanwhile the driver does not collect its garbage, which would look like the server's pause.
        """
        gc.collect()
        gc.disable()
        try:
            self.start()
            await asyncio.sleep(warm_up)
            found = await self.sample(seconds)
            await self.stop()
        finally:
            gc.enable()
        return found

    async def stop(self) -> None:
        """Make no more moves, and wait until all are through."""
        self._running = False
        end = perf_counter() + PATIENCE
        while not all(game.ready for game in self._games):
            lost = next((game.lost for game in self._games if game.lost), None)
            if lost or perf_counter() > end:
                raise BadInput(f"a game does not go on: {lost or 'no answer to a move'}")
            await asyncio.sleep(0.05)

    def _prepared(self, game: Driven) -> None:
        wait = self._due[game] - perf_counter()
        if wait > 0:
            self._loop.call_later(wait, self._go, game)
        else:
            self._go(game, self._due[game])

    def _go(self, game: Driven, since: float | None = None) -> None:
        """Make a move; its time counts from now, or from when it was due."""
        if self._running:
            self._since[game] = since or perf_counter()
            self._due[game] += self._period
            game.move()

    def _told(self, game: Driven) -> None:
        since = self._since.pop(game, None)
        if since is not None:
            self._times.append((perf_counter() - since) * MILLISECONDS)
