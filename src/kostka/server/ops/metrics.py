"""Metrics for Prometheus. They hold no names, tokens or tiles."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client import Counter as SharedCounter
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKET_BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class RequestMetrics(Collector):
    """Counts requests and their durations.

    Every move is counted, so this is cheaper than the counters of the library.
    """

    def __init__(self) -> None:
        """Start with no requests."""
        self._kinds: Counter[str] = Counter()
        self._bucket_counts = [0] * (len(BUCKET_BOUNDS) + 1)
        """How many requests took longer than one bound, but not longer than the next."""
        self._total_seconds = 0.0

    def count_request(self, kind: str) -> None:
        """Count a request."""
        self._kinds[kind] += 1

    def record_duration(self, seconds: float) -> None:
        """Record how long a request took, until its answer."""
        self._bucket_counts[bisect_left(BUCKET_BOUNDS, seconds)] += 1
        self._total_seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """Return the metrics to the registry."""
        kinds = CounterMetricFamily(
            "kostka_requests", "Requests of clients, by kind", labels=["kind"]
        )
        for kind, number in self._kinds.items():
            kinds.add_metric([kind], number)
        yield kinds
        bounds = (*map(str, map(float, BUCKET_BOUNDS)), "+Inf")
        buckets = list(zip(bounds, map(float, accumulate(self._bucket_counts)), strict=True))
        seconds = HistogramMetricFamily(
            "kostka_request_seconds", "From a request to its answer, disk included"
        )
        seconds.add_metric([], buckets, self._total_seconds)
        yield seconds


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        """Start with no requests."""
        self._registry = CollectorRegistry()
        self.requests = RequestMetrics()
        self._registry.register(self.requests)
        self.refusals = SharedCounter(
            "kostka_refused",
            "Requests that were refused, by the first reason",
            ["code"],
            registry=self._registry,
        )

    def add_gauge(self, name: str, description: str, read: Callable[[], float]) -> None:
        """Add a metric whose value is read when it is asked for."""
        Gauge(name, description, registry=self._registry).set_function(read)

    def render(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self._registry)
