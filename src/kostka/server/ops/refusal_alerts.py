"""Counts what is refused, by network, so that the log tells of storms and not of every drop."""

from __future__ import annotations

from collections import Counter
from logging import WARNING

from kostka.server.ops import logs

STORM = 100
"""Refusals between two looks that are worth a line."""

MOST_NETWORKS = 10_000
"""How many are counted apart; the rest together."""


class Storms:
    """Refusals since the last look."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._refused: Counter[str] = Counter()

    def refused(self, near: str) -> None:
        """Count a refusal."""
        known = near in self._refused or len(self._refused) < MOST_NETWORKS
        self._refused[near if known else "others"] += 1

    def look(self) -> None:
        """Write a line for each network from which too much had to be refused, and begin anew."""
        for near, count in self._refused.most_common():
            if count < STORM:
                break
            logs.note("refused_storm", WARNING, near=near, count=count)
        self._refused.clear()
