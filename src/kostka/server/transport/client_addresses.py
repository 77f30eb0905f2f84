"""What counts as one client address, and how this machine is treated.

Every limit per address asks this module. Addresses of this machine count only in total: they belong
to the operator, or to all players behind a proxy that does not say where they come from.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from logging import WARNING

from starlette.datastructures import Headers
from starlette.types import Scope

from kostka.server.ops import logs

IPV6_BITS = 64
"""One household or school has at least this network, so its addresses count as one."""

MAX_ADDRESS_LENGTH = 45
"""Of an IPv6 address in its longest form. Longer texts can only come from a broken proxy."""

FORWARDED_FOR = "x-forwarded-for"
PROXY_HEADERS = ("via", "forwarded", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers that show that a request came through a proxy."""

PROXY_WARNING = (
    "a proxy on this machine does not send X-Forwarded-For: limits per address are off;"
    " see deploy/nginx.conf and deploy/Caddyfile"
)


def read_client_address(scope: Scope) -> str:
    """Return the address from which a request comes; empty if the transport has none."""
    client = scope.get("client")
    return client[0][:MAX_ADDRESS_LENGTH] if client else ""


@lru_cache(maxsize=20_000)
def find_counted_address(address: str) -> str | None:
    """Return the address under which a client is counted; None for this machine.

    All addresses of an IPv6 network of 64 bits count as one, and those that stand for an IPv4
    address count as that.
    """
    parsed = _parse_address(address)
    if parsed is None:
        return address
    if parsed.is_loopback:
        return None
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(ip_network((parsed, IPV6_BITS), strict=False))


def is_loopback(address: str) -> bool:
    """Whether an address is on this machine, perhaps behind a proxy on it."""
    parsed = _parse_address(address)
    return parsed is not None and parsed.is_loopback


def _parse_address(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address)
    except ValueError:  # such as the path of a Unix socket
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


class AddressCounts:
    """Counts what each address holds at the moment, such as connections or rooms."""

    def __init__(self, max_per_address: int, max_total: int) -> None:
        """Start with nothing."""
        self._max_per_address = max_per_address
        self._max_total = max_total
        self._counts: Counter[str | None] = Counter()
        self.total = 0
        """How much all addresses hold together."""

    def can_add(self, address: str) -> bool:
        """Whether an address may hold one more."""
        if self.total >= self._max_total:
            return False
        counted = find_counted_address(address)
        return counted is None or self._counts[counted] < self._max_per_address

    def add(self, address: str) -> None:
        """Count one more."""
        self._counts[find_counted_address(address)] += 1
        self.total += 1

    def remove(self, address: str) -> None:
        """Count one less."""
        counted = find_counted_address(address)
        self._counts[counted] -= 1
        self.total -= 1
        if not self._counts[counted]:
            del self._counts[counted]


class ProxyCheck:
    """Warns the operator once if a proxy on this machine hides the addresses of its clients."""

    def __init__(self) -> None:
        """Start without a warning."""
        self._is_done = False

    def check_request(self, scope: Scope) -> None:
        """Log a warning if a request came through a proxy that does not name its client."""
        if self._is_done or not is_loopback(read_client_address(scope)):
            return
        if is_from_silent_proxy(Headers(scope=scope)):
            self._is_done = True
            logs.log_event("proxy_hides_addresses", WARNING, text=PROXY_WARNING)


def is_from_silent_proxy(headers: Headers) -> bool:
    """Whether a request from this machine came through a proxy without naming its client."""
    if FORWARDED_FOR in headers:
        return False
    host = headers.get("host", "localhost").rpartition("@")[2]
    name = host.partition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    is_local = name == "localhost" or name.endswith(".localhost") or is_loopback(name)
    return not is_local or any(header in headers for header in PROXY_HEADERS)
