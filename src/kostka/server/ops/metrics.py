"""What the server counts about itself, for Prometheus. No names, no tokens, no tiles."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client import Counter as SharedCounter
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Requests(Collector):
    """Requests and how long they took: counted with every move, and so as cheaply as can be."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._kinds: Counter[str] = Counter()
        self._within = [0] * (len(SECONDS) + 1)
        """How many took longer than one bound and no longer than the next."""
        self._seconds = 0.0

    def begun(self, kind: str) -> None:
        """Count a request."""
        self._kinds[kind] += 1

    def answered(self, seconds: float) -> None:
        """Count how long a request took, until its answer."""
        self._within[bisect_left(SECONDS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """Tell the numbers to the registry."""
        kinds = CounterMetricFamily(
            "kostka_requests", "Requests of clients, by kind", labels=["kind"]
        )
        for kind, number in self._kinds.items():
            kinds.add_metric([kind], number)
        yield kinds
        bounds = (*map(str, map(float, SECONDS)), "+Inf")
        buckets = list(zip(bounds, map(float, accumulate(self._within)), strict=True))
        seconds = HistogramMetricFamily(
            "kostka_request_seconds", "From a request to its answer, disk included"
        )
        seconds.add_metric([], buckets, self._seconds)
        yield seconds


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._registry = CollectorRegistry()
        self.requests = Requests()
        self._registry.register(self.requests)
        self.refused = SharedCounter(
            "kostka_refused",
            "Requests that were refused, by the first reason",
            ["code"],
            registry=self._registry,
        )

    def watch(self, name: str, what: str, number: Callable[[], float]) -> None:
        """Tell a number that is looked up when it is asked for."""
        Gauge(name, what, registry=self._registry).set_function(number)

    def text(self) -> bytes:
        """Give all numbers as Prometheus reads them."""
        return generate_latest(self._registry)
