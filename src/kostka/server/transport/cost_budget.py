"""The processor time that one address may use, over all routes and connections together.

The budget is made for a school with 300 phones behind one address; docs/limits.md has the sums.
"""

from __future__ import annotations

from collections.abc import Callable

from kostka.server.transport.rate_limits import Bucket, Buckets, Rate
from kostka.server.transport.request_cost import RequestCost

BUDGET = Rate(burst=30, each_second=0.3)
"""Seconds of processor time of one address."""

MAX_DEBT = 6
"""Seconds that an address may owe: after 20 seconds of silence it is served again."""

REQUEST_SECONDS = 0.0002
"""What every HTTP request costs beyond its handler: the connection, parsing, writing."""

REFUSED_SECONDS = 0.0004
"""What a request costs that is refused, with the connection that it needs."""

MAX_ANSWERED_DEBT = 3
"""Seconds that an address may owe before its connections are closed without an answer: even a
refusal takes time."""

DROPPED_SECONDS = 0.000_1
"""What a connection costs that is closed at once."""


class CostBudget:
    """Keeps the budget of each address."""

    def __init__(self, now: Callable[[], int]) -> None:
        """Start with full budgets; `now` returns milliseconds."""
        self._now = now
        self._buckets = Buckets(BUDGET)

    def open_cost(self, address: str) -> ChargedCost:
        """Return the cost of a request or connection, which is charged to its address."""
        return ChargedCost(address, self._buckets.find_bucket(address, self._now()), self._now)

    def try_accept_connection(self, address: str) -> bool:
        """Return whether a connection is worth an answer; charge one that is not."""
        cost = self.open_cost(address)
        if cost.compute_delay() * BUDGET.each_second <= MAX_ANSWERED_DEBT:
            return True
        cost.add_seconds(DROPPED_SECONDS)
        return False


class ChargedCost(RequestCost):
    """The cost of a request or connection, charged to the budget of its address."""

    def __init__(self, address: str, bucket: Bucket | None, now: Callable[[], int]) -> None:
        """Charge a bucket; without one, everything is free."""
        super().__init__(address)
        self._bucket = bucket
        self._now = now

    def add_seconds(self, seconds: float) -> None:
        """Charge processor time to the request and to the budget."""
        self.seconds += seconds
        bucket = self._bucket
        if bucket is not None:
            bucket.charge_tokens(seconds, MAX_DEBT)

    @property
    def is_overdrawn(self) -> bool:
        """Whether the budget is used up, as far as is known without looking at the clock."""
        return self._bucket is not None and self._bucket.tokens < 0

    def compute_delay(self) -> float:
        """Return in how many seconds the address may ask again; 0 if it may now."""
        bucket = self._bucket
        if bucket is None or bucket.tokens >= 0:
            return 0.0
        return bucket.compute_delay(self._now(), cost=0)
