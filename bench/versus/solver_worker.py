"""Times the solver of one checkout: `python -P solver_worker.py FILE...`, PYTHONPATH=CHECKOUT/src.

It runs as a process of its own for each checkout and each round. It may only use names that older
checkouts have as well: `EDITIONS`, `KERNEL`, `solve`, `parse_set` and `parse_table`. It prints one
JSON object: for each file with positions, lists of microseconds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import thread_time_ns
from typing import Any

from kostka.editions import EDITIONS
from kostka.solver import KERNEL, solve
from kostka.tiles import parse_set, parse_table

PASSES = 3


def parse_positions(file: Path) -> list[dict[str, Any]]:
    """Return the arguments of `solve` for each position in a file."""
    stored = [json.loads(line) for line in file.read_bytes().splitlines()]
    return [
        {
            "edition": EDITIONS[one["edition"]],
            "table": parse_table(one["table"]),
            "rack": parse_set(one["rack"]),
            "opened": one["opened"],
        }
        for one in stored
    ]


def time_call(call: Callable[[], object]) -> float:
    """Return the processor time of a call in microseconds."""
    start = thread_time_ns()
    call()
    return (thread_time_ns() - start) / 1000


def time_each_position(positions: list[dict[str, Any]], *, least_change: bool) -> list[float]:
    """Solve every position once and return the times."""
    return [
        time_call(
            lambda one=one: solve(  # type: ignore[misc]
                one["edition"],
                one["table"],
                one["rack"],
                opened=one["opened"],
                least_change=least_change,
            )
        )
        for one in positions
    ]


def measure_positions(positions: list[dict[str, Any]]) -> dict[str, list[float]]:
    """Time all positions: first pass, best of later passes, best with least change."""
    first = time_each_position(positions, least_change=False)
    again = [time_each_position(positions, least_change=False) for _ in range(PASSES)]
    least = [time_each_position(positions, least_change=True) for _ in range(PASSES)]
    return {
        "first": first,
        "again": [min(times) for times in zip(*again, strict=True)],
        "least": [min(times) for times in zip(*least, strict=True)],
    }


def main() -> None:
    """Measure the positions of all files and print the times."""
    files = [Path(name) for name in sys.argv[1:]]
    times = {file.stem: measure_positions(parse_positions(file)) for file in files}
    print(json.dumps({"kernel": bool(KERNEL), "times": times}))


if __name__ == "__main__":
    main()
