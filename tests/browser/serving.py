"""A server in a process of its own, which can be killed and started again at the same address."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Self

TEST_SERVER = ("tests.tools.run_test_server",)
"""With bots that do not wait, and the same deals every time."""
REAL_SERVER = ("kostka.cli", "serve")

STOP_TIMEOUT = 20
"""Seconds."""


class Server:
    """A folder, an address, and the process that serves it."""

    def __init__(self, folder: Path, command: tuple[str, ...] = TEST_SERVER, seed: int = 1) -> None:
        self.folder = folder
        self.seed = seed
        self.arguments = [sys.executable, "-m", *command, "--data", str(folder)]
        if command == TEST_SERVER:
            self.arguments += ["--seed", str(seed)]
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_running(self) -> bool:
        return self.process is not None

    def start(self) -> None:
        """Serve; after the first time at the same port."""
        arguments = [*self.arguments, "--port", str(self.port)]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = parse_port(self.process.stdout.readline())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(STOP_TIMEOUT)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        if self.is_running:
            self.stop()


class ForkedServer(Server):
    """A test server that is a fork of a process which has loaded the program before."""

    def __init__(self, folder: Path, parent: ForkingProcess, seed: int = 1) -> None:
        super().__init__(folder, seed=seed)
        self.parent = parent
        self.process_id: int | None = None

    @property
    def is_running(self) -> bool:
        return self.process_id is not None

    def start(self) -> None:
        self.process_id, self.port = self.parent.start_server(self.folder, self.port, self.seed)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        assert self.process_id is not None
        os.kill(self.process_id, how)
        deadline = monotonic() + STOP_TIMEOUT
        while is_alive(self.process_id):
            assert monotonic() < deadline, f"process {self.process_id} does not stop"
            sleep(0.01)
        self.process_id = None


class ForkingProcess:
    """A process that has loaded the program and forks a server whenever it is asked."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *TEST_SERVER, "--fork"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start_server(self, folder: Path, port: int, seed: int) -> tuple[int, int]:
        """Start a server; return its process id and its port."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([str(folder), port, seed]) + "\n")
        self.process.stdin.flush()
        process_id, address = json.loads(self.process.stdout.readline())
        return process_id, parse_port(address)

    def stop(self) -> None:
        self.process.communicate(timeout=STOP_TIMEOUT)


def parse_port(line: str) -> int:
    """Return the port in what a server printed when it began to listen."""
    match = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
    assert match, f"the server printed {line!r}"
    return int(match[1])


def is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True
