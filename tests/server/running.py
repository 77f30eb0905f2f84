"""A real server on a port of its own, in this process, and players that are bots elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from kostka.bots import bot
from kostka.client import Connection
from kostka.server.app import application
from kostka.server.run import Server, listening
from kostka.server.sqlite_store import SqliteStore


@asynccontextmanager
async def server(folder: Path, seed: int = 1) -> AsyncIterator[str]:
    """Run a server in a folder; gives the address of its sockets.

    Its tiles and bots are the same every time: by chance, one game in 600 is over in five turns.
    """
    secret = Random(seed).randbytes
    store = await SqliteStore.open(folder)
    running = Server(application(store, bot_delay=(0, 0), secret=secret))
    socket = listening("127.0.0.1", 0)
    task = asyncio.create_task(running.serve([socket]))
    while not running.started:  # noqa: ASYNC110  (there is nothing to wait for)
        await asyncio.sleep(0.01)
    try:
        yield f"ws://127.0.0.1:{socket.getsockname()[1]}/ws"
    finally:
        running.should_exit = True
        await task


async def plays_on(connection: Connection, level: str = "placer", turns: int = 10_000) -> None:
    """Let a bot play a guest's seat until the game is over, or for some turns."""
    player = bot(level, 1)
    for _ in range(turns):
        await connection.until(lambda c: c.my_turn or c.over)
        if connection.over:
            return
        assert connection.game is not None
        before = connection.game
        await connection.do(player.choose(before.view))
        await connection.until(lambda c, seen=before: c.game is not seen)  # type: ignore[misc]
