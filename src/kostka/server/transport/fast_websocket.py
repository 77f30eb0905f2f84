"""uvicorn's WebSocket, with a shortcut past ASGI once a connection is accepted.

Through ASGI every message costs a queue, a task switch and a dozen calls, and every connection
keeps several tasks and queues alive. When four players hear of every move, that is most of the work
and half of the memory. So the application only accepts a connection; from then on messages go
straight to a listener, and outgoing ones are written at the end of the same event loop iteration.
Nearly all frames are complete texts, which need none of the machinery for the rest.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, Protocol, Transport
from struct import Struct
from time import thread_time
from typing import Any
from typing import Protocol as Interface

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
"""The code of RFC 6455 for a text that is not UTF-8."""

CLOSE_TIMEOUT_SECONDS = 5.0
"""How long the client may take to close the connection too."""

MAX_PING_GAP_SECONDS = 60.0
"""Ping even active clients this often, to detect connections that can send but not receive."""

COMPLETE_TEXT = 0x81
MASKED = 0x80
HEAD, MASK = 2, 4
SHORT, TWO_BYTES = 125, 126
MAX_TWO_BYTES = 0xFFFF
"""The layout of a frame header, by RFC 6455."""

_pack_short, _pack_medium, _pack_long = (Struct(f"!BB{length}").pack for length in ("", "H", "Q"))

_EXTENSION = "kostka.fast_websocket"


def encode_frame(text: bytes) -> bytes:
    """Put a text of the server into a frame."""
    length = len(text)
    if length <= SHORT:
        return _pack_short(COMPLETE_TEXT, length) + text
    if length <= MAX_TWO_BYTES:
        return _pack_medium(COMPLETE_TEXT, TWO_BYTES, length) + text
    return _pack_long(COMPLETE_TEXT, TWO_BYTES + 1, length) + text


class Outbox:
    """Collects what is sent in one iteration of the event loop, and writes it at its end.

    System calls are expensive, so each connection gets one write for all its messages.
    """

    def __init__(self) -> None:
        """Start empty."""
        self.pending: dict[FastWebSocket, bytes] = {}
        """What each connection is sent at the end of this iteration."""

    def schedule_write(self, loop: AbstractEventLoop) -> None:
        """Write everything at the end of this iteration; to be called before anything is added."""
        loop.call_soon(self._write_pending_data)

    def take_pending_data(self, channel: FastWebSocket) -> bytes:
        """Return and forget what is pending for a connection."""
        return self.pending.pop(channel, b"")

    def _write_pending_data(self) -> None:
        pending, self.pending = self.pending, {}
        for channel, data in pending.items():
            if not channel.transport.is_closing():
                channel.transport.write(data)


class Listener(Interface):
    """Receives what comes in over a connection."""

    def on_message(self, text: str | None) -> None:
        """Receive a message; None stands for one of bytes."""
        ...

    def charge_seconds(self, seconds: float) -> None:
        """Charge processor time that frames other than complete texts have taken."""
        ...

    def on_writable(self) -> None:
        """React to a connection that takes messages again."""
        ...

    def on_disconnect(self) -> None:
        """React to the end of the connection."""
        ...


class FastWebSocket(WebSocketsSansIOProtocol):
    """A connection of a client."""

    listener: Listener | None = None
    _between_frames = False
    """Whether nothing but the handshake had arrived before there was a listener."""
    _partial = b""
    """The beginning of a frame that has not arrived completely."""
    _is_full = False
    """Whether the network takes nothing more for now."""
    _is_handed_over = False
    """Whether another protocol has the connection now."""
    _received_at = 0.0
    """When the last complete text arrived, by the clock of the event loop."""

    @classmethod
    def find_for_websocket(cls, socket: WebSocket) -> FastWebSocket:
        """Return the connection behind a WebSocket."""
        channel: FastWebSocket = socket.scope["extensions"][_EXTENSION]
        return channel

    # --- accepted by the application ----------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Let `find_for_websocket` reach this connection through the application."""
        super().handle_connect(event)
        if not self.handshake_complete:  # otherwise it was refused already
            extensions: dict[str, Any] = {_EXTENSION: self}
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), **extensions}

    async def run_asgi(self) -> None:
        """Run the application; a connection with a listener outlives it."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self.listener is None and self.close_timer is None and not self._is_handed_over:
            self.transport.close()

    def hand_over_to(self, successor: Protocol) -> Transport:
        """Let another protocol have the connection before it is accepted; return the transport.

        Raise `ConnectionResetError` if it was lost, or if the client has not waited for an answer.
        """
        if self.disconnected or self.transport.is_closing() or self.queue.qsize() > 1:
            raise ConnectionResetError
        self._is_handed_over = True
        self.connections.discard(self)
        self.scope["extensions"] = {}  # it refers to this connection
        self.transport.set_protocol(successor)
        self.resume_receiving()
        return self.transport

    def attach_listener(self, listener: Listener, outbox: Outbox) -> None:
        """Send every message to a listener from now on, and those that wait already."""
        self.listener = listener
        self._outbox = outbox
        self.scope["extensions"] = {}  # it refers to this connection
        del self.request, self.response
        while not self.queue.empty():
            message = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                listener.on_message(message.get("text"))
        if self.disconnected:
            listener.on_disconnect()
        self.resume_receiving()

    # --- receiving ------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Handle complete text frames here; pass all other frames to the base class."""
        if self.listener is None:
            self._between_frames = data.endswith(b"\r\n\r\n")
        if self.listener is None or not self._between_frames:
            super().data_received(data)
            return
        if self._partial:
            data, self._partial = self._partial + data, b""
        while data and not self.transport.is_closing():
            start, end = find_payload_bounds(data)
            if end - start > self.config.ws_max_size:
                super().data_received(data)  # it refuses the frame without waiting for the rest
                return
            if len(data) < end:
                self._partial = data
                return
            if data[0] == COMPLETE_TEXT and data[1] & MASKED and not self.frames:
                self._pass_to_listener(apply_mask(data[start:end], data[start - MASK : start]))
            else:
                started = thread_time()
                super().data_received(data[:end])
                self.listener.charge_seconds(thread_time() - started)
            data = data[end:]

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message to the listener."""
        if self.listener is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        self._pass_to_listener(data if self.curr_msg_data_type == "text" else None)

    def _pass_to_listener(self, data: bytes | None) -> None:
        """Pass a complete text to the listener, or None for bytes."""
        if self.close_sent:
            return
        assert self.listener is not None
        self._received_at = self.loop.time()
        try:
            text = None if data is None else data.decode()
        except UnicodeDecodeError:
            self.close(NOT_TEXT)
        else:
            self.listener.on_message(text)

    def pause_receiving(self) -> None:
        """Leave incoming data in the network."""
        if not (self.read_paused or self.transport.is_closing()):
            self.read_paused = True
            self.transport.pause_reading()

    def resume_receiving(self) -> None:
        """Read incoming data again."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def send_keepalive_ping(self) -> None:
        """Ping the client, unless it has just sent a message and reads what we send."""
        assert self.ping_interval is not None
        now = self.loop.time()
        wait = self._received_at + self.ping_interval - now
        is_recent = now - self.ping_sent_at < MAX_PING_GAP_SECONDS
        if wait > 0 and is_recent and not self.transport.get_write_buffer_size():
            self.ping_timer = self.loop.call_later(wait, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        """Notify the listener."""
        super().connection_lost(exc)
        if self.listener is not None:
            self.listener.on_disconnect()

    # --- sending ------------------------------------------------------------------------------

    def try_send(self, message: bytes) -> bool:
        """Send a text; false, and nothing is sent, if the connection is not open or not ready."""
        if self._is_full or self.close_sent or self.disconnected:
            return False
        length, pending = len(message), self._outbox.pending
        if SHORT < length <= MAX_TWO_BYTES:
            frame = _pack_medium(COMPLETE_TEXT, TWO_BYTES, length) + message
        else:
            frame = encode_frame(message)
        if self in pending:
            pending[self] += frame
        else:
            if not pending:
                self._outbox.schedule_write(self.loop)
            pending[self] = frame
        return True

    def pause_writing(self) -> None:
        """Refuse further messages until the network takes them."""
        super().pause_writing()
        self._is_full = True

    def resume_writing(self) -> None:
        """Notify the listener that it may send again."""
        super().resume_writing()
        self._is_full = False
        if self.listener is not None:
            self.listener.on_writable()

    def close(self, code: int) -> None:
        """End the connection, whether the client answers or not."""
        if self.close_sent or self.transport.is_closing():
            return
        self.close_sent = True
        try:
            self.conn.send_close(code)
        except InvalidState:
            self.transport.close()
            return
        self.transport.write(
            b"".join((self._outbox.take_pending_data(self), *self.conn.data_to_send()))
        )
        self.resume_receiving()  # for the answer
        self.close_timer = self.loop.call_later(CLOSE_TIMEOUT_SECONDS, self.transport.abort)


def find_payload_bounds(data: bytes) -> tuple[int, int]:
    """Return where the payload of a client's frame starts and ends, as far as is known yet."""
    if len(data) < HEAD:
        return HEAD, HEAD
    length, head = data[1] & ~MASKED, HEAD
    if length > SHORT:
        head += 2 if length == TWO_BYTES else 8
        length = int.from_bytes(data[HEAD:head])
    start = head + MASK if data[1] & MASKED else head
    return start, start + length
