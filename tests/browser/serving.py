"""A server in a process of its own, which can be killed and started again at the same address."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

QUICK = ("tests.tools.run_test_server",)
"""With bots that do not wait, and the same deals every time."""
REAL = ("kostka.cli", "serve")


class Server:
    """A folder, an address, and the process that serves it."""

    def __init__(self, folder: Path, command: tuple[str, ...] = QUICK, seed: int = 1) -> None:
        self.folder = folder
        self.arguments = [sys.executable, "-m", *command, "--data", str(folder)]
        if command == QUICK:
            self.arguments += ["--seed", str(seed)]
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve; after the first time at the same port."""
        arguments = [*self.arguments, "--port", str(self.port)]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)  # noqa: S603
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server said {line!r}"
        self.port = int(found[1])

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        if self.process is not None:
            self.end()
