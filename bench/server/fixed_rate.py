"""Makes moves at a fixed rate and measures how long each takes to reach all players."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sequence
from time import perf_counter, process_time

import msgspec

from bench.server.load_client import TIMEOUT, GameClient
from bench.spread import Spread, compute_spread
from kostka.events.errors import BadInput

MILLISECONDS = 1000


class RateSample(msgspec.Struct, frozen=True):
    """What was measured at a rate of moves."""

    offered: float
    """Moves a second that were offered."""
    done: float
    """Moves a second that reached all players."""
    milliseconds: Spread
    """From the move until the last of the four players has received it."""
    driver_busy: float
    """The load client's own share of a core; near 1 it measures itself."""


class FixedRateLoad:
    """Makes moves evenly spread over time and games.

    The times of the moves are fixed beforehand. If the last move of a game is still on its way when
    the next is due, that one is late, and the delay counts: a slow server cannot reduce the load.
    """

    def __init__(self, games: Sequence[GameClient], rate: float) -> None:
        """Plan this many moves a second, all games together."""
        self._games = games
        self._rate = rate
        self._period = len(games) / rate
        self._loop = asyncio.get_running_loop()
        self._due_times: dict[GameClient, float] = {}
        """When each game is to make its next move."""
        self._counted_from: dict[GameClient, float] = {}
        """The start of the time that is measured for the move on its way."""
        self._times: list[float] = []
        self._is_making_moves = True

    def start_moves(self) -> None:
        """Start making moves."""
        start = perf_counter()
        for at, game in enumerate(self._games):
            game.on_move_delivered, game.on_move_ready = self._record_delivery, self._schedule_move
            self._due_times[game] = start + at / self._rate
            self._schedule_move(game)

    async def measure_sample(self, seconds: float) -> RateSample:
        """Measure the moves of the next seconds."""
        self._times.clear()
        begun, busy = perf_counter(), process_time()
        await asyncio.sleep(seconds)
        passed = perf_counter() - begun
        return RateSample(
            offered=round(self._rate, 1),
            done=round(len(self._times) / passed, 1),
            milliseconds=compute_spread(self._times or [seconds * MILLISECONDS]),
            driver_busy=round((process_time() - busy) / passed, 2),
        )

    async def run_and_measure(self, warm_up: float, seconds: float) -> RateSample:
        """Make moves for some seconds and measure all but those of the warm-up.

        Garbage collection is off meanwhile: a pause here would look like one of the server.
        """
        gc.collect()
        gc.disable()
        try:
            self.start_moves()
            await asyncio.sleep(warm_up)
            found = await self.measure_sample(seconds)
            await self.stop_and_drain()
        finally:
            gc.enable()
        return found

    async def stop_and_drain(self) -> None:
        """Make no more moves and wait until all have been delivered."""
        self._is_making_moves = False
        end = perf_counter() + TIMEOUT
        while not all(game.is_ready for game in self._games):
            lost = next((game.failure for game in self._games if game.failure), None)
            if lost or perf_counter() > end:
                raise BadInput(f"a game does not go on: {lost or 'a move was not answered'}")
            await asyncio.sleep(0.05)

    def _schedule_move(self, game: GameClient) -> None:
        wait = self._due_times[game] - perf_counter()
        if wait > 0:
            self._loop.call_later(wait, self._send_move, game)
        else:
            self._send_move(game, self._due_times[game])

    def _send_move(self, game: GameClient, since: float | None = None) -> None:
        """Make a move; its time counts from now, or from when it was due."""
        if self._is_making_moves:
            self._counted_from[game] = since or perf_counter()
            self._due_times[game] += self._period
            game.send_move()

    def _record_delivery(self, game: GameClient) -> None:
        since = self._counted_from.pop(game, None)
        if since is not None:
            self._times.append((perf_counter() - since) * MILLISECONDS)
