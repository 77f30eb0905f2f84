"""Finds the node that serves a room or a tournament."""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from logging import WARNING

from kostka.server.cluster.status import decode_status
from kostka.server.ops import logs
from kostka.server.storage.store import Node, Store, StoreFailed

LOG_SECONDS = 10.0
"""Between two lines about the same node that cannot be reached."""

SUSPECT_SECONDS = 0.5
"""Between two reports to the store about the same node."""


class NodeDirectory:
    """Finds nodes for rooms and tournaments, and notes which of them cannot be reached."""

    def __init__(self, store: Store, is_draining: Callable[[], bool]) -> None:
        """Ask a store; a node that is draining takes nothing, so others have to."""
        self._store = store
        self._is_draining = is_draining
        self._logged_at: dict[str, float] = {}
        self._suspected_at: dict[str, float] = {}

    @property
    def relay_key(self) -> str:
        """The secret that all nodes share."""
        return self._store.relay_key

    async def find_node_for_room(self, code: str) -> Node | None:
        """Return the other node that serves a room; None if this one does."""
        return await self._store.find_owner_of_room(code) or self._find_substitute(code)

    async def find_node_for_tournament(self, tournament: str) -> Node | None:
        """Return the other node that serves a tournament; None if this one does."""
        owner = await self._store.find_owner_of_tournament(tournament)
        return owner or self._find_substitute(tournament)

    def find_node_for_visitor(self, address: str) -> Node | None:
        """Return the other node that serves a client without a room; None if this one does."""
        return self._find_substitute(address)

    def _find_substitute(self, key: str) -> Node | None:
        """Return who takes a thing in the place of this node, which is draining; None if it is not.

        Every node finds the same one for a key (rendezvous hashing).
        """
        if not self._is_draining():
            return None
        nodes = [
            status.node
            for status in self._store.list_nodes()
            if status.node != self._store.node and not decode_status(status.status).draining
        ]
        return max(nodes, key=lambda node: _rate_node(node, key), default=None)

    def is_alive(self, node: Node) -> bool:
        """Whether a node had a valid lease at the last heartbeat."""
        return any(status.node == node for status in self._store.list_nodes())

    async def report_unreachable(self, node: Node, error: Exception) -> None:
        """Note that a node could not be reached. One that refuses connections is suspected dead."""
        if self._is_first_in(self._logged_at, node, LOG_SECONDS):
            logs.log_event("node_unreachable", WARNING, near=node.name, error=type(error).__name__)
        is_refused = isinstance(error, ConnectionRefusedError)
        if is_refused and self._is_first_in(self._suspected_at, node, SUSPECT_SECONDS):
            with suppress(StoreFailed):  # then its lease ends without us
                await self._store.mark_suspect(node)

    @staticmethod
    def _is_first_in(times: dict[str, float], node: Node, seconds: float) -> bool:
        now = get_running_loop().time()
        is_first = now - times.get(node.name, -seconds) >= seconds
        if is_first:
            times[node.name] = now
        return is_first


def _rate_node(node: Node, key: str) -> bytes:
    return blake2b(f"{node.name}/{key}".encode(), digest_size=8).digest()


def split_address(address: str) -> tuple[str, int]:
    """Return host and port of a node's address."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)
