"""Middleware: requests about a tournament are forwarded to the node that owns it."""

from __future__ import annotations

import re
from asyncio import sleep
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from kostka.server import problems
from kostka.server.api.errors import build_error_response
from kostka.server.api.security_headers import HEADERS
from kostka.server.cluster.directory import NodeDirectory
from kostka.server.cluster.node_exchange import NodeExchange, NodeFailed
from kostka.server.cluster.relay_headers import is_relayed
from kostka.server.cluster.room_relay import CHECK_SECONDS
from kostka.server.ops.metrics import Metrics
from kostka.server.storage.store import Node, StoreFailed
from kostka.server.transport.client_addresses import AddressCounts, read_client_address

MAX_FORWARDED = 5000
MAX_FORWARDED_PER_ADDRESS = 2000
"""Requests at a time: as many as may wait for news of a tournament from one address."""

AWAY_STATUS, BUSY_STATUS = 503, 429

_TOURNAMENT_PATH = re.compile(r"/api/tournaments/([0-9a-f]{16})(?:/.*)?")
_OWN_HEADERS = frozenset(name for name, _ in HEADERS)


class Forwarding:
    """Finds the node for a request and forwards it; counts what is under way."""

    def __init__(
        self,
        directory: NodeDirectory,
        metrics: Metrics,
        is_tournament_here: Callable[[str], bool],
    ) -> None:
        """Ask a directory where tournaments are, but not for those that are in memory here."""
        self._directory = directory
        self._metrics = metrics
        self._is_here = is_tournament_here
        self._counts = AddressCounts(MAX_FORWARDED_PER_ADDRESS, MAX_FORWARDED)
        self._exchanges: dict[NodeExchange, Node] = {}
        metrics.add_gauge(
            "kostka_forwarded_requests",
            "HTTP requests that other nodes are answering",
            lambda: len(self._exchanges),
        )

    async def find_node(self, scope: Scope) -> Node | None:
        """Return the other node that answers a request; None if this one does."""
        if scope["type"] != "http" or is_relayed(scope):
            return None
        found = _TOURNAMENT_PATH.fullmatch(scope["path"])
        if found is None or self._is_here(found[1]):
            return None
        try:
            return await self._directory.find_node_for_tournament(found[1])
        except StoreFailed:  # the handler here will answer that
            return None

    async def forward(self, node: Node, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with what another node answers."""
        address = read_client_address(scope)
        if not self._counts.can_add(address):
            await build_error_response([problems.TOO_MANY()], BUSY_STATUS)(scope, receive, send)
            return
        exchange = NodeExchange(scope, receive, send)
        self._counts.add(address)
        self._exchanges[exchange] = node
        try:
            await exchange.run(node, self._directory.relay_key, _OWN_HEADERS)
        except NodeFailed as failure:
            await self._directory.report_unreachable(node, failure.cause)
            if failure.has_begun:
                return  # uvicorn closes the connection, so nobody takes a part for the whole
            self._metrics.refusals.labels(problems.NODE_AWAY.code).inc()
            response = build_error_response([problems.NODE_AWAY()], AWAY_STATUS)
            await response(scope, receive, send)
        finally:
            del self._exchanges[exchange]
            self._counts.remove(address)

    async def end_dead_exchanges(self) -> None:
        """End requests to nodes that have died, until cancelled."""
        while True:
            await sleep(CHECK_SECONDS)
            nodes = set(self._exchanges.values())
            dead = {node for node in nodes if not self._directory.is_alive(node)}
            for exchange, node in list(self._exchanges.items()):
                if node in dead:
                    exchange.abort()


class Forwarder:
    """The middleware itself."""

    def __init__(self, app: ASGIApp, forwarding: Forwarding | None) -> None:
        """Wrap an application; without other nodes nothing is forwarded."""
        self.app = app
        self._forwarding = forwarding

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        forwarding = self._forwarding
        node = None if forwarding is None else await forwarding.find_node(scope)
        if forwarding is None or node is None:
            await self.app(scope, receive, send)
        else:
            await forwarding.forward(node, scope, receive, send)
