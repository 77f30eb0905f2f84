"""Pairs of honest players that play on a server, come back after it was killed, and go on.

No acknowledged move may be missing then, and every log must verify.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from kostka.bots import make_bot
from kostka.client import Connection, Refused, connect
from kostka.protocol.requests import Begin, Sit
from kostka.protocol.rooms import Settings, Stage
from kostka.server.games import read_record
from kostka.server.games.game_kind import BotPlayer
from kostka.server.storage.sqlite_file import FILE_NAME
from tests.server.stores import open_store
from tests.server.strangers import LOST
from tests.server.words import OVERTAKEN, Lively, waited_for
from tests.word.players import Habits

NUMBERS = Settings("travel", seats=2, games=1000)
WORDS = Settings("word", seats=2, games=1000, rules={"judging": "challenge"})
ROOMS = (NUMBERS, WORDS, NUMBERS, NUMBERS)


class Pair:
    """Two players in a room of their own, who come back whatever happens."""

    def __init__(self, settings: Settings, pause: float = 0) -> None:
        """Play with these settings, with a pause in seconds before every move."""
        self.settings = settings
        self.pause = pause
        self.tokens: list[str | None] = [None, None]
        self.code = ""
        """Of the room; nothing before it was acknowledged."""
        self.is_seated = False
        """Whether both seats are known to be taken."""
        self.known: tuple[str, int] = ("", 0)
        """The last game and how many of its turns had begun when a move was acknowledged."""
        self.moves = 0

    async def play(self, url: str) -> None:
        """Play until the connection is lost."""
        with suppress(*LOST):
            async with (
                connect(url, token=self.tokens[0], name="Ala") as one,
                connect(url, token=self.tokens[1], name="Bob") as other,
            ):
                self.tokens = [one.token or self.tokens[0], other.token or self.tokens[1]]
                await self._take_seats(one, other)
                self._check_nothing_lost(one)
                await asyncio.gather(self._play_on(one), self._play_on(other))

    async def _take_seats(self, one: Connection, other: Connection) -> None:
        if not self.code:
            room = await one.create_room(self.settings)
            self.code = room.code
        for seat, player in enumerate((one, other)):
            await player.enter_room(self.code)
            if player.seat is None:
                assert not self.is_seated, f"a seat in {self.code} is missing"
                await player.ask(Sit, seat=seat)
        self.is_seated = True
        if one.room is not None and one.room.stage is not Stage.PLAYING:
            await one.ask(Begin)
        await one.wait_until(lambda player: player.last_news is not None)

    def _check_nothing_lost(self, player: Connection) -> None:
        game, turns = self.known
        if player.last_news is not None and player.last_news.game == game:
            assert player.last_news.view.turns >= turns, f"a move of {game} is missing"
        elif game and player.room is not None:
            assert game in player.room.played, f"the game {game} is missing"

    async def _play_on(self, player: Connection) -> None:
        mind: BotPlayer[Any, Any] = make_bot("placer", 1)
        if self.settings.edition == "word":
            mind = Lively(player.seat or 0, Habits(idles=0.5, bluffs=0.2, challenges=0.3))
        while True:
            await player.wait_until(
                lambda one: one.is_my_turn or waited_for(one) or one.is_game_over
            )
            seen = player.last_news
            assert seen is not None
            if player.is_game_over:
                if player.seat == 0:
                    await player.ask(Begin)
                await player.wait_until(
                    lambda one, seen=seen: one.last_news is not seen  # type: ignore[misc]
                )
                continue
            await asyncio.sleep(self.pause)
            try:
                await player.send_command(mind.choose_command(seen.view))
            except Refused as refused:  # a challenge of the last move came first
                assert refused.problem_code in OVERTAKEN, refused  # noqa: PT017
            else:
                self.moves += 1
                latest = player.last_news or seen
                self.known = (latest.game, latest.view.turns)
            await player.wait_until(
                lambda one, seen=seen: one.last_news is not seen  # type: ignore[misc]
            )


async def check_logs(folder: Path, pairs: list[Pair]) -> tuple[int, int]:
    """Load and verify every game; return how many there are, and their lines."""
    games = lines = 0
    store = await open_store(folder)
    try:
        with closing(sqlite3.connect(folder / FILE_NAME)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for pair in pairs:
            for name in await store.list_game_ids(pair.code):
                record = read_record(await store.load_game_log(name) or b"")
                if record.result is not None:
                    record.verify_record()
                games += 1
                lines += record.to_bytes().count(b"\n")
    finally:
        await store.close()
    return games, lines
