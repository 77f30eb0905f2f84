"""How much one address may ask of the desk: a hall full of phones, but no more than that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from kostka.server.app import build_application
from kostka.server.ops.server_clock import ServerClock
from kostka.server.tournaments.endpoint import CREATION_RATE, REQUEST_RATE
from tests.server.stores import open_store
from tests.server.tournaments.test_routes import run

ROUTER, OTHER, HERE = "192.168.1.7", "192.168.1.8", "127.0.0.1"

Ask = Callable[..., Coroutine[Any, Any, int]]


def make_asker(app: Starlette) -> Ask:
    """Ask an application from any address, without a network."""

    async def ask(address: str, path: str, body: bytes | None = None) -> int:
        path, _, query = path.partition("?")
        scope: dict[str, Any] = {
            "type": "http",
            "method": "GET" if body is None else "POST",
            "path": path,
            "query_string": query.encode(),
            "headers": [],
            "client": (address, 1),
        }
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body or b"", "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await app(scope, receive, send)
        (status,) = statuses
        return status

    return ask


async def wait_until(happened: Callable[[], bool]) -> None:
    while not happened():  # noqa: ASYNC110  (nothing tells of it)
        await asyncio.sleep(0.001)


@pytest.fixture
def _freeze_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass, so that nothing is allowed again."""
    monkeypatch.setattr(ServerClock, "read_time_ms", lambda _: 1_800_000_000_000)


@pytest.mark.usefixtures("_freeze_time")
def test_a_hall_behind_one_router_is_served_but_not_without_end(tmp_path: Path) -> None:
    async def look() -> None:
        store = await open_store(tmp_path)
        ask = make_asker(build_application(store))
        nowhere = "/api/tournaments/" + "0" * 16
        phones = 200
        for _ in range(int(REQUEST_RATE.burst) // phones):
            assert {await ask(ROUTER, nowhere) for _ in range(phones)} == {404}
        assert await ask(ROUTER, nowhere) == 429
        assert await ask(OTHER, nowhere) == 404
        assert {await ask(HERE, nowhere) for _ in range(int(REQUEST_RATE.burst) + 1)} == {404}
        await store.close()

    run(look())


@pytest.mark.usefixtures("_freeze_time")
def test_nobody_opens_tournaments_without_end(tmp_path: Path) -> None:
    async def look() -> None:
        store = await open_store(tmp_path)
        ask = make_asker(build_application(store))
        bodies = [b'{"title":"Cup"}'] * (int(CREATION_RATE.burst) + 1)
        statuses = [await ask(ROUTER, "/api/tournaments", body) for body in bodies]
        assert statuses == [201] * int(CREATION_RATE.burst) + [429]
        assert await ask(OTHER, "/api/tournaments", bodies[0]) == 201
        assert [await ask(HERE, "/api/tournaments", body) for body in bodies] == [201] * len(bodies)
        await store.close()

    run(look())


def test_so_many_wait_for_news_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kostka.server.tournaments.routes.MAX_WAITING_PER_ADDRESS", 3)

    async def look() -> None:
        store = await open_store(tmp_path)
        app = build_application(store)
        ask, desk = make_asker(app), app.state.tournaments
        assert await ask(HERE, "/api/tournaments", b'{"title":"Cup"}') == 201
        (name,) = await store.list_old_tournaments(2**60, 10)
        path = f"/api/tournaments/{name}?after=1"
        waiting = [asyncio.create_task(ask(ROUTER, path)) for _ in range(3)]
        await wait_until(lambda: desk.registry.waiter_count == 3)
        assert await ask(ROUTER, path) == 429
        more = asyncio.create_task(ask(OTHER, path))
        await wait_until(lambda: desk.registry.waiter_count == 4)
        await desk.drain()
        assert await asyncio.gather(*waiting, more) == [204] * 4
        assert desk._waiting.total == 0
        await store.close()

    run(look())
