"""Limits that a worker process sets for itself, where the system supports them.

Systems without the module `resource`, such as Windows, have none of them. There only the time
limit of the server and the bounds in the tasks themselves hold.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from importlib import import_module
from math import ceil
from pathlib import Path
from time import process_time
from typing import Any

MAX_DATA_BYTES = 96 * 2**20
"""Memory for data. A fresh worker has 20 MB of it; the largest honest inputs need 60 MB."""

NICENESS = 5
"""Workers step back where processors are scarce: running games go first."""


def limit_process() -> None:
    """Limit this process for good: memory, no core dumps, no files written, low priority."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    _set_limit("RLIMIT_CORE", 0)
    _set_limit("RLIMIT_FSIZE", 0)
    _set_limit("RLIMIT_DATA", MAX_DATA_BYTES)


def limit_processor_time(seconds: float) -> None:
    """Let the system kill this process after so much more processor time, rounded up."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        limits = _import_limits()
        _, hard = limits.getrlimit(limits.RLIMIT_CPU)
        limits.setrlimit(limits.RLIMIT_CPU, (ceil(process_time() + seconds), hard))


def measure_peak_bytes() -> int:
    """Return the most memory that this process has ever had; 0 where that is unknown.

    `resource.getrusage` would answer with the server's memory, if that was more before the worker
    was started.
    """
    with suppress(OSError):
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        found = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
        return int(found[1]) * 1024 if found else 0
    return 0


def _set_limit(name: str, value: int) -> None:
    with suppress(ImportError, AttributeError, OSError, ValueError):
        limits = _import_limits()
        limits.setrlimit(getattr(limits, name), (value, value))


def _import_limits() -> Any:  # noqa: ANN401  (not every system has this module)
    return import_module("resource")
