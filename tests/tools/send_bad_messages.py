"""Sends a server messages that no client would send, while honest people play on it.

`python -m tests.tools.send_bad_messages --messages 100000`. Malformed, oversized, out-of-turn,
replayed and foreign-token messages: each must be answered, or the connection closed. At the end the
honest game has gone on, no session is left over, no request has failed inside, and memory has
not grown. Status 1 at the first fault.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from secrets import token_hex
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidState

from kostka.client import Connection, connect
from kostka.protocol import PROTOCOL, requests
from kostka.protocol.requests import Begin, Sit
from kostka.protocol.rooms import Settings
from tests.server.processes import Process, serving
from tests.server.running import plays_on
from tests.server.words import Lively, plays_words

HONEST = (Settings("classic", seats=2, games=100), Settings("word", seats=2, games=100))
STRANGERS = 8
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


class Unanswered(AssertionError):  # noqa: N818
    """A message was not answered, and the connection was not closed."""


class Stranger:
    """A client with a session of its own that sends bad messages."""

    def __init__(self, url: str, room: str, seed: int, tally: Counter[str]) -> None:
        """Prepare the client; nothing is sent yet."""
        self.url = url
        self.room = room
        self.rng = Random(seed)
        self.tally = tally
        self.token: str | None = None
        self.sent: list[str] = []
        self.turn = 1
        self.numbers = 1

    async def send_messages(self, messages: int) -> None:
        """Send this many messages over as many connections as needed."""
        left = messages
        while left > 0:
            left -= await self._send_over_one_connection(min(left, MESSAGES_PER_CONNECTION))

    async def _send_over_one_connection(self, most: int) -> int:
        """Send some messages over one connection; return how many were sent."""
        if self.token and self.rng.random() < 0.75:
            return await self._send_without_session()
        sent = 0
        async with open_socket(self.url, compression=None, close_timeout=1) as socket:
            try:
                await self._enter_room(socket)
                while sent < most:
                    sent += 1
                    await self._send_random_message(socket)
                if self.rng.random() < 0.5:
                    socket.transport.abort()  # without a closing handshake
            except (ConnectionClosed, InvalidState):
                self.tally["closed"] += 1
        return sent

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
        self.tally[kind] += 1
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

    async def _send_without_session(self) -> int:
        """Connect with an unknown token, without a hello, or without a WebSocket."""
        kinds = {
            "foreign token": self._send_foreign_token,
            "no greeting": self._send_without_hello,
            "no HTTP": self._send_invalid_http,
        }
        (kind,) = self.rng.choices(list(kinds), [10, 2, 1])
        self.tally[kind] += 1
        await kinds[kind]()
        return 1

    async def _send_foreign_token(self) -> None:
        assert self.token is not None
        wrong = [token_hex(16), self.token[:-1], self.token.upper() + "0", "", "\ud800", "0" * 64]
        token = self.rng.choice(wrong)
        await self._send_first_message({"type": "Hello", "protocol": PROTOCOL, "token": token})

    async def _send_without_hello(self) -> None:
        hello = {"type": "Hello", "protocol": self.rng.choice([0, 99, "1", None])}
        await self._send_first_message(self.rng.choice([self._make_random_message(), hello, {}]))

    async def _send_first_message(self, message: dict[str, Any]) -> None:
        async with open_socket(self.url, compression=None, close_timeout=1) as socket:
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


async def play_honest_games(url: str, settings: Settings, ready: asyncio.Future[str]) -> None:
    """Let two players play one game after the other in the room that strangers watch."""
    async with connect(url, name="Ala") as ala, connect(url, name="Bob") as bob:
        room = await ala.create_room(settings)
        await bob.enter_room(room.code)
        await bob.ask(Sit, seat=1)
        ready.set_result(room.code)
        while True:
            await ala.ask(Begin)
            await asyncio.gather(play_slowly(ala), play_slowly(bob))


async def play_slowly(connection: Connection) -> None:
    player = Lively(connection.seat or 0)
    # The news of the game come by themselves: at first there is none, later it is the last one's.
    await connection.wait_until(
        lambda one: (one.game or one.word) is not None and not one.is_game_over
    )
    while not connection.is_game_over:
        if connection.word is None:
            await plays_on(connection, turns=1)
        else:
            await plays_words(connection, player, turns=1)
        await asyncio.sleep(0.02)


async def send_messages_to_process(process: Process, messages: int, seed: int) -> str:
    """Send this many messages and return a summary."""
    tally: Counter[str] = Counter()
    honest, rooms = [], []
    for settings in HONEST:
        ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        honest.append(asyncio.create_task(play_honest_games(process.url, settings, ready)))
        rooms.append(await ready)
    start = perf_counter()
    strangers = [
        Stranger(process.url, rooms[n % len(rooms)], seed + n, tally) for n in range(STRANGERS)
    ]
    sizes = []
    for share in (0.2, 0.8):  # what is made once, and once for each stranger, is made in the first
        each = round(messages * share / STRANGERS)
        await asyncio.gather(*(stranger.send_messages(each) for stranger in strangers))
        sizes.append((process.memory_mb, process.files))
    for game in honest:
        if game.done():
            game.result()  # says why
            raise AssertionError("an honest game has ended")
    await process.until(kostka_visitors=2 * len(honest))
    for game in honest:
        game.cancel()
    numbers, words = [
        await process.number(f'kostka_requests_total{{kind="{kind}"}}') for kind in ("Do", "WordDo")
    ]
    assert numbers > 0
    assert words > 0
    assert not (faults := process.faults), faults
    (memory, files), (more_memory, more_files) = sizes
    assert more_files <= files + STRANGERS, f"{more_files} open files, {files} before"
    if messages >= 20_000:
        assert more_memory < 1.15 * memory, f"{more_memory:.0f} MB, {memory:.0f} before"
    closed = tally.pop("closed")
    kinds = ", ".join(f"{count} {kind}" for kind, count in tally.most_common())
    return (
        f"{tally.total()} messages ({kinds}): {closed} closed the connection, all others were"
        f" answered, {numbers + words:.0f} moves meanwhile, {memory:.0f} MB after a fifth,"
        f" {more_memory:.0f} MB at the end,"
        f" {perf_counter() - start:.0f} s"
    )


def send_bad_messages(folder: Path, messages: int, seed: int) -> str:
    """Start a server, send it this many messages, and return a summary."""
    with serving(folder) as process:
        return asyncio.run(send_messages_to_process(process, messages, seed))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(send_bad_messages(Path(folder), arguments.messages, arguments.seed))
        except AssertionError as error:
            print(f"bad messages: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
