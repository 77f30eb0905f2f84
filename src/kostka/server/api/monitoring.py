"""`GET /healthz` and `/metrics`, for operators."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from kostka.server.api.requests import get_client_address
from kostka.server.openapi.descriptions import HTML, TEXT, Answer, describe_route
from kostka.server.ops.metrics import Metrics
from kostka.server.storage.store import Store
from kostka.server.transport.addresses import is_local_name
from kostka.server.transport.client_addresses import is_loopback

BATCH_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class MonitoringRoutes:
    """The routes by which operators watch a server."""

    def __init__(self, metrics: Metrics, *, has_own_port: bool) -> None:
        """Send these metrics, unless they have a port of their own."""
        self._metrics = metrics
        self._has_own_port = has_own_port

    @property
    def routes(self) -> list[Route]:
        """The routes of monitoring."""
        return [Route("/healthz", self.send_health), Route("/metrics", self.send_local_metrics)]

    @describe_route("Whether the process is alive.", {200: Answer("ok", media=TEXT)})
    async def send_health(self, _: Request) -> Response:
        """Answer that the process is alive, whatever else is wrong."""
        return PlainTextResponse("ok\n")

    @describe_route(
        "Metrics for Prometheus, for programs on the server's own machine.",
        {
            200: Answer("All of them.", media=TEXT),
            404: Answer("To other machines, and if metrics have their own port.", media=HTML),
        },
    )
    async def send_local_metrics(self, request: Request) -> Response:
        """Answer a program on this machine with all metrics."""
        is_local = is_loopback(get_client_address(request))
        # A proxy on this machine that forwards no address still forwards the name of the site.
        if self._has_own_port or not is_local or not is_local_name(request.url.hostname or ""):
            raise HTTPException(404)
        return PlainTextResponse(self._metrics.render())


def build_metrics_application(metrics: Metrics, pages: Iterable[Route] = ()) -> Starlette:
    """Build the application for the port that is only for metrics, and pages for operators."""

    async def send_metrics(_: Request) -> Response:
        return PlainTextResponse(metrics.render())

    return Starlette(routes=[Route("/metrics", send_metrics), *pages])


def add_store_metrics(metrics: Metrics, store: Store) -> None:
    """Measure the commits of a store, its queue and its journal."""
    seconds = metrics.add_histogram("kostka_commit_seconds", "Until a batch of writes was on disk")
    sizes = metrics.add_histogram("kostka_commit_writes", "Writes in a batch", BATCH_SIZES)

    def record_commit(duration: float, writes: int) -> None:
        seconds.record(duration)
        sizes.record(writes)

    store.watch_commits(record_commit)
    metrics.add_gauge(
        "kostka_queued_writes", "Writes that wait for the disk", store.count_queued_writes
    )
    metrics.add_gauge(
        "kostka_journal_bytes", "Size of the store's write-ahead log", store.measure_journal
    )
