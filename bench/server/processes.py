"""Runs the measured servers as processes and reads their processor time and memory."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from socket import create_server

import msgspec

from kostka.events.errors import BadInput

HOST = "127.0.0.1"

PEER = Path(__file__).parents[1] / "boardgame"
PACKAGE = "boardgame.io"

SPARE_FILES = 100
"""Open files besides the connections."""

STOP_SECONDS = 20


class ServerProcess:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        """Wrap a process that listens at a port."""
        self.process = process
        self.port = port
        self._proc = Path("/proc") / str(process.pid)

    def choose_port(self) -> int:
        """Return the port for the players of the next game."""
        return self.port

    @property
    def processor_seconds(self) -> float:
        """Processor time of all its threads so far."""
        return time.clock_gettime(_find_processor_clock(self.process.pid))

    @property
    def memory_kilobytes(self) -> float:
        """Resident memory now."""
        pages = int((self._proc / "statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024

    def read_other_processor_seconds(self) -> dict[str, float]:
        """Return the processor time so far of other processes that work for it, by name."""
        return {}

    def collect_garbage(self) -> None:
        """Ask it to collect garbage, where it can be asked."""


class DatabaseServerProcess(ServerProcess):
    """A running server whose data is in PostgreSQL."""

    def read_other_processor_seconds(self) -> dict[str, float]:
        """Return the processor time of all processes of PostgreSQL on this machine."""
        return {"database": sum_processor_seconds("postgres")}


class NodeGroup(DatabaseServerProcess):
    """Several nodes on one database, which count as one server: clients go to each in turn."""

    def __init__(self, nodes: Sequence[ServerProcess]) -> None:
        """Group running nodes; instructions are counted for the first alone."""
        super().__init__(nodes[0].process, nodes[0].port)
        self._nodes = nodes
        self._ports = cycle(node.port for node in nodes)

    def choose_port(self) -> int:
        """Return the port of the node that comes next."""
        return next(self._ports)

    @property
    def processor_seconds(self) -> float:
        """Processor time of all nodes so far."""
        return sum(node.processor_seconds for node in self._nodes)

    @property
    def memory_kilobytes(self) -> float:
        """Resident memory of all nodes now."""
        return sum(node.memory_kilobytes for node in self._nodes)


class PeerServerProcess(ServerProcess):
    """The running server of the peer."""

    def collect_garbage(self) -> None:
        """Ask node to collect garbage, which would otherwise count as memory."""
        self.process.send_signal(signal.SIGUSR2)


def sum_processor_seconds(command: str) -> float:
    """Return the processor time so far of all running processes of a command."""
    ticks = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            name, _, fields = (folder / "stat").read_text().partition("(")[2].rpartition(") ")
            if name == command:
                ticks += sum(map(int, fields.split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _find_processor_clock(process: int) -> int:
    """Return the id of a process's processor clock, like `clock_getcpuclockid` on Linux.

    /proc only counts hundredths of a second, in which a server makes twenty moves.
    """
    return ~process << 3 | 2


def check_linux() -> None:
    """Raise `BadInput` where the system does not report what a process uses."""
    if not Path("/proc/self/statm").exists():
        raise BadInput("this benchmark reads /proc, which only Linux has")


def raise_open_file_limit(connections: int) -> None:
    """Raise the limit of open files as far as needed; the servers inherit it."""
    wanted = connections + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if wanted <= soft or soft == resource.RLIM_INFINITY:
        return
    if hard != resource.RLIM_INFINITY and wanted > hard:
        raise BadInput(
            f"{connections} connections need {wanted} open files, but no more than {hard} are"
            f" allowed here: raise the limit ('ulimit -Hn {wanted}' as root) or take fewer"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def read_peer_version() -> str:
    """Return the version of the peer; raises `BadInput` if it is not installed."""
    package = PEER / "node_modules" / PACKAGE / "package.json"
    if shutil.which("node") is None or not package.exists():
        raise BadInput(
            f"{PACKAGE} is not installed: 'make bench' installs it and runs this (with node and"
            " npm), --no-peer runs kostka alone"
        )
    return str(msgspec.json.decode(package.read_bytes())["version"])


def find_file_system(folder: Path) -> str:
    """Return the type of file system of a folder; one in memory would not be a disk."""
    mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    around = [(point, kind) for point, kind in mounts if folder.is_relative_to(point)]
    return max(around, key=lambda mount: len(mount[0]))[1] if around else "unknown"


def find_free_port() -> int:
    """Return a port that nobody listens at."""
    with create_server((HOST, 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def run_kostka_server(
    folder: Path,
    environment: Mapping[str, str] | None = None,
    database: str | None = None,
    node: str | None = None,
) -> Iterator[ServerProcess]:
    """Run `kostka serve` with its games in a folder, or as a node in a database of PostgreSQL."""
    port = find_free_port()
    command = [sys.executable, "-m", "kostka.cli", "serve", "--host", HOST, "--port", str(port)]
    command += ["--data", str(folder)]
    if database is not None:
        command += ["--database", database]
    if node is not None:
        command += ["--node", node, "--node-address", f"{HOST}:{port}"]
    kind = ServerProcess if database is None else DatabaseServerProcess
    with _run_server(command, environment or {}, folder) as (process, _):
        yield kind(process, port)


@contextmanager
def run_kostka_nodes(folder: Path, *, database: str, count: int) -> Iterator[NodeGroup]:
    """Run some nodes on a database of PostgreSQL, which may have others."""
    with ExitStack() as running:
        names = [f"{count}-{number}" for number in range(count)]
        yield NodeGroup(
            [
                running.enter_context(run_kostka_server(folder / name, {}, database, name))
                for name in names
            ]
        )


@contextmanager
def run_peer_server(folder: Path) -> Iterator[ServerProcess]:
    """Run the peer in production mode: games in memory, no logs."""
    command = ["node", "--expose-gc", str(PEER / "server.js")]
    with _run_server(command, {"NODE_ENV": "production"}, folder) as (process, said):
        yield PeerServerProcess(process, int(said.split()[-1]))


@contextmanager
def _run_server(
    command: list[str], environment: Mapping[str, str], folder: Path
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server and yield the process and the first line it prints; its log is dropped."""
    folder.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(  # noqa: S603  (our own commands)
        command,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        if not said:
            raise BadInput(f"the server does not start: {' '.join(command)}")
        yield process, said
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()
