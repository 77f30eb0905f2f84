"""Finds the node that serves a room or a tournament."""

from __future__ import annotations

from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Callable
from hashlib import blake2b
from logging import WARNING
from typing import Protocol

from kostka.server.cluster.status import decode_status
from kostka.server.ops import logs
from kostka.server.storage.store import Node, NodeStatus

LOG_SECONDS = 10.0
"""Between two lines about the same node that cannot be reached."""


class SharedStore(Protocol):
    """What routing asks of a store that several nodes share."""

    node: Node
    relay_key: str
    """A secret that all nodes know, and nobody else."""

    async def find_owner_of_room(self, code: str) -> Node | None:
        """Return the other live node that owns a room."""
        ...

    async def find_owner_of_tournament(self, tournament: str) -> Node | None:
        """Return the other live node that owns a tournament."""
        ...

    def list_nodes(self) -> list[NodeStatus]:
        """Return all nodes that are alive, this one included."""
        ...

    def mark_suspect(self, node: Node) -> None:
        """Note that a node refuses connections, so that it is found dead soon."""
        ...


class NodeDirectory:
    """Finds nodes for rooms and tournaments, and notes which of them cannot be reached."""

    def __init__(self, store: SharedStore, is_draining: Callable[[], bool]) -> None:
        """Ask a store; a node that is draining takes nothing, so others have to."""
        self._store = store
        self._is_draining = is_draining
        self._logged_at: dict[str, float] = {}

    @property
    def own_address(self) -> str:
        """Where other nodes reach this one."""
        return self._store.node.address

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

    def report_unreachable(self, node: Node, error: Exception) -> None:
        """Note that a node could not be reached. One that refuses connections is suspected dead."""
        loop: AbstractEventLoop = get_running_loop()
        if loop.time() - self._logged_at.get(node.name, -LOG_SECONDS) >= LOG_SECONDS:
            self._logged_at[node.name] = loop.time()
            logs.log_event("node_unreachable", WARNING, near=node.name, error=type(error).__name__)
        if isinstance(error, ConnectionRefusedError):
            self._store.mark_suspect(node)


def _rate_node(node: Node, key: str) -> bytes:
    return blake2b(f"{node.name}/{key}".encode(), digest_size=8).digest()


def split_address(address: str) -> tuple[str, int]:
    """Return host and port of a node's address."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)
