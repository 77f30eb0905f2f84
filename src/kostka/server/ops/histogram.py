"""A histogram for Prometheus that is cheap enough for every move."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector


class Histogram(Collector):
    """Counts values by size. Only one thread may record; any may collect."""

    def __init__(self, name: str, description: str, bounds: Sequence[float]) -> None:
        """Start without values."""
        self._name = name
        self._description = description
        self._bounds = tuple(map(float, bounds))
        self._counts = [0] * (len(bounds) + 1)
        """How many values were above one bound, but not above the next."""
        self._total = 0.0

    def record(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._total += value

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Return the metric to the registry."""
        bounds = (*map(str, self._bounds), "+Inf")
        buckets = list(zip(bounds, map(float, accumulate(self._counts)), strict=True))
        family = HistogramMetricFamily(self._name, self._description)
        family.add_metric([], buckets, self._total)
        yield family
