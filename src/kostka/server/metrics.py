"""What the server counts about itself, for Prometheus. No names, no tokens, no tiles."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "kostka_requests", "Requests of clients, by kind", ["kind"], registry=self._registry
        )
        self._kinds: dict[type, Counter] = {}
        self.refused = Counter(
            "kostka_refused",
            "Requests that were refused, by the first reason",
            ["code"],
            registry=self._registry,
        )
        self.seconds = Histogram(
            "kostka_request_seconds",
            "From a request to its answer, disk included",
            buckets=SECONDS,
            registry=self._registry,
        )

    def request(self, kind: type) -> Counter:
        """Give the counter of one kind of request; to look it up each time takes longer."""
        if kind not in self._kinds:
            self._kinds[kind] = self.requests.labels(kind.__name__)
        return self._kinds[kind]

    def watch(self, name: str, what: str, number: Callable[[], float]) -> None:
        """Tell a number that is looked up when it is asked for."""
        Gauge(name, what, registry=self._registry).set_function(number)

    def text(self) -> bytes:
        """Give all numbers as Prometheus reads them."""
        return generate_latest(self._registry)
