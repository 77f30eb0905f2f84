"""Plays a game of four players on a server, ours or the peer's, through four WebSockets.

The same bot chooses all moves, and the same code times both servers; only the messages differ.
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

from bench.server import websocket_client
from bench.server.websocket_client import WebSocketClient
from kostka.bots import make_bot
from kostka.editions import CLASSIC
from kostka.events.codec import to_json
from kostka.events.errors import BadInput
from kostka.numbers.commands import AnyCommand, Draw, Pass, Place
from kostka.numbers.game import Game
from kostka.numbers.views import View
from kostka.protocol import PROTOCOL, requests, responses
from kostka.protocol.rooms import Settings
from kostka.tabletop.match import MAX_GAMES

SEATS = 4
TIMEOUT = 30.0
"""Seconds to set up a game."""

LEVEL = "placer"

RULES = {"turn_seconds": 600, "announcement_judging": "at_once"}
"""A clock runs, but no turn may end by itself while another server is being measured."""


class MessageFormat(Protocol):
    """Reads the messages of a server."""

    path: str

    def is_game_update(self, message: bytes) -> bool:
        """Whether a message tells a player the state of the game."""
        ...

    def read_seat_on_turn(self, message: bytes) -> int | None:
        """Return the seat whose turn it is, or None when the game is over."""
        ...

    def read_view(self, message: bytes, seat: int) -> View:
        """Return a seat's view of the game from an update."""
        ...


class MoveQueue:
    """Chooses the next moves of many games, one game per turn of the event loop.

    Choosing a move takes the bot as long as the server's work for it. Done at once when an update
    arrives, it would delay the updates of all other games and count as the server's time.
    """

    def __init__(self) -> None:
        """Start with an empty queue."""
        self._games: deque[tuple[GameClient, int]] = deque()

    def queue_next_move(self, game: GameClient, turn: int) -> None:
        """Choose the next move of a game as soon as the games before it are done."""
        if not self._games:
            asyncio.get_running_loop().call_soon(self._choose_next_move)
        self._games.append((game, turn))

    def _choose_next_move(self) -> None:
        game, turn = self._games.popleft()
        if self._games:
            asyncio.get_running_loop().call_soon(self._choose_next_move)
        try:
            game.choose_move(turn)
        except Exception as error:  # noqa: BLE001  (reported as the failure of the game)
            game.error = game.error or f"no move after an update: {error!r}"


class GameClient:
    """A game on a server: four connections and the last update that each received."""

    name: str
    message_format: MessageFormat

    def __init__(self, number: int, move_queue: MoveQueue) -> None:
        """Create the client of the game with this number; nothing is connected yet."""
        self.number = number
        self._move_queue = move_queue
        self.sockets: list[WebSocketClient] = []
        self.moves = 0
        self.games = 0
        self.on_move_delivered: Callable[[GameClient], None] = lambda _: None
        """Called when all players have received the last move."""
        self.on_move_ready: Callable[[GameClient], None] = lambda _: None
        """Called when the next move is ready to be sent."""
        self.error: str | None = None
        self._updates: list[bytes] = [b""] * SEATS
        self._missing = 0
        """The seats that have not received the last update, as bits."""
        self._next: tuple[int, bytes] | None = None
        self._is_dealt = asyncio.get_running_loop().create_future()
        self._player = make_bot(LEVEL, number)

    @property
    def is_ready(self) -> bool:
        """Whether the next move can be sent."""
        return self._next is not None

    @property
    def failure(self) -> str | None:
        """Why the game cannot go on, or None if it can."""
        return self.error or next(
            (one.close_reason for one in self.sockets if one.close_reason), None
        )

    async def connect_players(self, host: str, port: int) -> None:
        """Connect all players, each game from its own local address, and start the game."""
        high, low = divmod(self.number, 250)
        source = f"127.1.{high}.{low + 1}"
        for seat in range(SEATS):
            url = (host, port, self.message_format.path)
            handler = self._make_message_handler(seat)
            self.sockets.append(await websocket_client.open_websocket(url, handler, source))
        try:
            await asyncio.wait_for(self._prepare_players(), TIMEOUT)
            self.start_game()
            await asyncio.wait_for(self._is_dealt, TIMEOUT)
        except TimeoutError:
            raise BadInput(f"game {self.number} does not start: {self.failure}") from None

    async def disconnect_players(self) -> None:
        """Close all connections."""
        for one in self.sockets:
            one.close()
        await asyncio.gather(*(one.closed for one in self.sockets))

    async def _prepare_players(self) -> None:
        """Do what is needed once, before the first game."""
        raise NotImplementedError

    def start_game(self) -> None:
        """Start a game; every player is to receive an update."""
        self._missing = (1 << SEATS) - 1

    def send_move(self) -> None:
        """Send the move that was chosen."""
        assert self._next is not None
        (seat, message), self._next = self._next, None
        self._missing = (1 << SEATS) - 1
        self.moves += 1
        self.sockets[seat].send(message)

    def _make_message_handler(self, seat: int) -> websocket_client.MessageHandler:
        is_game_update, bit = self.message_format.is_game_update, 1 << seat

        def handle_message(message: bytes) -> None:
            if not is_game_update(message):
                self._handle_other_message(seat, message)
                return
            self._updates[seat] = message
            if not self._missing & bit:
                self.error = self.error or "an update after no move"
            self._missing &= ~bit
            if not self._missing:
                self._handle_delivered_move(message)

        return handle_message

    def _handle_other_message(self, seat: int, message: bytes) -> None:
        """Handle a message that is not a game update."""
        raise NotImplementedError

    def _handle_delivered_move(self, message: bytes) -> None:
        turn = self.message_format.read_seat_on_turn(message)
        self.on_move_delivered(self)
        if turn is None:
            self.games += 1
            self.start_game()
        else:
            self._move_queue.queue_next_move(self, turn)

    def choose_move(self, turn: int) -> None:
        """Choose the next move, with the view of the seat whose turn it is."""
        view = self.message_format.read_view(self._updates[turn], turn)
        self._next = (turn, self.encode_move(self._player.choose_command(view), view.turns))
        if not self._is_dealt.done():
            self._is_dealt.set_result(None)
        self.on_move_ready(self)

    def encode_move(self, command: AnyCommand, turns: int) -> bytes:
        """Return a move as a message to the server."""
        raise NotImplementedError


# --- kostka -----------------------------------------------------------------------------------

_OUR_TURN = re.compile(rb'"turn":(\d|null),"turns"')


class _KostkaFormat:
    path = "/ws"

    def is_game_update(self, message: bytes) -> bool:
        return message.startswith(b'{"type":"GameNews"')

    def read_seat_on_turn(self, message: bytes) -> int | None:
        found = _OUR_TURN.search(message)
        assert found is not None
        return None if found[1] == b"null" else int(found[1])

    def read_view(self, message: bytes, seat: int) -> View:
        news = responses.decode_message(message)
        assert isinstance(news, responses.GameNews)
        assert news.view.viewer == seat
        return news.view


class KostkaGameClient(GameClient):
    """A game on kostka's server."""

    name = "kostka"
    message_format = _KostkaFormat()

    def __init__(self, number: int, move_queue: MoveQueue) -> None:
        """Start with request number 1."""
        super().__init__(number, move_queue)
        self._numbers = count(1)
        self._response: asyncio.Future[bytes] | None = None

    async def _prepare_players(self) -> None:
        for seat, one in enumerate(self.sockets):
            await self._send_request(
                one, requests.Hello(PROTOCOL, None, f"Player {seat + 1}"), b"Welcome"
            )
        host, *others = self.sockets
        settings = Settings("classic", RULES, seats=SEATS, games=MAX_GAMES)
        room = responses.decode_message(
            await self._send_request(
                host, self._build_request(requests.Create, settings=settings), b"RoomNews"
            )
        )
        assert isinstance(room, responses.RoomNews)
        assert room.room is not None
        for seat, one in enumerate(others, start=1):
            await self._send_request(
                one, self._build_request(requests.Enter, room=room.room.code), b"Done"
            )
            await self._send_request(one, self._build_request(requests.Sit, seat=seat), b"Done")

    def _build_request(
        self,
        kind: type[requests.Request],
        **fields: Any,  # noqa: ANN401  (those of the request)
    ) -> requests.Request:
        return kind(next(self._numbers), **fields)

    async def _send_request(
        self, one: WebSocketClient, message: requests.Message, answer: bytes
    ) -> bytes:
        """Send a request and return the first response of the expected type."""
        self._expected_prefix = b'{"type":"' + answer + b'"'
        self._response = asyncio.get_running_loop().create_future()
        self._requesting_socket = one
        one.send(to_json(message))
        return await self._response

    def _handle_other_message(self, seat: int, message: bytes) -> None:
        if message.startswith((b'{"type":"Refusal"', b'{"type":"GoodBye"')):
            self.error = message.decode()
        elif (
            self._response is not None
            and not self._response.done()
            and self.sockets[seat] is self._requesting_socket
            and message.startswith(self._expected_prefix)
        ):
            self._response.set_result(message)

    def start_game(self) -> None:
        """Let the host start the game."""
        super().start_game()
        self.sockets[0].send(to_json(self._build_request(requests.Begin)))

    def encode_move(self, command: AnyCommand, turns: int) -> bytes:
        """Return a move as a message to the server."""
        return to_json(self._build_request(requests.Do, turn=turns, command=command))


# --- boardgame.io -----------------------------------------------------------------------------

NAMESPACE = b"/rummy,"
_PING, _PONG, _CONNECTED, _EVENT = b"2", b"3", b"40", b"42" + NAMESPACE
_PEER_TURN = re.compile(rb'"currentPlayer":"(\d)"')
_GAME_OVER = b'"gameover":'


class _State(msgspec.Struct, frozen=True):
    """The state of a game that the peer sends: the game's own part and the framework's."""

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
def _make_blank_view() -> View:
    """Return the view of an empty game, to be filled with what the peer sends."""
    return Game.new(CLASSIC, [f"Player {seat + 1}" for seat in range(SEATS)], bytes(32)).view(0)


class _PeerFormat:
    path = "/socket.io/?EIO=4&transport=websocket"

    def is_game_update(self, message: bytes) -> bool:
        return message.startswith((_EVENT + b'["update"', _EVENT + b'["sync"'))

    def read_seat_on_turn(self, message: bytes) -> int | None:
        found = _PEER_TURN.search(message)
        assert found is not None
        return None if _GAME_OVER in message else int(found[1])

    def read_view(self, message: bytes, seat: int) -> View:
        state, blank = decode_peer_state(message), _make_blank_view()
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


def decode_peer_state(message: bytes) -> _State:
    """Return the state in an update of the peer."""
    body = message[len(_EVENT) :]
    if body.startswith(b'["sync"'):
        return _read_sync(body)[2].state
    return _read_update(body)[2]


class PeerGameClient(GameClient):
    """A game on the boardgame.io server."""

    name = "boardgame.io"
    message_format = _PeerFormat()

    def __init__(self, number: int, move_queue: MoveQueue) -> None:
        """Create the client; the connections are confirmed one by one."""
        super().__init__(number, move_queue)
        self._connected = [asyncio.get_running_loop().create_future() for _ in range(SEATS)]

    @property
    def _match_id(self) -> str:
        return f"match-{self.number}-{self.games}"

    async def _prepare_players(self) -> None:
        for one in self.sockets:
            one.send(_CONNECTED + NAMESPACE)
        await asyncio.gather(*self._connected)

    def _handle_other_message(self, seat: int, message: bytes) -> None:
        if message == _PING:
            self.sockets[seat].send(_PONG)
        elif message.startswith(_CONNECTED + NAMESPACE):
            self._connected[seat].set_result(None)

    def start_game(self) -> None:
        """Let all players join a match that does not exist yet, which creates it."""
        super().start_game()
        for seat, one in enumerate(self.sockets):
            one.send(self._encode_event("sync", self._match_id, str(seat), None, SEATS))

    def encode_move(self, command: AnyCommand, turns: int) -> bytes:
        """Return a move as a message to the server."""
        name, arguments = _convert_to_peer_move(command)
        seat = str(getattr(command, "seat", 0))
        payload = {"type": name, "args": arguments, "playerID": seat, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return self._encode_event("update", action, turns, self._match_id, seat)

    def _encode_event(self, *parts: object) -> bytes:
        return _EVENT + to_json(parts)


def _convert_to_peer_move(command: AnyCommand) -> tuple[str, list[object]]:
    match command:
        case Place(table=table):
            return "place", [table]
        case Draw():
            return "draw", []
        case Pass():
            return "pass", []
        case _:
            return "finish", []
