"""The WebSocket client of the load client: as little work as possible for each message.

It shares the machine with the server that it measures. Messages are passed on as bytes, and the
mask is all zeros: as valid as any other, and as much work for the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import cast

from kostka.events.errors import BadInput

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, MASKED = 0x80, 0x80
SHORT, TWO_BYTES = 125, 126
HEAD = 2
ONE_BYTE_MORE, EIGHT_BYTES_MORE = 4, 10
NO_MASK = bytes(4)

MessageHandler = Callable[[bytes], None]


def encode_frame(message: bytes, kind: int = TEXT) -> bytes:
    """Return a client's message as a frame."""
    length = len(message)
    if length <= SHORT:
        head = bytes((FINAL | kind, MASKED | length))
    else:
        head = bytes((FINAL | kind, MASKED | TWO_BYTES)) + length.to_bytes(2)
    return head + NO_MASK + message


class WebSocketClient(asyncio.Protocol):
    """One connection, which passes every complete message to a handler."""

    def __init__(self, on_message: MessageHandler) -> None:
        """Call `on_message` with each message."""
        self.on_message = on_message
        self.close_reason: str | None = None
        """Why the connection was closed, or None while it is open."""
        self.handshake_done = asyncio.get_running_loop().create_future()
        self.closed = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._data = b""
        self._is_open = False

    def send(self, message: bytes) -> None:
        """Send a message."""
        assert self._transport is not None
        self._transport.write(encode_frame(message))

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None and self.close_reason is None:
            self.close_reason = "closed"
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport; nothing is delayed to fill packets."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        transport.get_extra_info("socket").setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)

    def send_handshake(self, path: str, host: str) -> None:
        """Send the request that opens the WebSocket."""
        assert self._transport is not None
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: a29zdGthIGtvc3RrYSBrbw==",
            "Sec-WebSocket-Version: 13",
            "\r\n",
        )
        self._transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        """Split received bytes into messages."""
        data = self._data + data if self._data else data
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._data = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._close_with_reason(head.partition(b"\r\n")[0].decode(errors="replace"))
                return
            self._is_open = True
            self.handshake_done.set_result(None)
        at, size = 0, len(data)
        while size - at >= HEAD:
            start, length = at + HEAD, data[at + 1]
            if length > SHORT:
                start = at + (ONE_BYTE_MORE if length == TWO_BYTES else EIGHT_BYTES_MORE)
                length = int.from_bytes(data[at + HEAD : start])
                if size < start:
                    break
            if size < start + length:
                break
            self._handle_frame(data[at], data[start : start + length])
            at = start + length
        self._data = data[at:]

    def _handle_frame(self, first: int, message: bytes) -> None:
        if first == FINAL | TEXT:
            self.on_message(message)
        elif first == FINAL | PING:
            assert self._transport is not None
            self._transport.write(encode_frame(message, PONG))
        elif first == FINAL | CLOSE:
            code = int.from_bytes(message[:2])
            self._close_with_reason(f"the server closed the connection ({code})")
        elif first != FINAL | PONG:
            self._close_with_reason(f"unexpected kind of frame ({first:#x})")

    def _close_with_reason(self, why: str) -> None:
        if self.close_reason is None:
            self.close_reason = why
            assert self._transport is not None
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Record that the connection is closed, and why."""
        self.close_reason = self.close_reason or str(exc or "the connection was lost")
        if not self.handshake_done.done():
            self.handshake_done.set_exception(BadInput(self.close_reason))
        self.closed.set_result(None)


async def open_websocket(
    url: tuple[str, int, str], on_message: MessageHandler, source: str
) -> WebSocketClient:
    """Open a WebSocket to a host, port and path, from a local address."""
    host, port, path = url
    loop = asyncio.get_running_loop()
    try:
        _, wire = await loop.create_connection(
            lambda: WebSocketClient(on_message), host, port, local_addr=(source, 0)
        )
    except OSError as error:
        raise BadInput(f"cannot connect to the server at port {port}: {error}") from None
    wire.send_handshake(path, f"{host}:{port}")
    await wire.handshake_done
    return wire
