"""Counts refusals by network, so that the log has one line for an attack, not thousands."""

from __future__ import annotations

from collections import Counter
from logging import WARNING

from kostka.server.ops import logs

MIN_REPORTED = 100
"""Refusals between two reports that are worth a line."""

MAX_NETWORKS = 10_000
"""Networks that are counted separately; the rest share one count."""


class RefusalAlerts:
    """Counts refusals since the last report."""

    def __init__(self) -> None:
        """Start without refusals."""
        self._counts: Counter[str] = Counter()

    def count_refusal(self, network: str) -> None:
        """Count a refusal."""
        known = network in self._counts or len(self._counts) < MAX_NETWORKS
        self._counts[network if known else "others"] += 1

    def log_frequent_refusals(self) -> None:
        """Log each network with many refusals, and start counting again."""
        for network, count in self._counts.most_common():
            if count < MIN_REPORTED:
                break
            logs.log_event("refused_storm", WARNING, near=network, count=count)
        self._counts.clear()
