"""Fills the disk under a running server, frees it, and checks that the game went on.

`python -m tests.tools.fill_disk_under_server FOLDER`, where FOLDER is a small disk of its own.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from kostka.client import Refused, connect
from kostka.numbers import Game, verify_log
from kostka.protocol.requests import Begin
from kostka.protocol.rooms import Settings
from kostka.server.api import readiness
from kostka.server.rooms import scheduler
from kostka.server.storage.sqlite_store import SqliteStore
from tests.server.running import fetched, plays_on, server
from tests.tools.fill_disk_under_store import fill_disk

OK = 200


async def wait_until_full(url: str) -> None:
    """Probe until the disk takes no more, after as many pages as were left."""
    page = await fetched(url, "/readyz")
    while page.status == OK:
        page = await fetched(url, "/readyz")
    assert page.status == 503, page
    assert b"cannot save at the moment: the disk is full (SQLITE_FULL)" in page.body, page


async def main(disk: Path) -> None:
    scheduler.RETRY_SECONDS = 0.05
    readiness.MIN_INTERVAL = 0.0
    ballast = disk / "ballast"
    async with server(disk / "data") as url, connect(url, name="Ala") as ala:
        await ala.create_room(Settings("travel", seats=2, bots=(4,), games=1000))
        await ala.ask(Begin)
        await ala.wait_until(lambda one: one.is_my_turn)
        fill_disk(ballast)
        refusal = ""
        while not refusal:  # until it is Ala's move that does not fit
            try:
                async with asyncio.timeout(5):
                    await plays_on(ala)
                    await ala.ask(Begin)
            except Refused as refused:
                refusal = refused.problem_code
            except TimeoutError:
                refusal = "waits"  # for a bot's move that does not fit
        assert refusal in ("not_saved", "waits"), refusal
        assert (await fetched(url, "/healthz")).status == OK
        await wait_until_full(url)
        ballast.unlink()
        assert (await fetched(url, "/readyz")).status == OK
        assert ala.game is not None
        game = ala.game.game
        await plays_on(ala)
        await ala.wait_until(lambda one: one.is_game_over)
    store = await SqliteStore.open(disk / "data")
    saved = await store.load_game_log(game)
    await store.close()
    assert saved is not None
    verify_log(Game.load(saved).log)


if __name__ == "__main__":
    asyncio.run(asyncio.wait_for(main(Path(sys.argv[1])), 60))
