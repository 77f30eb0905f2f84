"""uvicorn's WebSocket, with a shorter way once a connection is accepted.

Through ASGI every message takes a queue, a task that is woken and a dozen calls, and every
connection keeps several tasks with their queues for as long as it lasts. Where four players are
told of every move, that is most of the work and half of the memory. So the application only accepts
a connection; what is heard afterwards is given to a listener at once, and what is told is written
at the end of the same round of the event loop. Nearly all frames are whole texts, which need none
of the machinery for all others.
"""

from __future__ import annotations

from struct import Struct
from typing import Any, Protocol

from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:  # it is compiled, which is not for every system
    from websockets.utils import apply_mask

NOT_TEXT = 1007
"""The code of RFC 6455 for a text that is no UTF-8."""

CLOSE_SECONDS = 5.0
"""How long the other side may take to close the connection too."""

ASK_AFTER = 60.0
"""Seconds until also who speaks is asked whether they are there: they may hear nothing."""

WHOLE_TEXT = 0x81
MASKED = 0x80
HEAD, MASK = 2, 4
SHORT, TWO_BYTES = 125, 126
LONGEST_OF_TWO_BYTES = 0xFFFF
"""The beginning of a frame, by RFC 6455."""

_short, _middle, _long = (Struct(f"!BB{length}").pack for length in ("", "H", "Q"))

_NAME = "kostka.direct"


def framed(text: bytes) -> bytes:
    """Put a text of the server in a frame."""
    length = len(text)
    if length <= SHORT:
        return _short(WHOLE_TEXT, length) + text
    if length <= LONGEST_OF_TWO_BYTES:
        return _middle(WHOLE_TEXT, TWO_BYTES, length) + text
    return _long(WHOLE_TEXT, TWO_BYTES + 1, length) + text


class Outbox:
    """What was sent in this round of the event loop, on all connections; it is written in one go.

    A write takes its time, so that each connection has one for all it was sent.
    """

    def __init__(self) -> None:
        """Begin with nothing to write."""
        self._waiting: dict[DirectProtocol, bytes] = {}

    def add(self, wire: DirectProtocol, data: bytes) -> None:
        """Write to a connection, at the end of this round."""
        waiting = self._waiting
        if not waiting:
            wire.loop.call_soon(self._flush)
        waiting[wire] = waiting[wire] + data if wire in waiting else data

    def taken(self, wire: DirectProtocol) -> bytes:
        """Give what waits for a connection to who writes it at once."""
        return self._waiting.pop(wire, b"")

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for wire, data in waiting.items():
            if not wire.transport.is_closing():
                wire.transport.write(data)


class Listener(Protocol):
    """Who hears what comes in over a connection."""

    def heard(self, text: str | None) -> None:
        """Hear a message; None is one of bytes."""
        ...

    def ready(self) -> None:
        """Hear that the connection takes messages again."""
        ...

    def lost(self) -> None:
        """Hear that the connection is no more."""
        ...


class DirectProtocol(WebSocketsSansIOProtocol):
    """A connection of a client."""

    listener: Listener | None = None
    _between_frames = False
    """Whether nothing but the request had come before there was a listener."""
    _begun = b""
    """A frame of which the rest has not come yet."""
    _full = False
    """Whether the network takes nothing more for now."""
    _heard_at = 0.0
    """When a whole text came last, by the clock of the event loop."""

    @classmethod
    def of(cls, socket: WebSocket) -> DirectProtocol:
        """Give the connection behind a WebSocket."""
        found: DirectProtocol = socket.scope["extensions"][_NAME]
        return found

    # --- accepted by the application ----------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Let the application find this connection."""
        super().handle_connect(event)
        if not self.handshake_complete:  # else it is refused already
            extensions: dict[str, Any] = {_NAME: self}
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), **extensions}

    async def run_asgi(self) -> None:
        """Run the application; a connection that has a listener outlasts it."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self.listener is None and self.close_timer is None:
            self.transport.close()

    def listen(self, listener: Listener, outbox: Outbox) -> None:
        """Give everything on that is heard from now on, and what waits already."""
        self.listener = listener
        self._outbox = outbox
        self.scope["extensions"] = {}  # where this connection itself is
        del self.request, self.response
        while not self.queue.empty():
            message = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                listener.heard(message.get("text"))
        if self.disconnected:
            listener.lost()
        self.hear_on()

    # --- hearing ------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take whole texts; give every other frame on, whole too, to who knows about all kinds."""
        if self.listener is None:
            self._between_frames = data.endswith(b"\r\n\r\n")
        if self.listener is None or not self._between_frames:
            super().data_received(data)
            return
        if self._begun:
            data, self._begun = self._begun + data, b""
        while data and not self.transport.is_closing():
            start, end = _extent(data)
            if end - start > self.config.ws_max_size:
                super().data_received(data)  # which refuses it without waiting for its end
                return
            if len(data) < end:
                self._begun = data
                return
            if data[0] == WHOLE_TEXT and data[1] & MASKED and not self.frames:
                self._hear(apply_mask(data[start:end], data[start - MASK : start]))
            else:
                super().data_received(data[:end])
            data = data[end:]

    def send_receive_event_to_app(self) -> None:
        """Give a whole message on."""
        if self.listener is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        self._hear(data if self.curr_msg_data_type == "text" else None)

    def _hear(self, data: bytes | None) -> None:
        """Give a whole text on, or None for bytes."""
        if self.close_sent:
            return
        assert self.listener is not None
        self._heard_at = self.loop.time()
        try:
            text = None if data is None else data.decode()
        except UnicodeDecodeError:
            self.close(NOT_TEXT)
        else:
            self.listener.heard(text)

    def hold(self) -> None:
        """Leave in the network what comes in."""
        if not (self.read_paused or self.transport.is_closing()):
            self.read_paused = True
            self.transport.pause_reading()

    def hear_on(self) -> None:
        """Hear again what comes in."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def send_keepalive_ping(self) -> None:
        """Ask whether the other side is still there, unless it has spoken just now and hears us."""
        assert self.ping_interval is not None
        now = self.loop.time()
        wait = self._heard_at + self.ping_interval - now
        lately = now - self.ping_sent_at < ASK_AFTER
        if wait > 0 and lately and not self.transport.get_write_buffer_size():
            self.ping_timer = self.loop.call_later(wait, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the listener."""
        super().connection_lost(exc)
        if self.listener is not None:
            self.listener.lost()

    # --- telling ------------------------------------------------------------------------------

    def send_now(self, message: bytes) -> bool:
        """Send a text; false, and nothing is sent, if the connection is not open or not ready."""
        if self._full or self.close_sent or self.disconnected:
            return False
        self._outbox.add(self, framed(message))
        return True

    def pause_writing(self) -> None:
        """Take nothing more."""
        super().pause_writing()
        self._full = True

    def resume_writing(self) -> None:
        """Tell the listener."""
        super().resume_writing()
        self._full = False
        if self.listener is not None:
            self.listener.ready()

    def close(self, code: int) -> None:
        """End the connection, whether the other side answers or not."""
        if self.close_sent or self.transport.is_closing():
            return
        self.close_sent = True
        try:
            self.conn.send_close(code)
        except InvalidState:
            self.transport.close()
            return
        self.transport.write(b"".join((self._outbox.taken(self), *self.conn.data_to_send())))
        self.hear_on()  # for the answer
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)


def _extent(data: bytes) -> tuple[int, int]:
    """Say where the content of a client's frame begins and ends, as far as it can be seen yet."""
    if len(data) < HEAD:
        return HEAD, HEAD
    length, head = data[1] & ~MASKED, HEAD
    if length > SHORT:
        head += 2 if length == TWO_BYTES else 8
        length = int.from_bytes(data[HEAD:head])
    start = head + MASK if data[1] & MASKED else head
    return start, start + length
