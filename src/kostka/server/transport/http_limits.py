"""How many HTTP connections there may be, and how many of them may be half-open.

A connection is half-open until its request has arrived completely. An attacker who opens thousands
of them and sends nothing more only loses the oldest ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Protocol

from kostka.server.transport.addresses import LOOPBACK
from kostka.server.transport.client_addresses import (
    MAX_ADDRESS_LENGTH,
    AddressCounts,
    find_counted_address,
)
from kostka.server.transport.cost_budget import CostBudget

MAX_CONNECTIONS = 20_000
MAX_CONNECTIONS_PER_ADDRESS = 2000
"""A browser opens six connections at most, so 300 phones stay below it."""

MAX_HALF_OPEN = 4000
MAX_HALF_OPEN_PER_ADDRESS = 500


class HalfOpenConnection(Protocol):
    """A connection whose request has not arrived completely."""

    def drop(self) -> None:
        """End the connection at once."""
        ...


class HttpLimits:
    """Counts the connections of one server."""

    def __init__(self, budget: CostBudget, trusted_proxies: Iterable[str] = ()) -> None:
        """Start without connections; trusted proxies count only in total, like this machine."""
        self._budget = budget
        self._networks = tuple(map(ip_network, trusted_proxies))
        self._connections = AddressCounts(MAX_CONNECTIONS_PER_ADDRESS, MAX_CONNECTIONS)
        self._half_open: dict[HalfOpenConnection, str | None] = {}
        """The oldest first, with their addresses."""
        self._half_open_by_address: dict[str, dict[HalfOpenConnection, None]] = {}
        self._is_trusted = lru_cache(maxsize=10_000)(self._compute_trust)

    @property
    def half_open_count(self) -> int:
        """How many connections are half-open."""
        return len(self._half_open)

    @property
    def connection_count(self) -> int:
        """How many connections there are."""
        return self._connections.total

    def _compute_trust(self, address: str) -> bool:
        try:
            parsed = ip_address(address)
        except ValueError:  # such as the path of a Unix socket
            return False
        return any(parsed in network for network in self._networks)

    def _find_address(self, peer: str) -> str:
        return LOOPBACK if self._is_trusted(peer) else peer

    def find_client(self, peer: str, forwarded_for: str) -> str:
        """Return the client behind a connection: the last address that a trusted proxy has added.

        Without a trusted proxy, or if it names nobody else, that is the peer itself.
        """
        if not self._is_trusted(peer):
            return peer
        for part in reversed(forwarded_for.split(",")):
            address = part.strip()[:MAX_ADDRESS_LENGTH]
            if address and not self._is_trusted(address):
                return address
        return peer

    def try_add_connection(self, peer: str) -> bool:
        """Count a connection; return False if its address has too many, or owes too much time."""
        address = self._find_address(peer)
        if not self._connections.can_add(address):
            return False
        if not self._budget.try_accept_connection(address):
            return False
        self._connections.add(address)
        return True

    def remove_connection(self, peer: str) -> None:
        """Note that a connection has ended, or is a WebSocket now."""
        self._connections.remove(self._find_address(peer))

    def add_half_open(self, connection: HalfOpenConnection, peer: str) -> None:
        """Count a connection whose request begins; the oldest are dropped if there are too many."""
        address = find_counted_address(self._find_address(peer))
        self._half_open[connection] = address
        if address is not None:
            own = self._half_open_by_address.setdefault(address, {})
            own[connection] = None
            if len(own) > MAX_HALF_OPEN_PER_ADDRESS:
                self._drop(next(iter(own)))
        if len(self._half_open) > MAX_HALF_OPEN:
            self._drop(next(iter(self._half_open)))

    def _drop(self, connection: HalfOpenConnection) -> None:
        self.remove_half_open(connection)
        connection.drop()

    def remove_half_open(self, connection: HalfOpenConnection) -> None:
        """Note that a request is complete, or that its connection has ended."""
        address = self._half_open.pop(connection, None)
        if address is not None:
            own = self._half_open_by_address[address]
            del own[connection]
            if not own:
                del self._half_open_by_address[address]
