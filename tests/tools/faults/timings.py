"""How long players could not go on, by the kind of fault."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from itertools import pairwise
from statistics import median

from tests.tools.faults.table import Table

NOTICEABLE_SECONDS = 0.75
"""A table with shorter pauses, at which nobody had to come back, has noticed nothing."""

FOR_ALL = ("failover",)
"""Faults that every table notices."""

GOALS = {"kill": 3.0, "rolling update": 1.0, "failover": 5.0}
"""Seconds; for a rolling update, of each node."""


class Timings:
    """Pauses by kind of fault."""

    def __init__(self) -> None:
        self.faults: dict[str, int] = defaultdict(int)
        self.pauses: dict[str, list[float]] = defaultdict(list)
        self.last = ""
        """What the last fault did, for people who watch."""

    def measure(self, kind: str, begun: float, ended: float, tables: list[Table]) -> None:
        """Note the longest pause of every table that a fault has disturbed."""
        self.faults[kind] += 1
        notes = [f"{kind}, {ended - begun:.1f} s:"]
        for table in tables:
            pause = find_longest_pause(table.acknowledgements, begun, ended)
            has_come_back = any(begun <= at <= ended for at in table.reconnects)
            if has_come_back or pause > NOTICEABLE_SECONDS or kind in FOR_ALL:
                self.pauses[kind].append(pause)
                notes.append(f"{table.name} {pause:.1f}")
        self.last = " ".join(notes)

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
    return max(late - early for early, late in pairwise(edges))
