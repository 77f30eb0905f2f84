"""One HTTP exchange with another node: a request is sent on, and its answer streamed back."""

from __future__ import annotations

from asyncio import StreamReader, StreamWriter, create_task, gather, open_connection, timeout

import h11
from starlette.types import Message, Receive, Scope, Send

from kostka.server.cluster.directory import split_address
from kostka.server.cluster.relay_headers import build_relayed_headers, build_target
from kostka.server.storage.store import Node

CONNECT_SECONDS = 1.0
ANSWER_SECONDS = 60.0
"""How long the other node may send nothing; long polls wait for 25 seconds."""

CHUNK_BYTES = 64 * 1024

_HOP_HEADERS = frozenset(
    {b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"upgrade"}
)
"""Headers for the next machine alone; the framing of bodies is left to h11."""


class NodeFailed(Exception):  # noqa: N818  (it names what is wrong, not that something is)
    """The other node did not answer, or not completely; `has_begun` if it began to."""

    def __init__(self, cause: Exception, *, has_begun: bool) -> None:
        """Keep the cause."""
        super().__init__(str(cause))
        self.cause = cause
        self.has_begun = has_begun


class NodeExchange:
    """A request that is sent on to another node."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the request of a client."""
        self._scope = scope
        self._receive = receive
        self._send = send
        self._http = h11.Connection(h11.CLIENT)
        self._writer: StreamWriter | None = None
        self._has_begun = False
        self._is_client_gone = False

    def abort(self) -> None:
        """End the exchange, because the other node has died."""
        if self._writer is not None:
            self._writer.transport.abort()

    async def run(self, node: Node, key: str, drop: frozenset[bytes]) -> None:
        """Send the request on and the answer back; raise `NodeFailed`.

        `drop` are the headers that this node adds to every answer by itself.
        """
        try:
            async with timeout(CONNECT_SECONDS):
                reader, self._writer = await open_connection(
                    *split_address(node.address), limit=CHUNK_BYTES
                )
            sending = create_task(self._send_request(self._writer, key))
            try:
                await self._send_answer(reader, drop)
            finally:
                sending.cancel()
                await gather(sending, return_exceptions=True)
        except (OSError, TimeoutError, h11.ProtocolError) as error:
            if self._is_client_gone:
                return
            raise NodeFailed(error, has_begun=self._has_begun) from error
        finally:
            if self._writer is not None:
                self._writer.transport.abort()

    async def _send_request(self, writer: StreamWriter, key: str) -> None:
        """Send the request as it arrives; end the exchange if the client goes away."""
        headers = [
            (name, value)
            for name, value in build_relayed_headers(self._scope, key)
            if name not in _HOP_HEADERS
        ]
        request = h11.Request(
            method=self._scope["method"],
            target=build_target(self._scope),
            headers=[*headers, (b"connection", b"close")],
        )
        self._write(writer, request)
        is_complete = False
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                self._is_client_gone = True
                writer.transport.abort()
                return
            if is_complete:
                continue
            self._write(writer, h11.Data(data=message.get("body", b"")))
            if not message.get("more_body", False):
                is_complete = True
                self._write(writer, h11.EndOfMessage())
            await writer.drain()

    def _write(self, writer: StreamWriter, event: h11.Event) -> None:
        writer.write(self._http.send(event) or b"")

    async def _send_answer(self, reader: StreamReader, drop: frozenset[bytes]) -> None:
        while True:
            event = self._http.next_event()
            if event is h11.NEED_DATA:
                async with timeout(ANSWER_SECONDS):
                    data = await reader.read(CHUNK_BYTES)
                self._http.receive_data(data)
            elif isinstance(event, h11.Response):
                self._has_begun = True
                await self._send(_build_start(event, drop))
            elif isinstance(event, h11.Data):
                body = bytes(event.data)
                await self._send({"type": "http.response.body", "body": body, "more_body": True})
            elif isinstance(event, h11.EndOfMessage):
                await self._send({"type": "http.response.body", "body": b"", "more_body": False})
                return


def _build_start(answer: h11.Response, drop: frozenset[bytes]) -> Message:
    left_out = drop | _HOP_HEADERS | {b"transfer-encoding", b"date", b"server"}
    headers = [(name, value) for name, value in answer.headers if name not in left_out]
    return {"type": "http.response.start", "status": answer.status_code, "headers": headers}
