"""A server as people run it: `kostka serve` in a process of its own, watched from outside."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from urllib.request import urlopen

from kostka.server.serve import create_listening_socket
from tests.server.running import find_metric
from tests.server.stores import list_store_options

LOG = "server.log"


class Process:
    """A server that runs."""

    def __init__(self, popen: Popen[str], port: str, log: Path) -> None:
        """Watch a process."""
        self.popen = popen
        self.web = f"http://127.0.0.1:{port}"
        self.url = f"ws://127.0.0.1:{port}/ws"
        self.log = log

    @property
    def lines(self) -> list[dict[str, Any]]:
        """All that it has logged, the lines of servers before it in the same folder included."""
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    @property
    def faults(self) -> list[dict[str, Any]]:
        """What went wrong inside."""
        return [line for line in self.lines if line["weight"] in ("error", "critical")]

    @property
    def memory_mb(self) -> float:
        """How much memory it uses; 0 where that cannot be found out."""
        try:
            status = Path(f"/proc/{self.popen.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return 0
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0

    @property
    def files(self) -> int:
        """How many files and connections it has open; 0 where that cannot be found out."""
        try:
            return len([*Path(f"/proc/{self.popen.pid}/fd").iterdir()])
        except OSError:
            return 0

    async def number(self, name: str) -> float:
        """Look one of its numbers up."""

        def get() -> str:
            with urlopen(f"{self.web}/metrics", timeout=60) as page:
                return str(page.read().decode())

        return find_metric(await asyncio.to_thread(get), name)

    async def until(self, **numbers: float) -> None:
        """Wait until some of its numbers are these."""
        for name, wanted in numbers.items():
            for _ in range(600):
                if await self.number(name) == wanted:
                    break
                await asyncio.sleep(0.1)
            else:
                raise AssertionError(f"{name} is {await self.number(name)}, not {wanted}")


@contextmanager
def serving(
    folder: Path, *, log: Path | None = None, environment: Mapping[str, str] | None = None
) -> Iterator[Process]:
    """Run a server on the data in a folder, and kill it in the end."""
    with starting(folder, log=log, environment=environment) as process:
        assert process.popen.stdout is not None
        started = process.popen.stdout.readline()
        assert started, f"the server does not start: {process.log.read_text(encoding='utf-8')}"
        yield process


@contextmanager
def starting(
    folder: Path, *, log: Path | None = None, environment: Mapping[str, str] | None = None
) -> Iterator[Process]:
    """Start a server without waiting until it is ready, and kill it in the end."""
    with create_listening_socket("127.0.0.1", 0) as socket:
        port = str(socket.getsockname()[1])
    options = ["--port", port, *list_store_options(folder)]
    command = [sys.executable, "-m", "kostka.cli", "serve", *options]
    log = log or folder / LOG
    with (
        log.open("a") as errors,
        Popen(command, stdout=PIPE, stderr=errors, text=True, env=environment) as process,
    ):
        try:
            yield Process(process, port, log)
        finally:
            process.kill()
