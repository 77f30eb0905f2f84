"""uvicorn's HTTP, with time-outs and limits for clients that send or read too slowly.

A request's head must arrive within ten seconds. Its body must keep coming. A client must read what
it asked for. WebSockets begin as such a request, so their handshakes have the same limits.
"""

from __future__ import annotations

import re
from asyncio import TimerHandle, Transport
from enum import Enum, auto
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from kostka.server.transport.client_addresses import find_counted_address
from kostka.server.transport.http_limits import HttpLimits
from kostka.server.transport.request_turns import RequestTurns

HEAD_SECONDS = 10.0
"""For the head of a request, from the connection or from its first byte."""

BODY_GRACE_SECONDS = 10.0
MIN_BODY_RATE = 4000
"""Bytes a second that a body has to bring after the grace period."""

MAX_BODY_SECONDS = 600.0
CHECK_SECONDS = 5.0

WRITE_SECONDS = 30.0
"""For how long a client may read nothing of an answer."""

MAX_HEAD_BYTES = 16 * 1024
MAX_HEADERS = 100

FORWARDED_FOR = b"x-forwarded-for"
FORWARDED_FOR_LINE = re.compile(rb"\r\nx-forwarded-for:([^\r]*)", re.IGNORECASE)
HEAD_END = b"\r\n\r\n"
LINE_END = b"\r\n"


class Phase(Enum):
    """What a connection waits for."""

    HEAD = auto()
    """The head of a request, of which nothing or a part has arrived."""
    BODY = auto()
    ANSWER = auto()
    """The application: nothing is expected of the client."""
    NEXT = auto()
    """The next request; uvicorn closes idle connections by itself."""


class TimedHttp(H11Protocol):
    """An HTTP connection of a client."""

    def __init__(
        self,
        limits: HttpLimits,
        turns: RequestTurns,
        **uvicorn: Any,  # noqa: ANN401
    ) -> None:
        """Count in `limits` and begin requests by `turns`; everything else is for uvicorn."""
        super().__init__(**uvicorn)
        self._limits = limits
        self._turns = turns
        self._waiting_data = b""
        """The beginning of a request that waits for its turn."""
        self._peer = ""
        self._phase: Phase | None = None
        self._timer: TimerHandle | None = None
        self._write_timer: TimerHandle | None = None
        self._body_bytes = 0
        self._body_since = 0.0

    # --- the connection -----------------------------------------------------------------------

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless its address has too many."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if not self._limits.try_add_connection(peer):
            transport.abort()
            return
        self._peer = peer
        self._enter_phase(Phase.HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Pass the connection on to the WebSocket, which has limits of its own."""
        self._release()
        super().handle_websocket_upgrade(event)

    def _release(self) -> None:
        """Stop counting and timing the connection."""
        if self._phase is not None:
            self._enter_phase(None)
            self._limits.remove_connection(self._peer)
        if self._write_timer is not None:
            self._write_timer.cancel()

    def drop(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    # --- phases -------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request; the first part waits until it is its turn."""
        if self.conn.their_state is not h11.IDLE or self._turns.try_start():
            self._handle_data(data)
            return
        self._waiting_data = data
        self.flow.pause_reading()
        found = FORWARDED_FOR_LINE.search(data)
        client = self._limits.find_client(self._peer, found[1].decode("latin-1") if found else "")
        self._turns.add_waiting(find_counted_address(client), self._take_turn)

    def _take_turn(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()
        data, self._waiting_data = self._waiting_data, b""
        self._handle_data(data)

    def _handle_data(self, data: bytes) -> None:
        if self._phase is None or self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE and is_head_too_large(
            self.conn.trailing_data[0] + data
        ):
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        self._body_bytes += len(data)
        super().data_received(data)
        self._update_phase()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._update_phase()

    def _update_phase(self) -> None:
        if self._phase is None:  # it has ended, or is a WebSocket now
            return
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            phase = Phase.BODY
        elif state is not h11.IDLE:
            phase = Phase.ANSWER
        elif self.conn.trailing_data[0] or self.cycle is None:
            phase = Phase.HEAD
        else:
            phase = Phase.NEXT
        if phase is not self._phase:
            self._enter_phase(phase)

    def _enter_phase(self, phase: Phase | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        was_half_open = self._phase in (Phase.HEAD, Phase.BODY)
        self._phase = phase
        if was_half_open:
            self._limits.remove_half_open(self)
        if phase is Phase.HEAD:
            self._limits.add_half_open(self, self._peer)
        elif phase is Phase.BODY:  # now the head says who sends it through a proxy
            self._limits.add_half_open(self, self._find_client())
        if phase is Phase.HEAD:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._refuse_slow_request)
        elif phase is Phase.BODY:
            self._body_bytes, self._body_since = 0, self.loop.time()
            self._timer = self.loop.call_later(CHECK_SECONDS, self._check_body)

    def _find_client(self) -> str:
        named = [value.decode("latin-1") for name, value in self.headers if name == FORWARDED_FOR]
        return self._limits.find_client(self._peer, ",".join(named))

    # --- time-outs ----------------------------------------------------------------------------

    def _check_body(self) -> None:
        """Refuse a body that comes too slowly, unless it is us who do not read it."""
        if self.flow.read_paused:
            self._body_since += CHECK_SECONDS
        elapsed = self.loop.time() - self._body_since
        wanted = MIN_BODY_RATE * (elapsed - BODY_GRACE_SECONDS)
        if elapsed > MAX_BODY_SECONDS or self._body_bytes < wanted:
            self._refuse_slow_request()
        else:
            self._timer = self.loop.call_later(CHECK_SECONDS, self._check_body)

    def _refuse_slow_request(self) -> None:
        self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with a status if nothing was answered yet, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\n"
            self.transport.write(f"{head}content-length: 0\r\n\r\n".encode())
        self.transport.close()

    def pause_writing(self) -> None:
        """Wait until the client reads what it asked for, but not forever."""
        super().pause_writing()
        self._write_timer = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        if self._write_timer is not None:
            self._write_timer.cancel()
        super().resume_writing()


def is_head_too_large(data: bytes) -> bool:
    """Whether the head of a request, as far as it has arrived, has too many bytes or headers."""
    end = data.find(HEAD_END)
    length = len(data) if end < 0 else end
    return length > MAX_HEAD_BYTES or data.count(LINE_END, 0, length) > MAX_HEADERS
