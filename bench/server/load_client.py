"""A game with four players that a driver plays on a server: on ours, or on the peer's.

Both are played by the same bot, and heard and timed by the same code; only the messages differ.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from bench.server import websocket_client as wire
from bench.server.websocket_client import Wire
from kostka.bots import bot
from kostka.editions import CLASSIC
from kostka.events.codec import to_json
from kostka.events.errors import BadInput
from kostka.numbers.commands import AnyCommand, Draw, Pass, Place
from kostka.numbers.game import Game
from kostka.numbers.views import View
from kostka.protocol import PROTOCOL, requests, responses
from kostka.protocol.rooms import Settings
from kostka.tabletop.match import MOST_GAMES

SEATS = 4
PATIENCE = 30.0
"""Seconds, to set up a game."""

LEVEL = "placer"

TURN_SECONDS = 600


class Speech(Protocol):
    """The messages of a server."""

    path: str

    def is_news(self, message: bytes) -> bool:
        """Whether a message tells a player how the game stands."""
        ...

    def turn(self, message: bytes) -> int | None:
        """Say who is on turn; None when the game is over."""
        ...

    def view(self, message: bytes, seat: int) -> View:
        """Read the whole news of a seat."""
        ...


class Thinking:
    """The games whose next move is to be chosen; between two of them news is heard.

    A bot's thoughts take as long as the server's work. Were they thought as soon as news of a game
    has come, they would count as time that the news of all others took.
    """

    def __init__(self) -> None:
        """Begin with nothing to think of."""
        self._waiting: deque[tuple[Driven, int]] = deque()

    def begin(self, game: Driven, turn: int) -> None:
        """Let a game think when it is its turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        self._waiting.append((game, turn))

    def _next(self) -> None:
        game, turn = self._waiting.popleft()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        try:
            game.think(turn)
        except Exception as error:  # noqa: BLE001  (whoever waits for the game is told)
            game.error = game.error or f"no move after the news: {error!r}"


class Driven:
    """A game at a server, its four connections and what was heard last by each."""

    name: str
    speech: Speech

    def __init__(self, number: int, thinking: Thinking) -> None:
        """Name the game by a number."""
        self.number = number
        self._thinking = thinking
        self.wires: list[Wire] = []
        self.moves = 0
        self.games = 0
        self.told: Callable[[Driven], None] = lambda _: None
        """Called when all players know of the last move."""
        self.prepared: Callable[[Driven], None] = lambda _: None
        """Called when the next move is ready to be sent."""
        self.error: str | None = None
        self._news: list[bytes] = [b""] * SEATS
        self._missing = 0
        """How many players have not heard the last news, as bits."""
        self._next: tuple[int, bytes] | None = None
        self._set = asyncio.get_running_loop().create_future()
        self._player = bot(LEVEL, number)

    @property
    def ready(self) -> bool:
        """Whether the next move can be sent."""
        return self._next is not None

    @property
    def lost(self) -> str | None:
        """Why the game cannot go on, if it cannot."""
        return self.error or next((one.lost for one in self.wires if one.lost), None)

    async def open(self, host: str, port: int) -> None:
        """Connect everybody, each game from an address of its own, and begin."""
        high, low = divmod(self.number, 250)
        source = f"127.1.{high}.{low + 1}"
        for seat in range(SEATS):
            heard = self._hearing(seat)
            self.wires.append(await wire.opened((host, port, self.speech.path), heard, source))
        try:
            await asyncio.wait_for(self._sit_down(), PATIENCE)
            self.begin()
            await asyncio.wait_for(self._set, PATIENCE)
        except TimeoutError:
            raise BadInput(f"game {self.number} does not begin: {self.lost}") from None

    async def close(self) -> None:
        """End all connections."""
        for one in self.wires:
            one.close()
        await asyncio.gather(*(one.closed for one in self.wires))

    async def _sit_down(self) -> None:
        """Do what has to be done once before any game."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begin a game."""
        self._missing = (1 << SEATS) - 1

    def move(self) -> None:
        """Send the next move."""
        assert self._next is not None
        (seat, message), self._next = self._next, None
        self._missing = (1 << SEATS) - 1
        self.moves += 1
        self.wires[seat].send(message)

    def _hearing(self, seat: int) -> wire.Heard:
        is_news, bit = self.speech.is_news, 1 << seat

        def heard(message: bytes) -> None:
            if not is_news(message):
                self._other(seat, message)
                return
            self._news[seat] = message
            if not self._missing & bit:
                self.error = self.error or "news of a move that nobody made"
            self._missing &= ~bit
            if not self._missing:
                self._all_told(message)

        return heard

    def _other(self, seat: int, message: bytes) -> None:
        """Hear anything but news."""
        raise NotImplementedError

    def _all_told(self, message: bytes) -> None:
        turn = self.speech.turn(message)
        self.told(self)
        if turn is None:
            self.games += 1
            self.begin()
        else:
            self._thinking.begin(self, turn)

    def think(self, turn: int) -> None:
        """Choose the next move."""
        view = self.speech.view(self._news[turn], turn)
        self._next = (turn, self.written(self._player.choose(view), view.turns))
        if not self._set.done():
            self._set.set_result(None)
        self.prepared(self)

    def written(self, command: AnyCommand, turns: int) -> bytes:
        """Write a move as a message."""
        raise NotImplementedError


# --- ours -------------------------------------------------------------------------------------

_OUR_TURN = re.compile(rb'"turn":(\d|null),"turns"')


class _OurSpeech:
    path = "/ws"

    def is_news(self, message: bytes) -> bool:
        return message.startswith(b'{"type":"GameNews"')

    def turn(self, message: bytes) -> int | None:
        found = _OUR_TURN.search(message)
        assert found is not None
        return None if found[1] == b"null" else int(found[1])

    def view(self, message: bytes, seat: int) -> View:
        news = responses.read(message)
        assert isinstance(news, responses.GameNews)
        assert news.view.viewer == seat
        return news.view


class Ours(Driven):
    """A game at kostka's server."""

    name = "kostka"
    speech = _OurSpeech()

    def __init__(self, number: int, thinking: Thinking) -> None:
        """Number all requests."""
        super().__init__(number, thinking)
        self._numbers = count(1)
        self._answer: asyncio.Future[bytes] | None = None

    async def _sit_down(self) -> None:
        for seat, one in enumerate(self.wires):
            await self._asked(one, requests.Hello(PROTOCOL, None, f"Player {seat + 1}"), b"Welcome")
        host, *others = self.wires
        # Nobody's time is to run out while the other server has its turn; a clock there is.
        rules = {"turn_seconds": TURN_SECONDS}
        settings = Settings("classic", rules, seats=SEATS, games=MOST_GAMES)
        room = responses.read(
            await self._asked(host, self._request(requests.Create, settings=settings), b"RoomNews")
        )
        assert isinstance(room, responses.RoomNews)
        assert room.room is not None
        for seat, one in enumerate(others, start=1):
            await self._asked(one, self._request(requests.Enter, room=room.room.code), b"Done")
            await self._asked(one, self._request(requests.Sit, seat=seat), b"Done")

    def _request(self, kind: type[requests.Request], **fields: Any) -> requests.Request:  # noqa: ANN401
        return kind(next(self._numbers), **fields)

    async def _asked(self, one: Wire, message: requests.Message, answer: bytes) -> bytes:
        """Send a request, and give the first message of a kind that comes back."""
        self._wanted = b'{"type":"' + answer + b'"'
        self._answer = asyncio.get_running_loop().create_future()
        self._asking = one
        one.send(to_json(message))
        return await self._answer

    def _other(self, seat: int, message: bytes) -> None:
        if message.startswith((b'{"type":"Refusal"', b'{"type":"GoodBye"')):
            self.error = message.decode()
        elif (
            self._answer is not None
            and not self._answer.done()
            and self.wires[seat] is self._asking
            and message.startswith(self._wanted)
        ):
            self._answer.set_result(message)

    def begin(self) -> None:
        """Let the host begin."""
        super().begin()
        self.wires[0].send(to_json(self._request(requests.Begin)))

    def written(self, command: AnyCommand, turns: int) -> bytes:
        """Write a move as a message."""
        return to_json(self._request(requests.Do, turn=turns, command=command))


# --- the peer's -------------------------------------------------------------------------------

NAMESPACE = b"/rummy,"
_PING, _PONG, _CONNECTED, _EVENT = b"2", b"3", b"40", b"42" + NAMESPACE
_PEER_TURN = re.compile(rb'"currentPlayer":"(\d)"')
_GAME_OVER = b'"gameover":'


class _State(msgspec.Struct, frozen=True):
    """What the peer tells of a game: its own part, and the frame's."""

    G: _Table
    ctx: _Context
    number: int = msgspec.field(name="_stateID")


class _Table(msgspec.Struct, frozen=True):
    table: tuple[tuple[int, ...], ...]
    racks: dict[str, tuple[int, ...] | int]
    pool: int
    opened: tuple[bool, ...]
    drawn: bool


class _Context(msgspec.Struct, frozen=True):
    turn: int


class _Sync(msgspec.Struct, frozen=True):
    state: _State


_read_update = msgspec.json.Decoder(tuple[str, str, _State, Any]).decode
_read_sync = msgspec.json.Decoder(tuple[str, str, _Sync]).decode


@cache
def _blank() -> View:
    """Give a view of no game in particular, to be filled with what the peer tells."""
    return Game.new(CLASSIC, [f"Player {seat + 1}" for seat in range(SEATS)], bytes(32)).view(0)


class _PeerSpeech:
    path = "/socket.io/?EIO=4&transport=websocket"

    def is_news(self, message: bytes) -> bool:
        return message.startswith((_EVENT + b'["update"', _EVENT + b'["sync"'))

    def turn(self, message: bytes) -> int | None:
        found = _PEER_TURN.search(message)
        assert found is not None
        return None if _GAME_OVER in message else int(found[1])

    def view(self, message: bytes, seat: int) -> View:
        state, blank = peer_state(message), _blank()
        game, seats = state.G, []
        for at, part in enumerate(blank.seats):
            rack: Any = game.racks[str(at)]
            tiles = rack if isinstance(rack, int) else len(rack)
            seats.append(
                replace(
                    part, tiles=tiles, rack=rack if at == seat else None, opened=game.opened[at]
                )
            )
        table: Any = game.table
        own: Any = game.racks[str(seat)]
        return replace(
            blank,
            viewer=seat,
            seats=tuple(seats),
            table=table,
            pool=game.pool,
            turns=state.number,
            turn_open=game.drawn,
            drawn=own[-1] if game.drawn else None,
        )


def peer_state(message: bytes) -> _State:
    """Read the peer's news."""
    body = message[len(_EVENT) :]
    if body.startswith(b'["sync"'):
        return _read_sync(body)[2].state
    return _read_update(body)[2]


class Peers(Driven):
    """A game at the server of boardgame.io."""

    name = "boardgame.io"
    speech = _PeerSpeech()

    def __init__(self, number: int, thinking: Thinking) -> None:
        """Await the players' connections."""
        super().__init__(number, thinking)
        self._connected = [asyncio.get_running_loop().create_future() for _ in range(SEATS)]

    @property
    def _match(self) -> str:
        return f"match-{self.number}-{self.games}"

    async def _sit_down(self) -> None:
        for one in self.wires:
            one.send(_CONNECTED + NAMESPACE)
        await asyncio.gather(*self._connected)

    def _other(self, seat: int, message: bytes) -> None:
        if message == _PING:
            self.wires[seat].send(_PONG)
        elif message.startswith(_CONNECTED + NAMESPACE):
            self._connected[seat].set_result(None)

    def begin(self) -> None:
        """Let everybody enter a match that is not there yet, which makes it."""
        super().begin()
        for seat, one in enumerate(self.wires):
            one.send(self._said("sync", self._match, str(seat), None, SEATS))

    def written(self, command: AnyCommand, turns: int) -> bytes:
        """Write a move as a message."""
        name, arguments = _peer_move(command)
        seat = str(getattr(command, "seat", 0))
        payload = {"type": name, "args": arguments, "playerID": seat, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return self._said("update", action, turns, self._match, seat)

    def _said(self, *parts: object) -> bytes:
        return _EVENT + to_json(parts)


def _peer_move(command: AnyCommand) -> tuple[str, list[object]]:
    match command:
        case Place(table=table):
            return "place", [table]
        case Draw():
            return "draw", []
        case Pass():
            return "pass", []
        case _:
            return "finish", []
