"""Everything by which this node passes clients on to others, built around a shared store."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Callable
from typing import NamedTuple

from kostka.server.cluster.directory import NodeDirectory
from kostka.server.cluster.forwarder import Forwarding
from kostka.server.cluster.room_relay import RoomRelay
from kostka.server.ops.metrics import Metrics
from kostka.server.storage.store import Store
from kostka.server.transport.cost_budget import CostBudget


class Routing(NamedTuple):
    """The routing of a node that shares its store with others."""

    relay: RoomRelay
    forwarding: Forwarding

    async def watch_nodes(self) -> None:
        """End what was passed on to nodes that have died, until cancelled."""
        await gather(self.relay.end_dead_splices(), self.forwarding.end_dead_exchanges())


def build_routing(
    store: Store,
    budget: CostBudget,
    metrics: Metrics,
    *,
    is_draining: Callable[[], bool],
    is_tournament_here: Callable[[str], bool],
) -> Routing | None:
    """Build the routing; None for a store that no other node can share."""
    if not store.node.address:
        return None
    directory = NodeDirectory(store, is_draining)
    return Routing(
        RoomRelay(directory, budget, metrics), Forwarding(directory, metrics, is_tournament_here)
    )
