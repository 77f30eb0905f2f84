"""How long players could not go on, by the kind of fault."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from statistics import median

from tests.tools.faults.table import Table

NOTICEABLE_SECONDS = 0.75
"""A table at which every pause was shorter has noticed nothing."""

GOALS = {"kill": 3.0, "rolling update": 1.0, "failover": 5.0}
"""Seconds; for a rolling update, of each node."""


class Timings:
    """Pauses by kind of fault."""

    def __init__(self) -> None:
        self.faults: dict[str, int] = defaultdict(int)
        self.pauses: dict[str, list[float]] = defaultdict(list)

    def measure(self, kind: str, begun: float, ended: float, tables: list[Table]) -> None:
        """Note the longest pause of every table that a fault has disturbed."""
        self.faults[kind] += 1
        for table in tables:
            pause = find_longest_pause(table.acknowledgements, begun, ended)
            if pause > NOTICEABLE_SECONDS:
                self.pauses[kind].append(pause)

    def format_rows(self) -> list[str]:
        """Return the rows of a table for docs/faults.md."""
        rows = []
        for kind, count in sorted(self.faults.items()):
            pauses = sorted(self.pauses[kind])
            goal = f"{GOALS[kind]:.0f}" if kind in GOALS else "-"
            if pauses:
                tail = pauses[int(len(pauses) * 0.95)] if len(pauses) > 1 else pauses[0]
                times = f"{median(pauses):.1f} | {tail:.1f} | {pauses[-1]:.1f}"
            else:
                times = "- | - | -"
            rows.append(f"| {kind} | {count} | {len(pauses)} | {times} | {goal} |")
        return rows


HEADER = (
    "| fault | times | tables that paused | median, s | 95 %, s | worst, s | goal, s |\n"
    "|---|---|---|---|---|---|---|"
)


def find_longest_pause(acknowledgements: list[float], begun: float, ended: float) -> float:
    """Return the longest time without an acknowledged move after a fault had begun."""
    first = max(0, bisect_right(acknowledgements, begun) - 1)
    times = [at for at in acknowledgements[first:] if at <= ended]
    edges = [begun, *(at for at in times if at > begun), ended]
    return max(late - early for early, late in zip(edges, edges[1:], strict=False))
