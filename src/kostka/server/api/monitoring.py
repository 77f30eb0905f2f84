"""`GET /healthz` and `/metrics`, for operators."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from kostka.server.openapi.descriptions import TEXT, Answer, describe_route
from kostka.server.ops.metrics import Metrics


class MonitoringRoutes:
    """The routes by which operators watch a server."""

    def __init__(self, metrics: Metrics) -> None:
        """Send these metrics."""
        self._metrics = metrics

    @property
    def routes(self) -> list[Route]:
        """The routes of monitoring."""
        return [Route("/healthz", self.send_health), Route("/metrics", self.send_metrics)]

    @describe_route("Whether the process is alive.", {200: Answer("ok", media=TEXT)})
    async def send_health(self, _: Request) -> Response:
        """Answer that the process is alive, whatever else is wrong."""
        return PlainTextResponse("ok\n")

    @describe_route("Metrics for Prometheus.", {200: Answer("All of them.", media=TEXT)})
    async def send_metrics(self, _: Request) -> Response:
        """Answer with all metrics."""
        return PlainTextResponse(self._metrics.render())
