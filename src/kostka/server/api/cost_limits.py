"""Middleware: every request is charged to its address, and refused when the budget is used up."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from starlette.types import ASGIApp, Receive, Scope, Send

from kostka.events.errors import Violation
from kostka.server import problems
from kostka.server.api.errors import build_error_response
from kostka.server.transport.client_addresses import ProxyCheck, read_client_address
from kostka.server.transport.cost_budget import REFUSED_SECONDS, REQUEST_SECONDS, CostBudget
from kostka.server.transport.processor_time import MeteredCoroutine
from kostka.server.transport.request_cost import CURRENT_COST
from kostka.server.transport.session import POLICY_VIOLATION

TOO_MANY_STATUS = 429


class CostLimits:
    """Counts the processor time of all requests, so that no route is free by oversight."""

    def __init__(
        self,
        app: ASGIApp,
        budget: CostBudget,
        count_refusal: Callable[[str, Violation], None],
    ) -> None:
        """Wrap an application; `count_refusal` gets the address and the reason of a refusal."""
        self.app = app
        self._budget = budget
        self._count_refusal = count_refusal
        self._proxy_check = ProxyCheck()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        self._proxy_check.check_request(scope)
        address = read_client_address(scope)
        cost = self._budget.open_cost(address)
        wait = ceil(cost.compute_delay())
        cost.add_seconds(REFUSED_SECONDS if wait else REQUEST_SECONDS)
        if wait:
            violation = problems.OVER_BUDGET(seconds=wait)
            self._count_refusal(address, violation)
            await _refuse(scope, receive, send, violation, wait)
            return
        token = CURRENT_COST.set(cost)
        try:
            await MeteredCoroutine(self.app(scope, receive, send), cost)  # type: ignore[arg-type]
        finally:
            CURRENT_COST.reset(token)


async def _refuse(
    scope: Scope, receive: Receive, send: Send, violation: Violation, wait: int
) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    response = build_error_response([violation], TOO_MANY_STATUS)
    response.headers["retry-after"] = str(wait)
    response.headers["connection"] = "close"
    await response(scope, receive, send)
