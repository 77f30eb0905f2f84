"""What the figures were measured on; nothing that identifies the machine."""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

from kostka import __version__
from kostka.solver import KERNEL


def describe_machine() -> dict[str, str | int]:
    """Return the number of cores and the versions of Python, kostka and its solver.

    How Python was built makes a tenth of its speed.
    """
    return {
        "cores": os.cpu_count() or 1,
        "python": f"{platform.python_version()}, {describe_python_build()}",
        "kostka": __version__,
        "kernel": "compiled" if KERNEL else "plain Python",
    }


def describe_python_build() -> str:
    """Return how the interpreter was built, as far as it tells.

    Distributions optimise theirs with profiles, but the options that they record do not show it.
    """
    if "--enable-optimizations" in str(sysconfig.get_config_var("CONFIG_ARGS")):
        return "optimised build"
    return "build of the system" if sys.base_prefix == "/usr" else "plain build"


def read_load_average() -> list[float]:
    """Return the load of the last minute in a list, which is empty where it is unknown."""
    return [round(os.getloadavg()[0], 1)] if hasattr(os, "getloadavg") else []


class ProcessorUse(NamedTuple):
    """Seconds that all cores together were in use so far."""

    busy: float
    """By any program of this machine."""
    stolen: float
    """By the host of a virtual machine, for others."""


def read_processor_use() -> ProcessorUse:
    """Return how long the cores were in use since the machine started; only Linux tells."""
    fields = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:]
    user, nice, system, _, _, irq, soft_irq, stolen = map(int, fields[:8])
    second = os.sysconf("SC_CLK_TCK")
    return ProcessorUse((user + nice + system + irq + soft_irq) / second, stolen / second)
