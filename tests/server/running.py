"""A real server on a port of its own, in this process, and players that are bots elsewhere."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from kostka.bots import make_bot
from kostka.client import Connection
from kostka.server.app import DEFAULT_SETTINGS, build_application
from kostka.server.rooms.scheduler import BotPace
from kostka.server.serve import Server, create_listening_socket
from kostka.server.settings import ServerSettings
from kostka.server.storage.store import Store
from tests.server.stores import open_store

OUTSIDE = {"x-forwarded-for": "203.0.113.5"}
"""Headers of a request that a proxy on this machine passes on from another one.

This machine itself has no limits per address.
"""


@asynccontextmanager
async def server(
    folder: Path,
    seed: int = 1,
    store: Store | None = None,
    settings: ServerSettings = DEFAULT_SETTINGS,
) -> AsyncIterator[str]:
    """Run a server in a folder; gives the address of its sockets.

    Its tiles and bots are the same every time: by chance, one game in 600 is over in five turns.
    """
    secret = Random(seed).randbytes
    store = store or await open_store(folder)
    running = Server(
        build_application(store, bot_pace=BotPace((0, 0), 0), secret=secret, settings=settings)
    )
    socket = create_listening_socket("127.0.0.1", 0)
    task = asyncio.create_task(running.serve([socket]))
    while not running.started:  # noqa: ASYNC110  (there is nothing to wait for)
        await asyncio.sleep(0.01)
    try:
        yield f"ws://127.0.0.1:{socket.getsockname()[1]}/ws"
    finally:
        running.should_exit = True
        await task


class Page(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


async def fetched(
    url: str,
    path: str,
    *,
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
    method: str | None = None,
) -> Page:
    """Get something from the server whose sockets are at this address, or post a body to it."""

    def ask() -> Page:
        connection = HTTPConnection(urlsplit(url).netloc)
        try:
            connection.request(
                method or ("GET" if body is None else "POST"), path, body, headers or {}
            )
            answer = connection.getresponse()
            lower = {name.lower(): value for name, value in answer.getheaders()}
            return Page(answer.status, lower, answer.read())
        finally:
            connection.close()

    return await asyncio.to_thread(ask)


async def read_metric(url: str, name: str) -> float:
    """Return a number that a server counts, whatever its labels are."""
    return find_metric((await fetched(url, "/metrics")).body.decode(), name)


def find_metric(page: str, name: str) -> float:
    """Return a number from a page of metrics."""
    found = re.search(rf"^{re.escape(name)}(?:\{{[^}}]*\}})? (\S+)$", page, re.MULTILINE)
    assert found, f"{name} is not counted"
    return float(found[1])


async def plays_on(connection: Connection, level: str = "placer", turns: int = 10_000) -> None:
    """Let a bot play a guest's seat until the game is over, or for some turns."""
    player = make_bot(level, 1)
    for _ in range(turns):
        await connection.wait_until(lambda c: c.is_my_turn or c.is_game_over)
        if connection.is_game_over:
            return
        assert connection.game is not None
        before = connection.game
        await connection.send_command(player.choose_command(before.view))
        await connection.wait_until(lambda c, seen=before: c.game is not seen)  # type: ignore[misc]
