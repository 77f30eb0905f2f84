"""Notices pauses of the machine, which are not the fault of what is being measured.

A virtual machine stands still now and then, for tens of milliseconds, while its host does other
work. On each core a small process sleeps for some milliseconds again and again; when it wakes up
much too late, the machine paused. It has real-time priority where that is allowed, so that our own
servers do not delay it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, NamedTuple

NAP_SECONDS = 0.004
REPORT_SECONDS = 0.03
"""How long a process may take to report a pause that has just ended."""

MAX_DELAY_SECONDS = {"real-time": 0.010, "normal": 0.030}
"""By priority, how late a process wakes up at most if the machine does not pause. Without
real-time priority it may have to wait for other processes."""


class Pause(NamedTuple):
    """A time during which the machine stood still, by the clock of `time.monotonic`."""

    start: float
    end: float


class Canary:
    """The processes that notice pauses, one on each core."""

    def __init__(self, processes: list[subprocess.Popen[bytes]]) -> None:
        """Wait until all processes run."""
        self._processes = processes
        self._outputs = [_get_output(process) for process in processes]
        priorities = {output.readline().decode().strip() for output in self._outputs}
        self.priority = priorities.pop() if len(priorities) == 1 else "normal"
        for output in self._outputs:
            os.set_blocking(output.fileno(), False)
        self._partial = [b""] * len(processes)
        self.pauses: list[Pause] = []
        """All pauses that were reported so far."""

    @property
    def is_running(self) -> bool:
        """Whether all processes still run."""
        return all(process.poll() is None for process in self._processes)

    def find_pauses(self, start: float) -> list[Pause]:
        """Return the pauses that ended after a time."""
        time.sleep(REPORT_SECONDS)
        limit = MAX_DELAY_SECONDS[self.priority]
        for at, output in enumerate(self._outputs):
            *lines, self._partial[at] = (self._partial[at] + (output.read() or b"")).split(b"\n")
            found = [Pause(*map(float, line.split())) for line in lines]
            self.pauses += [pause for pause in found if pause.end - pause.start > limit]
        return [pause for pause in self.pauses if pause.end >= start]


def _get_output(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdout is not None
    return process.stdout


@contextmanager
def watch_for_pauses() -> Iterator[Canary]:
    """Run a process on each core that we may use."""
    running = []
    try:
        for core in sorted(os.sched_getaffinity(0)):
            command = [sys.executable, "-I", __file__, str(core)]
            running.append(
                subprocess.Popen(  # noqa: S603  (this very file)
                    command, stdout=subprocess.PIPE
                )
            )
        yield Canary(running)
    finally:
        for process in running:
            process.kill()
            process.wait()
            _get_output(process).close()


# --- in the process -----------------------------------------------------------------------------


def report_pauses(core: int) -> None:
    """Print our priority, and then every pause, until the parent process ends."""
    parent = os.getppid()
    os.sched_setaffinity(0, {core})
    priority = "normal"
    with suppress(OSError):  # not everybody may
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        priority = "real-time"
    print(priority, flush=True)
    least = min(MAX_DELAY_SECONDS.values())
    while os.getppid() == parent:
        start = time.monotonic()
        time.sleep(NAP_SECONDS)
        end = time.monotonic()
        if end - start - NAP_SECONDS > least:
            print(start + NAP_SECONDS, end, flush=True)


if __name__ == "__main__":
    report_pauses(int(sys.argv[1]))
