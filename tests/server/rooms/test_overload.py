"""An overloaded server lets nobody new in, and lets those who play go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kostka.events.errors import Refused
from kostka.protocol import requests
from kostka.protocol.rooms import Settings
from kostka.server.ops.metrics import Metrics
from kostka.server.ops.process_metrics import ProcessMetrics
from kostka.server.rooms.overload import MAX_LOOP_DELAY, MAX_WAITING_WRITES, Overload
from tests.server.world import draw, run, world


def test_many_waiting_writes_are_an_overload() -> None:
    waiting = [MAX_WAITING_WRITES]
    overload = Overload(lambda: waiting[0])
    assert not overload.is_overloaded()
    waiting[0] += 1
    assert overload.is_overloaded()
    waiting[0] = 0
    assert not overload.is_overloaded()


def test_one_pause_is_no_overload_but_a_slow_loop_is() -> None:
    overload = Overload(lambda: 0)
    overload.note_loop_delay(5 * MAX_LOOP_DELAY)
    assert not overload.is_overloaded()
    for _ in range(30):
        overload.note_loop_delay(2 * MAX_LOOP_DELAY)
    assert overload.is_overloaded()
    for _ in range(30):
        overload.note_loop_delay(0)
    assert not overload.is_overloaded()


def test_delays_of_the_loop_are_noted() -> None:
    async def measure() -> list[float]:
        delays: list[float] = []
        measuring = asyncio.create_task(ProcessMetrics(Metrics(), delays.append).measure())
        while not delays:  # noqa: ASYNC110  (there is nothing to wait for)
            await asyncio.sleep(0.01)
        measuring.cancel()
        return delays

    assert min(asyncio.run(measure())) >= 0


def test_nobody_new_is_let_in_but_players_go_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing()
            waiting = [MAX_WAITING_WRITES + 1]
            made.lobby.overload = Overload(lambda: waiting[0])
            with pytest.raises(Refused, match="the server is full"):
                await made.comes("Cyd")
            settings = Settings("classic")
            assert await bob.ask(requests.Create, settings=settings) == "full"
            again = await made.back(ala)
            assert again.game is not None
            await draw(again if again.on_turn else bob)
            waiting[0] = 0
            await made.comes("Cyd")

    run(play())
