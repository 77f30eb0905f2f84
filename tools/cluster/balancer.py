"""haproxy in front of the nodes."""

from __future__ import annotations

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

CONFIGURATION = """\
# Written by tools/cluster/balancer.py.
defaults
    mode http
    timeout connect 1s
    timeout client 90s
    timeout server 90s
    timeout tunnel 90s
    timeout check 1s
    option redispatch
    retries 3

frontend players
    bind 127.0.0.1:{port}
    http-request set-header X-Forwarded-For %[src]
    http-request deny deny_status 404 if {{ path /metrics }}
    default_backend nodes

backend nodes
    # Everybody in a room, and everybody at a tournament, comes to the same node.
    http-request set-var(txn.key) url_param(room)
    http-request set-var(txn.key) path,field(4,/) if {{ path_beg /api/tournaments/ }}
    balance hash var(txn.key)
    hash-type consistent
    option httpchk GET /readyz
    default-server check inter 500ms fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


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
    """Return the configuration of haproxy."""
    servers = "\n".join(f"    server {name} 127.0.0.1:{at}" for name, at in nodes.items())
    return CONFIGURATION.format(port=port, servers=servers)
