"""Reads memory and processor time of a process and its children from /proc."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
RESET_PEAK = "5"
"""What /proc/PID/clear_refs understands as: forget the highest memory so far."""


def list_children(pid: int) -> list[int]:
    return [int(child) for child in (PROC / f"{pid}/task/{pid}/children").read_text().split()]


def measure_memory(pid: int, field: str) -> float:
    """Return the current (VmRSS) or the highest (VmHWM) memory of a process, in MB."""
    found = re.search(rf"{field}:\s+(\d+) kB", (PROC / f"{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0


class ProcessorTime(NamedTuple):
    """Seconds of processor time."""

    own: float
    children: float
    """Of children that have ended."""


def measure_processor_time(pid: int) -> ProcessorTime:
    fields = (PROC / f"{pid}/stat").read_text().rpartition(")")[2].split()
    user, system, children_user, children_system = (int(field) / TICKS for field in fields[11:15])
    return ProcessorTime(user + system, children_user + children_system)


def measure_workers_time(pid: int) -> float:
    """Return the processor time of all workers that a server has had, in seconds."""
    running = (measure_processor_time(child).own for child in list_children(pid))
    return measure_processor_time(pid).children + sum(running)


class Usage:
    """What a server uses from now on."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        (PROC / f"{pid}/clear_refs").write_text(RESET_PEAK)
        self._memory_mb = measure_memory(pid, "VmRSS")
        self._server_seconds = measure_processor_time(pid).own
        self._worker_seconds = measure_workers_time(pid)

    @property
    def grown_mb(self) -> float:
        """How much more memory the server has had at most."""
        return measure_memory(self.pid, "VmHWM") - self._memory_mb

    @property
    def worker_mb(self) -> float:
        """How much memory its largest worker has had."""
        workers = list_children(self.pid)
        return max((measure_memory(worker, "VmHWM") for worker in workers), default=0)

    @property
    def server_seconds(self) -> float:
        """The server's own processor time."""
        return measure_processor_time(self.pid).own - self._server_seconds

    @property
    def worker_seconds(self) -> float:
        """The processor time of its workers."""
        return measure_workers_time(self.pid) - self._worker_seconds
