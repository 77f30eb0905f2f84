"""Counts the instructions that a process executes, with `perf stat`, where the machine can."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Callable
from functools import cache

EVENT = "instructions:u"


@cache
def explain_missing_counter(event: str = EVENT) -> str | None:
    """Return why an event cannot be counted here, or None if it can."""
    perf = shutil.which("perf")
    if perf is None:
        return "perf is not installed"
    done = subprocess.run(  # noqa: S603  (a program of the system)
        [perf, "stat", "-x", ",", "-e", event, "true"], capture_output=True, text=True, check=False
    )
    if done.returncode or parse_count(done.stderr) is None:
        return "perf: the machine does not count them"
    return None


def parse_count(report: str) -> float | None:
    """Return the count in a report of `perf stat -x ,`, or None if there is none."""
    for line in report.splitlines():
        first = line.split(",")[0]
        if first.replace(".", "", 1).isdigit():
            return float(first)
    return None


def start_counting(process: int, event: str = EVENT) -> Callable[[], float | None]:
    """Count an event of a running process; the function returned stops and returns the count."""
    if explain_missing_counter(event) is not None:
        return lambda: None
    command = ["perf", "stat", "-x", ",", "-e", event, "-p", str(process)]
    perf = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)  # noqa: S603

    def stop() -> float | None:
        perf.send_signal(signal.SIGINT)
        return parse_count(perf.communicate()[1])

    return stop
