"""The WebSocket client of the load client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from bench.server import websocket_client as wire
from bench.server.websocket_client import WebSocketClient


def encode_server_frame(message: bytes, first: int = 0x81) -> bytes:
    length = len(message)
    if length < 126:
        return bytes((first, length)) + message
    if length < 65_536:
        return bytes((first, 126)) + length.to_bytes(2) + message
    return bytes((first, 127)) + length.to_bytes(8) + message


class Transport(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:  # noqa: ARG002
        class Socket:
            def setsockopt(self, *_: int) -> None:
                pass

        return Socket()


def collect_messages(work: Callable[[WebSocketClient, Transport], None]) -> list[bytes]:
    """Return the messages that a client receives after the handshake."""
    heard: list[bytes] = []

    async def play() -> None:
        one, transport = WebSocketClient(heard.append), Transport()
        one.connection_made(transport)
        one.data_received(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        work(one, transport)

    asyncio.run(play())
    return heard


@pytest.mark.parametrize("step", [1, 2, 7, 1000, 10**6])
def test_messages_are_whole_however_they_come(step: int) -> None:
    messages = [b"", b"a", b"b" * 125, b"c" * 126, b"d" * 65_535, b"e" * 65_536, b"f"]
    data = b"".join(map(encode_server_frame, messages))

    def work(one: WebSocketClient, _: Transport) -> None:
        for at in range(0, len(data), step):
            one.data_received(data[at : at + step])

    assert collect_messages(work) == messages


def test_pings_are_answered() -> None:
    def work(one: WebSocketClient, transport: Transport) -> None:
        one.data_received(encode_server_frame(b"1234", 0x89) + encode_server_frame(b"news"))
        assert transport.written == bytes((0x8A, 0x84)) + bytes(4) + b"1234"

    assert collect_messages(work) == [b"news"]


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        (encode_server_frame((1013).to_bytes(2), 0x88), "the server closed the connection (1013)"),
        (encode_server_frame(b"half", 0x01), "unexpected kind of frame (0x1)"),
    ],
)
def test_why_a_connection_ends(frame: bytes, why: str) -> None:
    def work(one: WebSocketClient, transport: Transport) -> None:
        one.data_received(frame)
        assert one.close_reason == why
        assert transport.closed

    assert collect_messages(work) == []


def test_a_real_server_understands_it() -> None:
    async def echo(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(message)

    async def play() -> list[bytes]:
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        async with serve(echo, "127.0.0.1", 0, compression=None) as server:
            port = server.sockets[0].getsockname()[1]
            one = await wire.open_websocket(("127.0.0.1", port, "/"), heard.put_nowait, "127.0.0.1")
            for message in (b"short", b"x" * 3000):
                one.send(message)
            found = [await heard.get(), await heard.get()]
            one.close()
            await one.closed
        return found

    assert asyncio.run(asyncio.wait_for(play(), 30)) == [b"short", b"x" * 3000]
