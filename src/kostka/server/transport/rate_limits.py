"""How much one address or connection may ask for: a bucket that fills with time."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import ip_address
from typing import NamedTuple


class Rate(NamedTuple):
    """So much at once, and so much for each second."""

    burst: float
    each_second: float


class Bucket:
    """What somebody may still ask for."""

    def __init__(self, rate: Rate, now: int) -> None:
        """Begin with all that is allowed at once; times are in milliseconds."""
        self.rate = rate
        self.left = rate.burst
        self.then = now

    def take(self, now: int, cost: float = 1) -> bool:
        """Take a cost out; false if there is not enough, and nothing is taken."""
        self._fill(now)
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def delay(self, now: int, cost: float = 1) -> float:
        """Say in how many seconds there will be enough."""
        self._fill(now)
        return max(0.0, cost - self.left) / self.rate.each_second

    def _fill(self, now: int) -> None:
        gained = max(0, now - self.then) / 1000 * self.rate.each_second
        self.left = min(self.rate.burst, self.left + gained)
        self.then = now


class Buckets:
    """A bucket for each of many addresses; those that were not used for longest are forgotten."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        """Keep so many at the most."""
        self.rate = rate
        self.most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now: int, cost: float = 1) -> bool:
        """Take a cost out of somebody's bucket."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self.rate, now)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket.take(now, cost)


def is_this_machine(address: str) -> bool:
    """Whether somebody is on the same machine, or comes through a proxy on it."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
