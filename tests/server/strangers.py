"""Clients that send what no client would send, while honest people play.

Malformed, oversized, out-of-turn, replayed and foreign-token messages: each must be answered, or
the connection closed. `python -m tests.tools.soak_server` sends a million of them.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidState, InvalidStatus

from kostka.protocol import PROTOCOL, requests

MESSAGES_PER_CONNECTION = 180
"""As many as the rate limit allows without a pause."""

TIMEOUT = 60
"""Seconds to wait for an answer."""

ANSWERS = ("Refusal", "Done", "DraftJudged", "WordDraftJudged", "Hint", "WordHint")
REQUESTS = [kind.__name__ for kind in requests.AnyRequest.__args__]
FIELDS = sorted({name for kind in requests.AnyRequest.__args__ for name in kind.__struct_fields__})
VALUES: list[Any] = [
    *(0, 1, 5, -1, 2**53, 2**70, 1.5, None, True, "", "x" * 300, "\ud800", "\0", [], {}),
    *([[0, 1], [2**40]], [[0, 0, 0]], [list(range(200))], {"edition": "classic"}, [[]] * 500),
    *({"edition": "classic", "seats": 4, "bots": [9]}, {"edition": "classic", "rules": {"box": 1}}),
]
COMMANDS = ["Place", "Draw", "Pass", "Announce", "EndTurn", "AskRedeal", "Leave", "RunOutOfTime"]
WORD_COMMANDS = ["Place", "Draw", "Pass", "Challenge", "Accept", "Leave", "RunOutOfTime"]
LETTERS = [{}, {"110": "S"}, {"110": "s"}, {"3": "A"}, {"110": ""}, {"x": "A"}, {"110": 5}]


LOST = (ConnectionError, ConnectionClosed, InvalidHandshake, OSError, EOFError)
"""What ends a connection with a server that is killed."""


class Unanswered(AssertionError):  # noqa: N818
    """A message was not answered, and the connection was not closed."""


class Tally:
    """What all strangers have sent, and what became of it."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.closed = 0
        """Messages after which the server closed the connection."""
        self.turned_away = 0
        """Connections that were refused before a message could be sent."""
        self.cut_off = 0
        """Connections that a kill of the server ended."""

    @property
    def messages(self) -> int:
        return self.kinds.total()


class Stranger:
    """A client with a guest of its own that sends bad messages, each time from another address."""

    def __init__(self, seed: int, tally: Tally) -> None:
        """Prepare the client; nothing is sent yet."""
        self.url = ""
        self.room = ""
        self.rng = Random(seed)
        self.tally = tally
        self.token: str | None = None
        self.sent: list[str] = []
        self.turn = 1
        self.numbers = 1

    async def send_messages(self, url: str, room: str, is_over: Callable[[], bool]) -> None:
        """Send messages to a server, and to a room of it, until it is over.

        Raise `Unanswered`, or whatever ends a connection before it is over.
        """
        self.url, self.room = url, room
        while not is_over():
            try:
                if self.token and self.rng.random() < 0.75:
                    await self._send_without_session()
                else:
                    await self._send_over_one_connection(is_over)
            except InvalidStatus:
                self.tally.turned_away += 1
                await asyncio.sleep(0.05)
            except (*LOST, InvalidState):
                if not is_over():
                    raise
                self.tally.cut_off += 1

    async def _send_over_one_connection(self, is_over: Callable[[], bool]) -> None:
        async with self._open_socket() as socket:
            try:
                await self._enter_room(socket)
                for _ in range(MESSAGES_PER_CONNECTION):
                    if is_over():
                        return
                    await self._send_random_message(socket)
                if self.rng.random() < 0.5:
                    socket.transport.abort()  # without a closing handshake
            except (ConnectionClosed, InvalidState):
                if is_over():
                    raise
                self.tally.closed += 1

    @asynccontextmanager
    async def _open_socket(self) -> AsyncIterator[ClientConnection]:
        """Connect as if through a proxy, which says where the client is.

        There are few enough addresses that the server soon knows all of them: each takes some
        memory, for up to 10,000.
        """
        address = f"10.0.{self.rng.randrange(4)}.{self.rng.randrange(256)}"
        async with open_socket(
            self.url,
            compression=None,
            open_timeout=TIMEOUT,
            close_timeout=1,
            additional_headers={"X-Forwarded-For": address},
        ) as socket:
            yield socket

    async def _enter_room(self, socket: ClientConnection) -> None:
        hello = requests.Hello(PROTOCOL, self.token, "Eve")
        await socket.send(msgspec.json.encode(hello).decode())
        welcome = json.loads(await socket.recv())
        self.token = self.token or welcome["token"]
        await self._send_json(socket, {"type": "Enter", "id": 0, "room": self.room})

    async def _send_random_message(self, socket: ClientConnection) -> None:
        kinds: dict[str, tuple[float, Callable[[ClientConnection], Awaitable[None]]]] = {
            "malformed": (3, self._send_malformed),
            "wrong fields": (5, self._send_wrong_fields),
            "out of turn": (6, self._send_out_of_turn),
            "replayed": (4, self._send_replayed),
            "bytes": (0.5, self._send_bytes),
            "not UTF-8": (0.02, self._send_invalid_utf8),
            "oversized": (0.1, self._send_oversized),
        }
        (kind,) = self.rng.choices(list(kinds), [weight for weight, _ in kinds.values()])
        self.tally.kinds[kind] += 1
        await kinds[kind][1](socket)

    # --- over a socket that was greeted -------------------------------------------------------

    async def _send_malformed(self, socket: ClientConnection) -> None:
        rng = self.rng
        text = json.dumps(self._make_random_message())
        await self._send_text(
            socket,
            rng.choice(
                [
                    text[: rng.randrange(len(text))],
                    "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(200))),
                    "[" * rng.randrange(1, 30_000),
                    '{"a":' * rng.randrange(1, 10_000),
                    json.dumps({"type": rng.choice(["X", 1, None, "Hello"]), "id": 1}),
                    text.replace('"', "'"),
                ]
            ),
        )

    async def _send_wrong_fields(self, socket: ClientConnection) -> None:
        await self._send_json(socket, self._make_random_message())

    async def _send_out_of_turn(self, socket: ClientConnection) -> None:
        rng = self.rng
        turn = rng.choice([0, 1, self.turn, self.turn + 1, 2**53])
        tiles = [rng.randrange(110) for _ in range(rng.randrange(8))]
        seat, letters = rng.choice([0, 1, 2, 5]), rng.choice(LETTERS)
        command = {"type": rng.choice(COMMANDS), "seat": seat}
        in_words = {"type": rng.choice(WORD_COMMANDS), "seat": seat}
        if command["type"] == "Place":
            command["table"] = [tiles]
        if in_words["type"] == "Place":
            in_words |= {"table": [tiles], "letters": letters}
        message: dict[str, Any] = rng.choice(
            [
                {"type": "Do", "turn": turn, "command": command},
                {"type": "WordDo", "turn": turn, "command": in_words},
                {"type": "Draft", "turn": turn, "table": [tiles]},
                {"type": "WordDraft", "turn": turn, "table": [tiles], "letters": letters},
                {"type": "AskHint", "turn": turn, "grade": 3},
                {"type": "Begin"},
                {"type": "Sit", "seat": rng.randrange(4)},
                {"type": "ClearSeat", "seat": 0},
                {"type": "SeatBot", "seat": 1, "level": 6},
                {"type": "CloseRoom"},
            ]
        )
        await self._send_json(socket, self._add_request_id(message))

    async def _send_replayed(self, socket: ClientConnection) -> None:
        """Send an earlier message again, byte for byte."""
        await self._send_text(socket, self.rng.choice(self.sent) if self.sent else "{}")

    async def _send_bytes(self, socket: ClientConnection) -> None:
        await socket.send(self.rng.randbytes(50))
        await self._wait_for_answer(socket, "bytes")

    async def _send_invalid_utf8(self, socket: ClientConnection) -> None:
        socket.protocol.send_text(b"\xff\xfe{", fin=True)
        socket.send_data()
        await self._wait_for_answer(socket, "no UTF-8")

    async def _send_oversized(self, socket: ClientConnection) -> None:
        await self._send_text(
            socket, '{"type":"Rename","name":"' + "x" * self.rng.randrange(66_000, 10**6)
        )

    # --- instead of a greeting ----------------------------------------------------------------

    async def _send_without_session(self) -> None:
        """Connect with an unknown token, without a hello, or without a WebSocket."""
        kinds = {
            "foreign token": self._send_foreign_token,
            "no greeting": self._send_without_hello,
            "no HTTP": self._send_invalid_http,
        }
        (kind,) = self.rng.choices(list(kinds), [10, 2, 1])
        self.tally.kinds[kind] += 1
        await kinds[kind]()

    async def _send_foreign_token(self) -> None:
        assert self.token is not None
        wrong = [token_hex(16), self.token[:-1], self.token.upper() + "0", "", "\ud800", "0" * 64]
        token = self.rng.choice(wrong)
        await self._send_first_message({"type": "Hello", "protocol": PROTOCOL, "token": token})

    async def _send_without_hello(self) -> None:
        hello = {"type": "Hello", "protocol": self.rng.choice([0, 99, "1", None])}
        await self._send_first_message(self.rng.choice([self._make_random_message(), hello, {}]))

    async def _send_first_message(self, message: dict[str, Any]) -> None:
        async with self._open_socket() as socket:
            await socket.send(json.dumps(message))
            try:
                async with asyncio.timeout(TIMEOUT):
                    answer = json.loads(await socket.recv())
                    assert answer["type"] == "Refusal", answer
                    await socket.recv()
            except ConnectionClosed:
                return
            except TimeoutError:
                pass
            raise Unanswered(f"{message} was let in")

    async def _send_invalid_http(self) -> None:
        where = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        head = b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
        rest = b"X: " + b"y" * self.rng.randrange(100_000) + b"\r\n\r\n"
        writer.write(self.rng.choice([self.rng.randbytes(500) + b"\r\n\r\n", head + rest, head]))
        try:
            writer.write_eof()
            async with asyncio.timeout(TIMEOUT):
                await reader.read()
        except TimeoutError:
            raise Unanswered("neither answered nor hung up on: no HTTP") from None
        except OSError:
            pass  # hung up on while there was more to read: the other way to end
        writer.close()

    # --- sending, and waiting for the answer --------------------------------------------------

    def _make_random_message(self) -> dict[str, Any]:
        message: dict[str, Any] = {"type": self.rng.choice([*REQUESTS, "X"])}
        for field in self.rng.sample(FIELDS, self.rng.randrange(4)):
            message[field] = self.rng.choice(VALUES)
        return message | {"id": self.rng.choice([1, 2, "a", None, -5, 2**70])}

    def _add_request_id(self, message: dict[str, Any]) -> dict[str, Any]:
        self.numbers += 1
        return message | {"id": self.numbers}

    async def _send_json(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        await self._send_text(socket, json.dumps(message))

    async def _send_text(self, socket: ClientConnection, text: str) -> None:
        if len(text) < 5000:
            self.sent = [*self.sent[-50:], text]
        await socket.send(text)
        await self._wait_for_answer(socket, text)

    async def _wait_for_answer(self, socket: ClientConnection, what: str) -> None:
        """Wait for an answer among the updates."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while True:
                    message = json.loads(await socket.recv())
                    if message["type"] in ANSWERS:
                        return
                    if message["type"] in ("GameNews", "WordNews"):
                        self.turn = message["view"]["turns"]
        except TimeoutError:
            raise Unanswered(f"no answer to {what[:300]!r}") from None
