"""No route is free: what a request costs is charged to its address, and refused beyond that."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from time import thread_time
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kostka.client import Connection, connect
from kostka.protocol.requests import Begin, Rename
from kostka.protocol.responses import Farewell
from kostka.protocol.rooms import Settings
from kostka.server.rooms import scheduler
from kostka.server.transport import cost_budget, websocket
from kostka.server.transport.rate_limits import Rate
from kostka.server.transport.request_cost import CURRENT_COST
from kostka.server.transport.session import CLOSE_CODES
from tests.server.running import OUTSIDE, Page, fetched, server

NEIGHBOUR = {"x-forwarded-for": "203.0.113.99"}
ROUTES = ("/", "/static/app/main.js", "/api/editions", "/api/rules/classic", "/api/x", "/healthz")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def set_budget(monkeypatch: pytest.MonkeyPatch, burst: float) -> None:
    monkeypatch.setattr(cost_budget, "BUDGET", Rate(burst, each_second=0.000_1))


async def ask_until_refused(url: str, path: str) -> Page:
    for _ in range(1000):
        page = await fetched(url, path, headers=OUTSIDE)
        if page.status == 429:
            return page
    raise AssertionError(f"{path} is free")


@pytest.mark.parametrize("path", ROUTES)
def test_every_route_costs_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    set_budget(monkeypatch, 0.01)

    async def look() -> None:
        async with server(tmp_path) as url:
            page = await ask_until_refused(url, path)
            assert int(page.headers["retry-after"]) > 0
            assert page.headers["x-content-type-options"] == "nosniff"
            body = json.loads(page.body)
            assert body["problems"][0]["code"] == "over_budget"
            assert "share of this server" in body["error"]
            assert (await fetched(url, "/healthz", headers=NEIGHBOUR)).status == 200
            assert (await fetched(url, "/healthz")).status == 200  # this machine has no limit

    run(look())


def test_work_in_threads_is_charged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[float] = []
    add_seconds = cost_budget.ChargedCost.add_seconds

    def note(self: cost_budget.ChargedCost, seconds: float) -> None:
        charged.append(seconds)
        add_seconds(self, seconds)

    monkeypatch.setattr(cost_budget.ChargedCost, "add_seconds", note)
    monkeypatch.setattr("kostka.server.api.rules.build_rules", _burn)

    async def look() -> None:
        async with server(tmp_path) as url:
            assert (await fetched(url, "/api/rules/classic", headers=OUTSIDE)).status == 200
        assert max(charged) >= 0.05

    run(look())


async def rename_without_end(guest: Connection) -> None:
    for number in range(2000):
        await guest.ask(Rename, name=f"Ala {number}")


async def ping_without_end(socket: ClientConnection) -> None:
    for _ in range(20_000):
        await (await socket.ping())


def _burn(*_: object) -> dict[str, str]:
    until = thread_time() + 0.05
    while thread_time() < until:
        pass
    return {}


def test_a_connection_is_slowed_down_and_then_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_budget(monkeypatch, 0.01)
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(websocket, "sleep", note)
    monkeypatch.setattr(websocket, "MESSAGE_RATE", Rate(burst=10_000, each_second=1))

    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala", headers=OUTSIDE) as ala:
            with pytest.raises(ConnectionError):
                await rename_without_end(ala)
            assert len(waits) == websocket.MAX_PAUSES
            assert all(0 < wait <= websocket.MAX_PAUSE_SECONDS for wait in waits)
            assert ala.good_bye is not None
            assert ala.good_bye.code is Farewell.OVER_BUDGET
            assert ala.good_bye.retry_ms
            with pytest.raises(InvalidStatus):
                async with connect(url, name="Ala", headers=OUTSIDE):
                    pass
            async with connect(url, name="Bob", headers=NEIGHBOUR) as bob:
                await bob.ask(Rename, name="Bo")

    run(play())


def test_a_flood_of_pings_is_charged_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_budget(monkeypatch, 0.02)

    async def play() -> None:
        async with (
            server(tmp_path) as url,
            open_socket(url, compression=None, additional_headers=OUTSIDE) as socket,
        ):
            await socket.send('{"type":"Hello","protocol":1}')
            await socket.recv()
            with pytest.raises(ConnectionClosed):
                await ping_without_end(socket)
            assert socket.close_code == CLOSE_CODES[Farewell.OVER_BUDGET]

    run(play())


def test_bots_are_not_charged_to_the_player_who_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    payers: list[object] = []
    play_bot_move = scheduler.Scheduler._play_bot_move

    async def note(self: scheduler.Scheduler, *step: Any) -> None:
        payers.append(CURRENT_COST.get())
        await play_bot_move(self, *step)

    monkeypatch.setattr(scheduler.Scheduler, "_play_bot_move", note)

    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala", headers=OUTSIDE) as ala:
            await ala.create_room(Settings("classic", seats=4, bots=(1, 1, 1)))
            await ala.ask(Begin)
            await ala.wait_until(lambda one: one.is_my_turn and len(payers) > 0)
        assert set(payers) == {None}

    run(play())
