"""A TCP proxy in front of a database, which loses what it is told to lose."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tests.postgres import get_server

Matches = Callable[[bytes], bool]


class _Cut(Exception):  # noqa: N818
    """The connection breaks."""


class DatabaseProxy:
    """Passes everything on, until it is told otherwise. The orders are about writers."""

    def __init__(self) -> None:
        self.url = ""
        self.connections = 0
        """How many connections it has passed on."""
        self.lose_answer_to: Matches | None = None
        """The next such request is passed on; when its answer comes, the connection breaks."""
        self.lose_request: Matches | None = None
        """At the next such request the connection breaks."""
        self.hold_request: Matches | None = None
        """The next such request waits for `pass_on_held_request`."""
        self.is_silent = False
        """Whether nothing is passed on any more, without breaking connections."""
        self._held: tuple[asyncio.StreamWriter, bytes] | None = None
        self._links: set[_Link] = set()

    def cut_connections(self) -> None:
        """Break all connections."""
        for link in self._links:
            link.abort()
        if self._held:
            self._held[0].transport.abort()

    async def pass_on_held_request(self) -> None:
        """Send the database what was held back, after its sender has given up."""
        assert self._held
        target, data = self._held
        target.write(data)
        await asyncio.sleep(0.2)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass a connection on until one side closes it."""
        self.connections += 1
        server, target = await asyncio.open_connection("127.0.0.1", get_server().port)
        link = _Link(self, (reader, writer), (server, target))
        self._links.add(link)
        await link.run()
        self._links.discard(link)

    def hold(self, target: asyncio.StreamWriter, data: bytes) -> None:
        self.hold_request, self._held = None, (target, data)


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Link:
    """One connection, with both of its sides."""

    def __init__(self, proxy: DatabaseProxy, client: Streams, server: Streams) -> None:
        self._proxy, self._client, self._server = proxy, client, server
        self._is_writer = self._loses_answer = self._is_held = False

    async def run(self) -> None:
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass_requests())
                both.create_task(self._pass_answers())
        except* (OSError, _Cut):
            pass
        finally:
            self._client[1].transport.abort()
            if not self._is_held:
                self._server[1].transport.abort()

    def abort(self) -> None:
        for _, writer in (self._client, self._server):
            writer.transport.abort()

    async def _pass_requests(self) -> None:
        proxy, target = self._proxy, self._server[1]
        while data := await self._client[0].read(2**20):
            self._is_writer = self._is_writer or b" writer\x00" in data  # the connection's name
            if proxy.is_silent or self._is_held:
                continue
            if self._is_writer and proxy.lose_request and proxy.lose_request(data):
                proxy.lose_request = None
                raise _Cut
            if self._is_writer and proxy.hold_request and proxy.hold_request(data):
                self._is_held = True
                proxy.hold(target, data)
                continue
            if self._is_writer and proxy.lose_answer_to and proxy.lose_answer_to(data):
                proxy.lose_answer_to = None
                self._loses_answer = True
            target.write(data)
        raise _Cut

    async def _pass_answers(self) -> None:
        while data := await self._server[0].read(2**20):
            if self._loses_answer:
                raise _Cut
            if not self._proxy.is_silent:
                self._client[1].write(data)
        raise _Cut


@asynccontextmanager
async def run_database_proxy(url: str) -> AsyncIterator[DatabaseProxy]:
    """Run a proxy for a database; the URL that leads through it is `proxy.url`."""
    proxy = DatabaseProxy()
    listening = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    proxy.url = get_server().make_url(url.rpartition("/")[2], port)
    try:
        yield proxy
    finally:
        listening.close()
        proxy.cut_connections()
        await asyncio.sleep(0.05)  # the connections are closed in the event loop
