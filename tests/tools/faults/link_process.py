"""TCP proxies in a process of their own, which can be cut or stalled.

It reads commands from standard input, one JSON object a line, and answers each with a line:
`{"open": "name", "listen": 8001, "target": 9001}`, `{"set": "name", "mode": "cut"}` and
`{"look": "name"}`. A proxy refuses connections as long as its target does. It notices that when the
next connection comes, or at once when it is told to look.
"""
# ruff: noqa: T201 (it answers)

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

LOOK_SECONDS = 0.02
"""Between two looks at whether a target accepts connections again."""

PASS, CUT, STALL = "pass", "cut", "stall"


class End(asyncio.Protocol):
    """One of the two connections that a proxied connection consists of."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.transport: Any = None
        self.other: End | None = None
        self.is_other_full = False
        self.has_ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.link.ends.add(self)
        self.update_reading()

    def data_received(self, data: bytes) -> None:
        assert self.other is not None
        self.other.transport.write(data)

    def eof_received(self) -> bool:
        """Pass the end on; keep this end open until the other one ends too."""
        self.has_ended = True
        if self.other is None or self.other.has_ended:
            return False
        if self.other.transport.can_write_eof():
            self.other.transport.write_eof()
        return True

    def connection_lost(self, _: Exception | None) -> None:
        self.link.ends.discard(self)
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()

    def pause_writing(self) -> None:
        if self.other is not None:
            self.other.is_other_full = True
            self.other.update_reading()

    def resume_writing(self) -> None:
        if self.other is not None:
            self.other.is_other_full = False
            self.other.update_reading()

    def update_reading(self) -> None:
        """Read only while the link passes bytes and the other end takes them."""
        if self.transport.is_closing():
            return
        if self.other is None or self.is_other_full or self.link.mode == STALL:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()


class Link:
    """A proxy for one way through the laboratory."""

    def __init__(self, listen: int, target: int) -> None:
        self.listen, self.target = listen, target
        self.mode = PASS
        self.ends: set[End] = set()
        self.server: asyncio.Server | None = None
        self.joining: set[asyncio.Task[None]] = set()
        self.passing = asyncio.Event()
        self.passing.set()
        self.looking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(self.accept, "127.0.0.1", self.listen)

    def accept(self) -> End:
        end = End(self)
        task = asyncio.get_running_loop().create_task(self.join(end))
        self.joining.add(task)
        task.add_done_callback(self.joining.discard)
        return end

    async def join(self, end: End) -> None:
        await self.passing.wait()
        other = End(self)
        try:
            await asyncio.get_running_loop().create_connection(
                lambda: other, "127.0.0.1", self.target
            )
        except OSError:
            if end.transport is not None:
                end.transport.abort()
            self.refuse()
            return
        if end.transport is None or end.transport.is_closing():
            other.transport.abort()
            return
        end.other, other.other = other, end
        end.update_reading()
        other.update_reading()

    def refuse(self) -> None:
        """Refuse connections until the target accepts some; those that are open stay."""
        if self.looking is None or self.looking.done():
            self.close_door()
            self.looking = asyncio.get_running_loop().create_task(self.wait_for_target())

    def close_door(self) -> None:
        if self.server is not None:
            self.server.close()
            self.server = None

    async def wait_for_target(self) -> None:
        while not await self.is_target_there():  # noqa: ASYNC110  (nothing tells us)
            await asyncio.sleep(LOOK_SECONDS)
        if self.mode != CUT and self.server is None:
            await self.open()

    async def is_target_there(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return False
        writer.transport.abort()
        return True

    async def look(self) -> None:
        if self.mode == PASS and not await self.is_target_there():
            self.refuse()

    async def set_mode(self, mode: str) -> None:
        self.mode = mode
        if mode == CUT:
            self.close_door()
            for end in list(self.ends):
                end.transport.abort()
        elif self.server is None and (self.looking is None or self.looking.done()):
            await self.open()
        if mode == PASS:
            self.passing.set()
        else:
            self.passing.clear()
        for end in list(self.ends):
            end.update_reading()


async def main() -> None:
    links: dict[str, Link] = {}
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        order = json.loads(line)
        if "open" in order:
            link = links[order["open"]] = Link(order["listen"], order["target"])
            await link.open()
        elif "look" in order:
            await links[order["look"]].look()
        else:
            await links[order["set"]].set_mode(order["mode"])
        print("done", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
