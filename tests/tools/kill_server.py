"""Kills the whole server again and again while games are played on it.

`python -m tests.tools.kill_server --times 100`. Players come back after every kill and go on. No
acknowledged move may be missing, and every log must verify. Status 1 at the first fault.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kostka.bots import make_bot
from kostka.client import Connection, Refused, connect
from kostka.events.errors import BadRecord
from kostka.protocol.requests import Begin, Sit
from kostka.protocol.rooms import Settings, Stage
from kostka.server.games import read_record
from kostka.server.games.game_kind import BotPlayer
from kostka.server.storage.sqlite_store import SqliteStore
from tests.server.processes import serving
from tests.server.words import Lively, waited_for
from tests.word.players import Habits

NUMBERS = Settings("travel", seats=2, games=1000)
WORDS = Settings("word", seats=2, games=1000, rules={"judging": "challenge"})
ROOMS = (NUMBERS, WORDS, NUMBERS, NUMBERS)
MAX_ROUND_SECONDS = 0.8
LOST = (ConnectionError, ConnectionClosed, InvalidHandshake, OSError, EOFError)


class Pair:
    """Two players in a room of their own, who come back whatever happens."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tokens: list[str | None] = [None, None]
        self.code = ""
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
            try:
                await player.enter_room(self.code)
            except Refused:  # the room was not acknowledged
                self.code = ""
                return
            if player.seat is None:
                await player.ask(Sit, seat=seat)
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
            await player.send_command(mind.choose_command(seen.view))
            self.moves += 1
            assert player.last_news is not None
            self.known = (player.last_news.game, player.last_news.view.turns)
            await player.wait_until(
                lambda one, seen=seen: one.last_news is not seen  # type: ignore[misc]
            )


async def play_until_killed(folder: Path, pairs: list[Pair], seconds: float) -> None:
    with serving(folder) as process:
        playing = [asyncio.create_task(pair.play(process.url)) for pair in pairs]
        await asyncio.sleep(seconds)
        process.popen.send_signal(signal.SIGKILL)
        await asyncio.gather(*playing)


async def check_logs(folder: Path, pairs: list[Pair]) -> tuple[int, int]:
    """Load and verify every game; return how many there are, and their lines."""
    store = await SqliteStore.open(folder)
    games = lines = 0
    for pair in pairs:
        for name in await store.list_game_ids(pair.code):
            data = await store.load_game_log(name)
            assert data is not None
            record = read_record(data)
            if record.result is not None:
                record.verify_record()
            games += 1
            lines += record.to_bytes().count(b"\n")
    await store.close()
    return games, lines


def kill_repeatedly(folder: Path, times: int, seed: int) -> str:
    """Kill a server this many times and return a summary of what was played."""
    rng, pairs, start = Random(seed), [Pair(settings) for settings in ROOMS], perf_counter()
    for _ in range(times):
        asyncio.run(play_until_killed(folder, pairs, rng.uniform(0.1, MAX_ROUND_SECONDS)))
    games, lines = asyncio.run(check_logs(folder, pairs))
    moves = Counter[str]()
    for pair in pairs:
        moves[pair.settings.edition] += pair.moves
    acknowledged = ", ".join(f"{count} moves of {key}" for key, count in moves.items())
    return (
        f"{times} kills, {acknowledged} acknowledged, {games} games, {lines} lines,"
        f" none lost, {perf_counter() - start:.0f} s"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(kill_repeatedly(Path(folder), arguments.times, arguments.seed))
        except (AssertionError, BadRecord) as error:
            print(f"after a kill: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
