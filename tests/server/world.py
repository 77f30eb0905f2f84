"""A lobby with people in it, with a clock of our own and no sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from kostka.bots import make_bot
from kostka.protocol import PROTOCOL, requests, responses
from kostka.protocol.rooms import People, RoomView, Settings
from kostka.server.api.themes import ThemeUploads
from kostka.server.rooms.lobby import Lobby
from kostka.server.rooms.scheduler import BotPace
from kostka.server.storage.store import Store
from kostka.server.transport.session import Session
from tests.server.stores import open_store
from tests.server.workers.tasks_here import TasksHere


class Wire:
    """A connection that remembers what was sent; while it is full it takes nothing."""

    def __init__(self) -> None:
        self.full = False
        self.sent: list[bytes] = []
        self.closed: list[int] = []

    def try_send(self, message: bytes) -> bool:
        if not self.full:
            self.sent.append(message)
        return not self.full

    def close(self, code: int) -> None:
        self.closed.append(code)


class Person:
    """Somebody who is connected, and remembers what they were told."""

    def __init__(self, lobby: Lobby, wire: Wire, session: Session, token: str | None) -> None:
        self.lobby = lobby
        self.wire = wire
        self.token = token
        self.session = session
        self.room: RoomView | None = None
        self.seat: int | None = None
        self.people: People | None = None
        self.game: responses.GameNews | None = None
        self.word: responses.WordNews | None = None
        self.drafts: list[responses.DraftNews] = []
        self.word_drafts: list[responses.WordDraftNews] = []
        self.shuffles: list[responses.ShuffleCommitted] = []
        self.notices: list[responses.NoticeCode] = []
        self.answer: responses.AnyMessage | None = None
        self._numbers = count(1)

    def listen(self) -> None:
        sent, self.wire.sent = self.wire.sent, []
        for message in map(responses.decode_message, sent):
            match message:
                case responses.RoomNews():
                    self.room, self.seat = message.room, message.seat
                    self.people = message.people
                case responses.GameNews():
                    self.game = message
                case responses.WordNews():
                    self.word = message
                case responses.DraftNews():
                    self.drafts.append(message)
                case responses.WordDraftNews():
                    self.word_drafts.append(message)
                case responses.ShuffleCommitted():
                    self.shuffles.append(message)
                case responses.Notice():
                    self.notices.append(message.code)
                case _:
                    self.answer = message

    async def ask(self, kind: type[requests.Request], **fields: Any) -> str:
        """Ask for something; gives the code of a refusal, or nothing."""
        request: Any = kind(next(self._numbers), **fields)
        await self.lobby.handle_request(self.session, request)
        self.listen()
        return self.answer.problems[0].code if isinstance(self.answer, responses.Refusal) else ""

    async def until(self, wanted: Callable[[Person], bool]) -> None:
        """Wait until something is the case, letting things happen."""
        self.listen()
        while not wanted(self):
            await asyncio.sleep(0.001)
            self.listen()

    @property
    def on_turn(self) -> bool:
        return self.game is not None and self.game.view.turn == self.seat

    @property
    def here(self) -> RoomView:
        self.listen()
        assert self.room is not None
        return self.room

    async def go(self) -> None:
        await self.lobby.close_session(self.session)


class World:
    """A lobby with a clock that goes when we say so."""

    def __init__(self, store: Store, reveal_seconds: float) -> None:
        self.time = 1_000_000
        self.time_reader: Callable[[], int] = lambda: self.time
        self.store = store
        self.themes = ThemeUploads(TasksHere(), store, self.now)
        self.lobby = Lobby(
            store,
            self.now,
            Random(1).randbytes,
            self.themes.find_theme_for_rules,
            bot_pace=BotPace((0, 0), 0),
            reveal_seconds=reveal_seconds,
        )

    def now(self) -> int:
        """The time that the lobby goes by."""
        return self.time_reader()

    async def comes(self, name: str, code: str = "", token: str | None = None) -> Person:
        hello = requests.Hello(PROTOCOL, token, name)
        wire = Wire()
        session, welcome = await self.lobby.open_session(hello, "127.0.0.1", wire)
        person = Person(self.lobby, wire, session, welcome.token or token)
        if code:
            assert not await person.ask(requests.Enter, room=code)
        return person

    async def comes_known(self, person: Person) -> Person:
        """Let somebody connect with their token, and enter no room."""
        return await self.comes("", "", person.token)

    async def back(self, person: Person) -> Person:
        """Let somebody come back with their token, to the room they were in."""
        return await self.comes("", person.here.code, person.token)

    async def pair(self, **settings: Any) -> tuple[Person, Person]:
        """Ala, who is host, and Bob, at a table for two."""
        ala = await self.comes("Ala")
        assert not await ala.ask(requests.Create, settings=Settings("travel", **settings))
        bob = await self.comes("Bob", ala.here.code)
        assert not await bob.ask(requests.Sit, seat=1)
        return ala, bob

    async def playing(self, **settings: Any) -> tuple[Person, Person]:
        ala, bob = await self.pair(**settings)
        assert not await ala.ask(requests.Begin)
        bob.listen()
        return ala, bob

    async def sweep(self, later: int) -> None:
        self.time += later
        await self.lobby.close_idle_rooms()

    async def stop(self) -> None:
        """Stop the lobby; it waits for people, who hang up as soon as they are told to."""
        stopping = asyncio.create_task(self.lobby.stop())
        while not stopping.done():
            for session in [one for one in self.lobby.sessions if one.is_closed]:
                await self.lobby.close_session(session)
            await asyncio.sleep(0.001)
        await stopping


@asynccontextmanager
async def world(folder: Path, reveal_seconds: float = 60) -> AsyncIterator[World]:
    store = await open_store(folder)
    made = World(store, reveal_seconds)
    try:
        yield made
    finally:
        await made.stop()
        await store.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


async def draw(person: Person) -> None:
    await person.until(lambda one: one.on_turn)
    assert person.game is not None
    assert person.seat is not None
    turn = person.game.view.turns
    while person.on_turn and person.game.view.turns == turn:
        command = make_bot("placer", 1).choose_command(person.game.view)
        assert not await person.ask(requests.Do, turn=turn, command=command)
