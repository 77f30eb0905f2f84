"""Measures in a process of its own how long a server takes for one small request after the other.

`python -m tests.attacks.delay_watch HOST:PORT`. Every 10 ms it asks for `/healthz` on a connection
of its own, and prints the time and what passed beyond those 10 ms.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import NamedTuple

INTERVAL_SECONDS = 0.01
TIMEOUT_SECONDS = 60
ROOT = Path(__file__).parents[2]


class Delay(NamedTuple):
    """One measurement."""

    begun: float
    """By the clock `monotonic`, which all processes share."""
    seconds: float


class DelayWatch:
    """What a watching process has printed."""

    def __init__(self, printed: Path) -> None:
        self._printed = printed

    def list_delays(self, since: float) -> list[Delay]:
        """Return the delays of all requests that were not over at this time, or began later."""
        # The process may be writing the last line.
        lines = [line.split() for line in self._printed.read_text().split("\n")[:-1]]
        delays = (Delay(float(begun), float(seconds)) for begun, seconds in lines)
        return [delay for delay in delays if delay.begun + delay.seconds >= since]

    def wait_for_delay(self, since: float) -> list[Delay]:
        """Return the delays since a time, up to a request that began after this call."""
        called = monotonic()
        while not (delays := self.list_delays(since)) or delays[-1].begun < called:
            assert monotonic() < called + 2 * TIMEOUT_SECONDS, "the watching process is gone"
            sleep(0.05)
        return delays


@contextmanager
def watching(address: str) -> Iterator[DelayWatch]:
    """Watch the server at an address."""
    command = [sys.executable, "-m", "tests.attacks.delay_watch", address]
    with TemporaryDirectory() as folder:
        printed = Path(folder) / "delays"
        with (
            printed.open("w") as output,
            subprocess.Popen(command, cwd=ROOT, stdout=output) as process,
        ):
            try:
                yield DelayWatch(printed)
            finally:
                process.kill()


@contextmanager
def watching_canary() -> Iterator[DelayWatch]:
    """Watch a server that does nothing else."""
    command = [sys.executable, "-m", "tests.attacks.idle_server"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            with watching(f"127.0.0.1:{process.stdout.readline().strip()}") as watch:
                yield watch
        finally:
            process.kill()


def measure_delays(address: str) -> Iterator[Delay]:
    """Yield one delay after the other; a request without an answer counts like a slow one."""
    connection = HTTPConnection(address, timeout=TIMEOUT_SECONDS)
    while True:
        begun = monotonic()
        sleep(INTERVAL_SECONDS)
        with suppress(OSError, HTTPException):
            try:
                connection.request("GET", "/healthz")
                connection.getresponse().read()
            except (OSError, HTTPException):
                connection.close()  # the next request opens it again
                raise
        yield Delay(begun, monotonic() - begun - INTERVAL_SECONDS)


if __name__ == "__main__":
    gc.disable()
    for delay in measure_delays(sys.argv[1]):
        print(delay.begun, delay.seconds, flush=True)
