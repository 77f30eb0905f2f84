"""A player of the laboratory: plays one seat whatever happens, and keeps a ledger."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any

from kostka import word
from kostka.bots import make_bot
from kostka.client import ReconnectingClient, Refused
from kostka.client.connection import Connection
from kostka.numbers.commands import Place
from kostka.numbers.views import View
from kostka.protocol import responses
from kostka.protocol.requests import Begin
from kostka.protocol.responses import GameNews, WordNews
from kostka.server.games.game_kind import BotPlayer
from kostka.tiles import TileId
from tests.server.words import OVERTAKEN, Lively, waited_for
from tests.tools.faults.ledger import Ledger
from tests.word.players import Habits

ANSWER_SECONDS = 3.0
"""How long a player waits for an answer before trying elsewhere."""

PATIENCE_SECONDS = 120.0

SLOW_SECONDS = (0.5, 2.5)
"""How long a player looks at a draft before the turn ends."""


class Drafts:
    """What became of drafts that the server had confirmed, when their players came back."""

    def __init__(self) -> None:
        self.kept: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.period = ""
        """The fault of the moment."""


class Player:
    """One seat of a table."""

    def __init__(
        self, name: str, url: str, random: Random, drafts: Drafts, *, is_slow: bool
    ) -> None:
        """Play at an address; slow players lay a draft before they move."""
        self.client = ReconnectingClient(
            [url], name=name, answer_seconds=ANSWER_SECONDS, patience_seconds=PATIENCE_SECONDS
        )
        self.client.on_message = self._note_message
        self.ledger = Ledger(name)
        self.on_acknowledgement: Callable[[float], None] = lambda _: None
        self.on_return: Callable[[float], None] = lambda _: None
        self.refusals: Counter[str] = Counter()
        self.problems: list[str] = []
        self.is_slow = is_slow
        self._random = random
        self._drafts = drafts
        self._draft: tuple[str, int, Any] | None = None
        """The game, the turn and the table that the server has confirmed."""
        self._reconnect_count = 0
        self._known: tuple[str, int] = ("", 0)
        """The game and the turn of the last acknowledged move."""

    # --- news ---------------------------------------------------------------------------------

    def _note_message(self, message: responses.AnyMessage) -> None:
        if not isinstance(message, GameNews | WordNews):
            return
        self.ledger.note_view(message.game, message.view)
        game, turns = self._known
        if message.game == game and message.view.turns < turns:
            self.problems.append(f"{game}: turn {turns} was acknowledged, now {message.view.turns}")
        if message.faces is not None:
            self._check_draft(message)
            if self.client.reconnect_count > self._reconnect_count:
                self._reconnect_count = self.client.reconnect_count
                self.on_return(monotonic())

    def _check_draft(self, message: GameNews | WordNews) -> None:
        """Compare a draft with what the server knows of it after the player has come back."""
        if self._draft is None or self._draft[:2] != (message.game, message.view.turns):
            return
        found = message.draft.table if isinstance(message, WordNews) and message.draft else None
        if isinstance(message, GameNews):
            found = message.draft
        counter = self._drafts.kept if found == self._draft[2] else self._drafts.lost
        counter[self._drafts.period] += 1
        if found != self._draft[2]:
            self._draft = None

    # --- playing ------------------------------------------------------------------------------

    async def play(self) -> None:
        """Play one game after the other until cancelled."""
        minds: dict[str, BotPlayer[Any, Any]] = {}
        while True:
            await self.client.wait_until(
                lambda one: one.is_my_turn or waited_for(one) or one.is_game_over
            )
            connection = await self.client.get_connection()
            seen = connection.last_news
            if seen is None:
                continue
            if connection.is_game_over:
                await self._begin_next_game(connection, seen)
                continue
            if seen.game not in minds:
                minds.clear()
                minds[seen.game] = self._make_mind(seen)
            command = await asyncio.to_thread(minds[seen.game].choose_command, seen.view)
            await self._think(seen, command)
            await self._move(command)

    def _make_mind(self, seen: responses.Played) -> BotPlayer[Any, Any]:
        if isinstance(seen, WordNews):
            habits = Habits(idles=0.5, bluffs=0.2, challenges=0.3)
            return Lively(self._random.randrange(2**30), habits)
        return make_bot("placer", self._random.randrange(2**30))

    async def _begin_next_game(self, connection: Connection, seen: responses.Played) -> None:
        if connection.seat == 0:
            try:
                await self.client.ask(Begin)
                self.on_acknowledgement(monotonic())
            except Refused as refused:
                self.refusals[refused.problem_code] += 1
                await asyncio.sleep(0.1)
        await self.client.wait_until(
            lambda one: (
                one.last_news is not None
                and (one.last_news.game != seen.game or not one.is_game_over)
            )
        )

    async def _think(self, seen: responses.Played, command: Any) -> None:
        if not self.is_slow:
            await asyncio.sleep(self._random.uniform(0.05, 0.15))
            return
        try:
            connection = await self.client.get_connection()
            async with asyncio.timeout(ANSWER_SECONDS):
                if isinstance(seen, WordNews):
                    table, letters = lay_words(seen.view, command)
                    await connection.send_word_draft(table, letters)
                else:
                    table = lay_tiles(seen.view, command)
                    await connection.send_draft(table)
            self._draft = (seen.game, seen.view.turns, table)
        except (AssertionError, ConnectionError, TimeoutError, Refused):
            return  # the turn is over, or the server was not there
        await asyncio.sleep(self._random.uniform(*SLOW_SECONDS))

    async def _move(self, command: Any) -> None:
        connection = await self.client.get_connection()
        await self.client.wait_until(lambda one: one.last_news is not None)
        connection = await self.client.get_connection()
        seen = connection.last_news
        if seen is None or seen.view.viewer is None or seen.view.result is not None:
            return
        sent = self.ledger.note_sending(seen.game, seen.view, command)
        self._draft = None
        try:
            is_acknowledged = await self.client.send_command(command)
        except Refused as refused:
            self.refusals[refused.problem_code] += 1
            if refused.problem_code not in OVERTAKEN:
                await asyncio.sleep(0.2)
        else:
            if is_acknowledged:
                self.ledger.note_acknowledgement(sent)
                self._known = (sent.game, sent.turn)
                self.on_acknowledgement(monotonic())
        await self._wait_for_news(seen)

    async def _wait_for_news(self, seen: responses.Played) -> None:
        """Wait until the game looks different, but not for ever: it may look the same again."""
        try:
            async with asyncio.timeout(2 * ANSWER_SECONDS):
                await self.client.wait_until(lambda one: one.last_news is not seen)
        except TimeoutError:
            pass


def lay_tiles(view: View, command: Any) -> Any:
    """Return a draft: the move, or one tile alone if nothing is laid."""
    if isinstance(command, Place):
        return command.table
    rack = view.seats[view.viewer or 0].rack or ()
    return (*view.table, rack[:1])


def lay_words(view: word.View, command: Any) -> tuple[Any, dict[TileId, str]]:
    """Return a draft of words: the move, or one tile alone if nothing is laid."""
    if isinstance(command, word.Place):
        return command.table, command.letters
    rack = view.seats[view.viewer or 0].rack or ()
    return (*view.table, rack[:1]), {}
