"""What the current request costs in processor time, wherever it is spent.

The event loop, threads and child processes all charge the request that they work for. Work that
nobody asked for, such as the moves of bots, is charged to nobody.
"""

from __future__ import annotations

from contextvars import ContextVar


class RequestCost:
    """The processor time that one client's request, or connection, has used so far."""

    def __init__(self, address: str) -> None:
        """Start the request of a client."""
        self.address = address
        self.seconds = 0.0

    def add_seconds(self, seconds: float) -> None:
        """Charge processor time."""
        self.seconds += seconds


CURRENT_COST: ContextVar[RequestCost | None] = ContextVar("request_cost", default=None)
"""The cost of the request that is being handled; None outside of requests."""


def charge_seconds(seconds: float) -> None:
    """Charge processor time to the request that is being handled, if there is one."""
    cost = CURRENT_COST.get()
    if cost is not None:
        cost.add_seconds(seconds)
