"""One node of kostka in a process of its own."""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic, sleep

from tools.cluster.processes import (
    CommandFailed,
    Process,
    kill_with_children,
    read_tail,
    start_process,
    stop_process,
)

RESTART_SECONDS = 0.5
START_SECONDS = 60.0
STOP_SECONDS = 30.0
OK = 200

SERVE = (sys.executable, "-m", "kostka.cli")
"""The command `kostka` of the environment that runs this."""


class NodeProcess:
    """A node with its name, its port and its log, which may run or not."""

    def __init__(  # noqa: PLR0913  (all by name)
        self,
        name: str,
        *,
        port: int,
        database: str,
        folder: Path,
        address: str | None = None,
        command: Sequence[str] = SERVE,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Describe a node; `address` is where other nodes reach it, if that is not its port."""
        self.name = name
        self.port = port
        self.log = folder / f"{name}.log"
        self._folder = folder
        self._command = [
            *(*command, "serve", "--port", str(port), "--node", name),
            *("--node-address", address or f"127.0.0.1:{port}"),
        ]
        # Not an option: everybody on the machine sees the options of a process.
        self._environment = {"KOSTKA_DATABASE": database, **(environment or {})}
        self._process: Process | None = None

    @property
    def is_running(self) -> bool:
        """Whether the process is there, paused or not."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the process without waiting until it is ready."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._process = start_process(
            self._command,
            log=self.log,
            folder=Path.cwd(),
            at_end=signal.SIGTERM,
            environment=self._environment,
        )
        (self._folder / f"{self.name}.pid").write_text(f"{self._process.pid}\n", encoding="ascii")

    def wait_until_ready(self) -> None:
        """Wait until it can save moves; if it ends by itself, start it again as systemd would."""
        deadline = monotonic() + START_SECONDS
        while not self._is_ready():
            if monotonic() > deadline:
                raise CommandFailed(f"node {self.name} does not start: {read_tail(self.log)}")
            if not self.is_running:
                sleep(RESTART_SECONDS)
                self.start()
            sleep(0.05)

    def kill(self) -> None:
        """Kill the process and its workers."""
        if self._process is not None:
            kill_with_children(self._process)
            self._process = None

    def pause(self) -> None:
        """Let the process stand still, as a machine that is too busy does."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """Stop the process in order: it hands its rooms over."""
        if self._process is not None:
            stop_process(self._process, signal.SIGTERM, STOP_SECONDS)
            self._process = None

    def _is_ready(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == OK
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()
