"""Rate limits: token buckets for connections and addresses."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from kostka.server.transport.client_addresses import find_counted_address


class Rate(NamedTuple):
    """How much at once, and how much each second."""

    burst: float
    each_second: float


class Bucket:
    """A token bucket."""

    def __init__(self, rate: Rate, now: int) -> None:
        """Start full; times are in milliseconds."""
        self.rate = rate
        self.tokens = rate.burst
        self.filled_at = now

    def try_take_tokens(self, now: int, cost: float = 1) -> bool:
        """Take a cost out of the bucket; return False, and take nothing, if too little is left."""
        self._refill(now)
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True

    def charge_tokens(self, cost: float, max_debt: float) -> None:
        """Take a cost that is known only afterwards; then the bucket may owe something."""
        self.tokens = max(-max_debt, self.tokens - cost)

    def compute_delay(self, now: int, cost: float = 1) -> float:
        """Return in how many seconds there will be enough."""
        self._refill(now)
        return max(0.0, cost - self.tokens) / self.rate.each_second

    def _refill(self, now: int) -> None:
        passed = now - self.filled_at
        if passed:
            rate = self.rate
            gained = max(0, passed) / 1000 * rate.each_second
            self.tokens = min(rate.burst, self.tokens + gained)
            self.filled_at = now


class Buckets:
    """A bucket for each address; the least recently used ones are forgotten."""

    def __init__(self, rate: Rate, max_buckets: int = 10_000) -> None:
        """Start without any."""
        self.rate = rate
        self.max_buckets = max_buckets
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def try_take_tokens(self, address: str, now: int, cost: float = 1) -> bool:
        """Take a cost out of the bucket of an address; return whether there was enough."""
        bucket = self.find_bucket(address, now)
        return bucket is None or bucket.try_take_tokens(now, cost)

    def find_bucket(self, address: str, now: int) -> Bucket | None:
        """Return the bucket of an address; None for this machine, which has no limit."""
        counted = find_counted_address(address)
        if counted is None:
            return None
        bucket = self._buckets.get(counted)
        if bucket is None:
            bucket = self._buckets[counted] = Bucket(self.rate, now)
            if len(self._buckets) > self.max_buckets:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(counted)
        return bucket
