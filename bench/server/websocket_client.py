"""A WebSocket of the load driver: as little work as possible for each message.

The driver shares the machine with the server that it measures. Messages are given on as bytes, and
nothing is masked in earnest: a mask of zeros is as valid as any, and costs the server the same.
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

Heard = Callable[[bytes], None]


def framed(message: bytes, kind: int = TEXT) -> bytes:
    """Put a message of a client in a frame."""
    length = len(message)
    if length <= SHORT:
        head = bytes((FINAL | kind, MASKED | length))
    else:
        head = bytes((FINAL | kind, MASKED | TWO_BYTES)) + length.to_bytes(2)
    return head + NO_MASK + message


class Wire(asyncio.Protocol):
    """One connection; gives every message on, whole."""

    def __init__(self, heard: Heard) -> None:
        """Call `heard` with each message."""
        self.heard = heard
        self.lost: str | None = None
        """Why the connection ended, if it did."""
        self.opened = asyncio.get_running_loop().create_future()
        self.closed = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._data = b""
        self._speaking = False

    def send(self, message: bytes) -> None:
        """Send a message."""
        assert self._transport is not None
        self._transport.write(framed(message))

    def close(self) -> None:
        """End the connection."""
        if self._transport is not None and self.lost is None:
            self.lost = "closed"
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Be ready to ask for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        transport.get_extra_info("socket").setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)

    def ask(self, path: str, host: str) -> None:
        """Ask for a WebSocket."""
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
        """Take bytes apart into messages."""
        data = self._data + data if self._data else data
        if not self._speaking:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._data = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._end(head.partition(b"\r\n")[0].decode(errors="replace"))
                return
            self._speaking = True
            self.opened.set_result(None)
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
            self._take(data[at], data[start : start + length])
            at = start + length
        self._data = data[at:]

    def _take(self, first: int, message: bytes) -> None:
        if first == FINAL | TEXT:
            self.heard(message)
        elif first == FINAL | PING:
            assert self._transport is not None
            self._transport.write(framed(message, PONG))
        elif first == FINAL | CLOSE:
            code = int.from_bytes(message[:2])
            self._end(f"the server closed the connection ({code})")
        elif first != FINAL | PONG:
            self._end(f"a frame of a kind that is not expected here ({first:#x})")

    def _end(self, why: str) -> None:
        if self.lost is None:
            self.lost = why
            assert self._transport is not None
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is gone."""
        self.lost = self.lost or str(exc or "the connection was lost")
        if not self.opened.done():
            self.opened.set_exception(BadInput(self.lost))
        self.closed.set_result(None)


async def opened(url: tuple[str, int, str], heard: Heard, source: str) -> Wire:
    """Open a connection to host, port and path, from an address of this machine."""
    host, port, path = url
    loop = asyncio.get_running_loop()
    try:
        _, wire = await loop.create_connection(
            lambda: Wire(heard), host, port, local_addr=(source, 0)
        )
    except OSError as error:
        raise BadInput(f"cannot connect to the server at port {port}: {error}") from None
    wire.ask(path, f"{host}:{port}")
    await wire.opened
    return wire
