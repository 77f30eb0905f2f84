"""Metrics for Prometheus. They hold no names, tokens or tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from prometheus_client import CollectorRegistry, Gauge, Info, ProcessCollector, generate_latest
from prometheus_client import Counter as SharedCounter
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from kostka import __version__
from kostka.server.ops.histogram import Histogram

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
"""Bounds of the buckets for durations."""


class RequestMetrics(Collector):
    """Counts requests and their durations.

    Every move is counted, so this is cheaper than the counters of the library.
    """

    def __init__(self) -> None:
        """Start with no requests."""
        self._kinds: Counter[str] = Counter()
        self._seconds = Histogram(
            "kostka_request_seconds", "From a request to its answer, disk included", SECONDS
        )
        self.record_duration = self._seconds.record

    def count_request(self, kind: str) -> None:
        """Count a request."""
        self._kinds[kind] += 1

    def collect(self) -> Iterator[Metric]:
        """Return the metrics to the registry."""
        kinds = CounterMetricFamily(
            "kostka_requests", "Requests of clients, by kind", labels=["kind"]
        )
        for kind, number in self._kinds.items():
            kinds.add_metric([kind], number)
        yield kinds
        yield from self._seconds.collect()


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        """Start with no requests."""
        self.node = ""
        """The name of the node, a label of every metric; empty for a server without others."""
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)  # memory, open files, processor time; Linux only
        Info("kostka", "The program", registry=self._registry).info({"version": __version__})
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

    def add_histogram(
        self, name: str, description: str, bounds: Sequence[float] = SECONDS
    ) -> Histogram:
        """Add a metric that counts values by size, and return it."""
        histogram = Histogram(name, description, bounds)
        self._registry.register(histogram)
        return histogram

    def render(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(
            _NodeLabel(self._registry, self.node) if self.node else self._registry
        )


class _NodeLabel(Collector):
    """Adds the name of the node to all metrics of a registry."""

    def __init__(self, registry: CollectorRegistry, node: str) -> None:
        self._registry = registry
        self._node = node

    def collect(self) -> Iterator[Metric]:
        for metric in self._registry.collect():
            labelled = Metric(metric.name, metric.documentation, metric.type, metric.unit)
            labelled.samples = [
                sample._replace(labels={**sample.labels, "node": self._node})
                for sample in metric.samples
            ]
            yield labelled
