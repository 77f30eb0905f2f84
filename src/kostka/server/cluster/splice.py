"""Joins two connections: what arrives at one leaves at the other, with back-pressure."""

from __future__ import annotations

from asyncio import BaseTransport, Future, Protocol, TimerHandle, Transport, get_running_loop
from collections.abc import Callable
from typing import cast

WRITE_SECONDS = 30.0
"""For how long one side may read nothing of what the other one sends."""


class SplicedEnd(Protocol):
    """One of two connections that are joined."""

    transport: Transport
    other: SplicedEnd

    def __init__(self, splice: Splice) -> None:
        """Belong to a splice."""
        self._splice = splice
        self._write_timer: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Note the transport."""
        self.transport = cast("Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Send data out at the other end."""
        if not self.other.transport.is_closing():
            self.other.transport.write(data)

    def pause_writing(self) -> None:
        """Read nothing more at the other end until this one takes it, but do not wait forever."""
        loop = get_running_loop()
        self._write_timer = loop.call_later(WRITE_SECONDS, self.transport.abort)
        if not self.other.transport.is_closing():
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read at the other end again."""
        self._cancel_timer()
        if not self.other.transport.is_closing():
            self.other.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Close the other end too, after it has sent what it still has."""
        self._cancel_timer()
        self._splice.end()

    def _cancel_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


class ClientEnd(SplicedEnd):
    """The connection to the client, which pays for what it sends."""

    def data_received(self, data: bytes) -> None:
        """Send data to the node, if the client may still use this server."""
        if self._splice.charge(len(data)):
            super().data_received(data)
        else:
            self._splice.end()


class NodeEnd(SplicedEnd):
    """The connection to a node. What it answers waits until there is a client end."""

    def __init__(self, splice: Splice) -> None:
        """Wait for the first data."""
        super().__init__(splice)
        self.answered: Future[None] = get_running_loop().create_future()
        """Done with the first data; an error if the connection ends before."""
        self._waiting: list[bytes] | None = []

    def data_received(self, data: bytes) -> None:
        """Send data to the client, or keep it for the client."""
        if self._waiting is None:
            super().data_received(data)
            return
        self._waiting.append(data)
        if not self.answered.done():
            self.answered.set_result(None)

    def release_data(self) -> None:
        """Send what has waited for the client end."""
        waiting, self._waiting = self._waiting or [], None
        for data in waiting:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Notify those who wait for an answer."""
        if not self.answered.done():
            self.answered.set_exception(exc or ConnectionResetError())
            self.answered.exception()  # nobody need be there any more
        if self._waiting is None:
            super().connection_lost(exc)


class Splice:
    """A client's connection that is joined with one to another node."""

    def __init__(self, charge: Callable[[int], bool], on_end: Callable[[Splice], None]) -> None:
        """Ask `charge` whether the client may send so many bytes; call `on_end` once."""
        self.charge = charge
        self._on_end = on_end
        self._is_ended = False
        self.node_end = NodeEnd(self)
        self.client_end = ClientEnd(self)

    def join(self, client_transport: Transport) -> None:
        """Join the ends, once the node has answered."""
        node, client = self.node_end, self.client_end
        node.other, client.other = client, node
        client.connection_made(client_transport)
        node.release_data()
        if node.transport.is_closing():
            self.end()

    def end(self) -> None:
        """Close both ends."""
        if self._is_ended:
            return
        self._is_ended = True
        for end in (self.node_end, self.client_end):
            transport = getattr(end, "transport", None)
            if transport is not None:
                transport.close()
                if transport.get_write_buffer_size():
                    get_running_loop().call_later(WRITE_SECONDS, transport.abort)
        self._on_end(self)

    def shutdown(self) -> None:
        """Close both ends, because the server stops; uvicorn calls it."""
        self.end()
