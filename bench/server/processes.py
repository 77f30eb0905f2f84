"""The servers that are measured, as processes of their own; their processor time and memory."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from kostka.events.errors import BadInput
from kostka.server.serve import listening

HOST = "127.0.0.1"

PEER = Path(__file__).parents[1] / "boardgame"
PACKAGE = "boardgame.io"

SPARE_FILES = 100
"""Open files beyond the connections."""

STOP_SECONDS = 20


class Server:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        """Measure a process that listens."""
        self.process = process
        self.port = port
        self._proc = Path("/proc") / str(process.pid)

    @property
    def seconds(self) -> float:
        """The processor time of all its threads so far."""
        return time.clock_gettime(_clock_of(self.process.pid))

    @property
    def kilobytes(self) -> float:
        """The memory that it uses now."""
        pages = int((self._proc / "statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024

    def tidy_up(self) -> None:
        """Let it throw away what it no longer uses, where it can be asked to."""


class PeerServer(Server):
    """The peer's server."""

    def tidy_up(self) -> None:
        """Collect garbage: JavaScript does it when it likes, which would count as memory."""
        self.process.send_signal(signal.SIGUSR2)


def _clock_of(process: int) -> int:
    """Name the clock that counts a process's time, as `clock_getcpuclockid` does under Linux.

    /proc counts in hundredths of a second, in which a server makes twenty moves.
    """
    return ~process << 3 | 2


def need_linux() -> None:
    """Refuse to measure where the system does not tell what a process uses."""
    if not Path("/proc/self/statm").exists():
        raise BadInput("this benchmark reads /proc, which only Linux has")


def need_files(connections: int) -> None:
    """Raise the limit of open files as far as is needed, for the servers too."""
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


def peer_version() -> str:
    """Give the version of the peer; raises `BadInput` if it is not installed."""
    package = PEER / "node_modules" / PACKAGE / "package.json"
    if shutil.which("node") is None or not package.exists():
        raise BadInput(
            f"{PACKAGE} is not installed: 'make bench' installs it and runs this (with node and"
            " npm), --no-peer runs kostka alone"
        )
    return str(msgspec.json.decode(package.read_bytes())["version"])


def file_system(folder: Path) -> str:
    """Say what kind of disk a folder is on: one in memory would be no disk at all."""
    mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    around = [(point, kind) for point, kind in mounts if folder.is_relative_to(point)]
    return max(around, key=lambda mount: len(mount[0]))[1] if around else "unknown"


@contextmanager
def ours(folder: Path) -> Iterator[Server]:
    """Run `kostka serve` as it is, with its games in a folder."""
    with listening(HOST, 0) as free:
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "kostka.cli", "serve", "--host", HOST, "--port", str(port)]
    with _running([*command, "--data", str(folder)], {}, folder) as (process, _):
        yield Server(process, port)


@contextmanager
def peers(folder: Path) -> Iterator[Server]:
    """Run the peer as for production: from memory, with nothing logged."""
    command = ["node", "--expose-gc", str(PEER / "server.js")]
    with _running(command, {"NODE_ENV": "production"}, folder) as (process, said):
        yield PeerServer(process, int(said.split()[-1]))


@contextmanager
def _running(
    command: list[str], environment: dict[str, str], folder: Path
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server; gives the process and the first line that it says. What it logs is not kept."""
    folder.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(  # noqa: S603  (our own commands)
        command,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        if not said:
            raise BadInput(f"a server does not start: {' '.join(command)}")
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
