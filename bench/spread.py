"""How measured times are spread: median, 95th and 99th percentile, maximum."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median, quantiles

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """Median, percentiles and maximum of some times, in the unit of those times."""

    median: float
    p95: float
    p99: float
    max: float


def compute_spread(times: Sequence[float]) -> Spread:
    """Return the median, the percentiles and the maximum of some times."""
    cuts = quantiles(times, n=100, method="inclusive") if len(times) > 1 else [*times] * 99
    numbers = (median(times), cuts[94], cuts[98], max(times))
    return Spread(*(round(number, 1) for number in numbers))
