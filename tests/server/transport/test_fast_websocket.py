"""Frames as a client may cut them: together, in pieces, in fragments, and not as RFC 6455 says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from uvicorn import Config
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from kostka.server.serve import MAX_MESSAGE_BYTES
from kostka.server.transport.fast_websocket import MAX_PING_GAP_SECONDS, FastWebSocket, encode_frame
from tests.server.running import server

REQUEST = (
    b"GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: a29zdGthIGtvc3RrYSBrbw==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HELLO = b'{"type":"Hello","protocol":1,"name":"%s"}'
RENAME = b'{"type":"Rename","id":%d,"name":"%s"}'


def frame(
    content: bytes, kind: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True
) -> bytes:
    """Make a frame of a client."""
    return Frame(kind, content, fin).serialize(mask=mask)


def renaming(number: int, name: bytes = b"Eve") -> bytes:
    """Make a frame with a request that is answered by its number."""
    return frame(RENAME % (number, name))


class Raw:
    """A client that writes bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def hears(self) -> tuple[int, bytes]:
        """Read one frame of the server: its kind and its content."""
        first, length = await self.reader.readexactly(2)
        if length > 125:
            length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8))
        return first & 0x0F, await self.reader.readexactly(length)

    async def done(self, number: int) -> bool:
        """Whether the next frame answers this request."""
        kind, content = await self.hears()
        return kind == Opcode.TEXT and content == b'{"type":"Done","id":%d}' % number

    async def closed(self) -> int:
        """Read until the server closes; gives the code."""
        while True:
            kind, content = await self.hears()
            if kind == Opcode.CLOSE:
                return int.from_bytes(content[:2])


async def greeted(url: str) -> Raw:
    """Connect and say hello."""
    place = urlsplit(url)
    raw = Raw(*await asyncio.open_connection(place.hostname, place.port))
    raw.writer.write(REQUEST % place.netloc.encode())
    assert b" 101 " in await raw.reader.readuntil(b"\r\n\r\n")
    raw.writer.write(frame(HELLO % b"Ala"))
    assert b'"Welcome"' in (await raw.hears())[1]
    return raw


async def together(raw: Raw) -> None:
    raw.writer.write(b"".join(map(renaming, range(1, 4))))
    for number in range(1, 4):
        assert await raw.done(number)


async def in_pieces(raw: Raw) -> None:
    data = renaming(1) + renaming(2, b"E" * 40 + b" " * 100) + frame(b"", Opcode.PING) + renaming(3)
    for byte in data:
        raw.writer.write(bytes([byte]))
        await raw.writer.drain()
        await asyncio.sleep(0)
    heard = [await raw.hears() for _ in range(4)]
    assert (Opcode.PONG, b"") in heard
    assert sum(b'"Done"' in content for _, content in heard) == 3


async def in_fragments(raw: Raw) -> None:
    whole = RENAME % (1, b"Eve")
    raw.writer.write(frame(b"", fin=False) + frame(b"still there?", Opcode.PING))
    raw.writer.write(
        frame(whole[:9], Opcode.CONT, fin=False) + frame(whole[9:], Opcode.CONT) + renaming(2)
    )
    assert await raw.hears() == (Opcode.PONG, b"still there?")
    assert await raw.done(1)
    assert await raw.done(2)


async def text_among_fragments(raw: Raw) -> None:
    raw.writer.write(frame(b"{", fin=False) + renaming(1))
    assert await raw.closed() == 1002


async def not_masked(raw: Raw) -> None:
    raw.writer.write(frame(RENAME % (1, b"Eve"), mask=False))
    assert await raw.closed() == 1002


async def announced_too_long(raw: Raw) -> None:
    raw.writer.write(b"\x81\xff" + (MAX_MESSAGE_BYTES + 1).to_bytes(8))  # and nothing more
    assert await raw.closed() == 1009


async def reserved(raw: Raw) -> None:
    raw.writer.write(b"\xc1" + renaming(1)[1:])
    assert await raw.closed() == 1002


async def no_text(raw: Raw) -> None:
    raw.writer.write(frame(b"\xff\xfe"))
    assert await raw.closed() == 1007


@pytest.mark.parametrize(
    "sends",
    [
        together,
        in_pieces,
        in_fragments,
        text_among_fragments,
        not_masked,
        announced_too_long,
        reserved,
        no_text,
    ],
)
def test_frames_are_taken_as_they_come(
    sends: Callable[[Raw], Awaitable[None]], tmp_path: Path
) -> None:
    async def play() -> None:
        async with server(tmp_path) as url:
            raw = await greeted(url)
            await sends(raw)
            raw.writer.close()

    asyncio.run(asyncio.wait_for(play(), 30))


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_the_server_frames_as_the_library_does(length: int) -> None:
    text = b"x" * length
    assert encode_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


class Loop:
    """An event loop of which only the clock goes."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.waits: list[float] = []

    def time(self) -> float:
        return self.now

    def call_later(self, wait: float, _: Callable[[], None]) -> None:
        self.waits.append(wait)


class Line:
    """A connection on which nothing is lost."""

    def __init__(self) -> None:
        self.written = b""
        self.waits = 0

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return self.waits


class Deaf:
    """Somebody to whom all is one, but who counts what pings cost."""

    def __init__(self) -> None:
        self.charged: list[float] = []

    def on_message(self, text: str | None) -> None:
        pass

    def charge_seconds(self, seconds: float) -> None:
        self.charged.append(seconds)


def test_texts_are_counted_elsewhere_and_other_frames_are_charged(wire: Any) -> None:
    wire.data_received(renaming(1))
    assert wire.listener.charged == []
    wire.data_received(b"\x89\x80\x00\x00\x00\x00")
    assert len(wire.listener.charged) == 1


@pytest.fixture
def wire() -> Any:
    wire: Any = FastWebSocket.__new__(FastWebSocket)
    wire.loop, wire.transport, wire.listener = Loop(), Line(), Deaf()
    wire.config, wire.conn = Config(app=""), ServerProtocol(state=OPEN)
    wire.ping_interval, wire.ping_timeout, wire.close_sent = 20.0, 20.0, False
    wire.frames, wire._between_frames, wire.pending_ping_payload = [], True, None
    wire.ping_sent_at = wire.loop.now
    return wire


PING = b"\x89\x04"


def test_only_who_is_silent_is_asked_whether_they_are_there(wire: Any) -> None:
    wire.data_received(renaming(1))
    wire.loop.now += 15
    wire.send_keepalive_ping()
    assert (wire.loop.waits, wire.transport.written) == ([5.0], b"")
    wire.loop.now += 5
    wire.send_keepalive_ping()
    assert (wire.loop.waits, wire.transport.written[:2]) == ([5.0, 20.0], PING)


@pytest.mark.parametrize("why", ["hears nothing", "sends no text", "was not asked for long"])
def test_who_speaks_is_asked_all_the_same_if_they(wire: Any, why: str) -> None:
    speaks = why != "sends no text"
    wire.data_received(renaming(1) if speaks else frame(b"", Opcode.PONG))
    wire.transport.waits = int(why == "hears nothing")
    wire.loop.now += 1
    if why == "was not asked for long":
        wire.ping_sent_at -= MAX_PING_GAP_SECONDS
    wire.send_keepalive_ping()
    assert (wire.loop.waits, wire.transport.written[:2]) == ([20.0], PING)
