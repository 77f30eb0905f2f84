"""haproxy in front of the nodes."""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from pathlib import Path
from socket import create_connection
from time import monotonic, sleep

from tools.cluster.processes import (
    CommandFailed,
    Process,
    read_tail,
    run_program,
    start_process,
    stop_process,
)

START_SECONDS = 10.0

EXAMPLE = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
"""The file for real machines, which is used here with other addresses."""

MAX_CONNECTIONS = 4000
"""As many as the usual limit of open files allows."""


class Balancer:
    """haproxy with the nodes behind it."""

    def __init__(self, program: Path, folder: Path, port: int, nodes: Mapping[str, int]) -> None:
        """Listen on a port, in front of nodes with these names and ports."""
        self.port = port
        self._program = program
        self._folder = folder
        self._log = folder / "haproxy.log"
        self._nodes = nodes
        self._process: Process | None = None

    def start(self) -> None:
        """Write the configuration, and start haproxy."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / "haproxy.cfg"
        path.write_text(write_configuration(self.port, self._nodes), encoding="utf-8")
        run_program([self._program, "-c", "-f", path], folder=self._folder)
        self._process = start_process(
            [self._program, "-db", "-f", path], log=self._log, folder=self._folder
        )
        deadline = monotonic() + START_SECONDS
        while not self._is_listening():
            if monotonic() > deadline or self._process.poll() is not None:
                raise CommandFailed(f"haproxy does not start: {read_tail(self._log)}")
            sleep(0.05)

    def stop(self) -> None:
        """Stop haproxy."""
        if self._process is not None:
            stop_process(self._process, signal.SIGTERM, START_SECONDS)
            self._process = None

    def _is_listening(self) -> bool:
        try:
            with create_connection(("127.0.0.1", self.port), timeout=1):
                return True
        except OSError:
            return False


def write_configuration(port: int, nodes: Mapping[str, int]) -> str:
    """Return the configuration of haproxy for these nodes."""
    example = EXAMPLE.read_text(encoding="utf-8")
    example = re.sub(r"maxconn \d+", f"maxconn {MAX_CONNECTIONS}", example)
    example = re.sub(r"^    bind :80$", f"    bind 127.0.0.1:{port}", example, flags=re.MULTILINE)
    servers = "".join(f"    server {name} 127.0.0.1:{at}\n" for name, at in nodes.items())
    return re.sub(r"(?:^    server \S+ \S+\n)+", servers, example, flags=re.MULTILINE)
