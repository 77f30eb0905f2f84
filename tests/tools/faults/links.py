"""The ways through the laboratory: every connection that can be partitioned takes one of them."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process

from tests.tools.faults.link_process import CUT, PASS, STALL
from tools.cluster.programs import find_free_ports

MODES = (CUT, STALL)
"""How a way can be broken: connections end and are refused, or nothing passes any more."""


class Links:
    """Controls the process with all proxies."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._lock = asyncio.Lock()

    async def start(self) -> None:
        command = [sys.executable, "-m", "tests.tools.faults.link_process"]
        self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)

    async def stop(self) -> None:
        """The process ends when nobody can give it orders any more."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            await self._process.wait()

    async def open(self, name: str, target: int) -> int:
        """Open a way to a port; return the port at its other end."""
        (listen,) = find_free_ports(1)
        await self._order({"open": name, "listen": listen, "target": target})
        return listen

    async def set_mode(self, name: str, mode: str) -> None:
        """Break a way, or repair it with `PASS`."""
        await self._order({"set": name, "mode": mode})

    async def look(self, name: str) -> None:
        """Let a way refuse connections from now on if its target does."""
        await self._order({"look": name})

    async def repair(self, name: str) -> None:
        await self.set_mode(name, PASS)

    async def _order(self, order: dict[str, str | int]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        async with self._lock:
            self._process.stdin.write(json.dumps(order).encode() + b"\n")
            answer = await self._process.stdout.readline()
        assert answer == b"done\n", "the process with the links has died"
