"""What the figures were measured on; nothing that identifies the machine."""

from __future__ import annotations

import os
import platform

from kostka import __version__
from kostka.solver import KERNEL


def describe_machine() -> dict[str, str | int]:
    """Return the number of cores and the versions of Python, kostka and its solver."""
    return {
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
        "kostka": __version__,
        "kernel": "compiled" if KERNEL else "plain Python",
    }


def read_load_average() -> list[float]:
    """Return the load of the last minute in a list, which is empty where it is unknown."""
    return [round(os.getloadavg()[0], 1)] if hasattr(os, "getloadavg") else []
