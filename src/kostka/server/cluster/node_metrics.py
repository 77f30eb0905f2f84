"""Metrics of a node among others: what it owns, and how old its last heartbeat is."""

from __future__ import annotations

from kostka.server.cluster.status import StatusBoard
from kostka.server.ops.metrics import Metrics
from kostka.server.storage.store import NodeStatus


def add_node_metrics(metrics: Metrics, board: StatusBoard) -> None:
    """Add the metrics of this node, and its name to all others; nothing without other nodes."""
    if not board.node.address:
        return
    metrics.node = board.node.name

    def find_own() -> NodeStatus | None:
        return next((one for one in board.list_nodes() if one.node == board.node), None)

    def count_leases() -> float:
        own = find_own()
        return 0 if own is None else own.lease_count

    def read_age() -> float:
        own = find_own()
        return float("nan") if own is None else own.age_ms / 1000

    metrics.add_gauge("kostka_nodes", "Nodes that are alive", lambda: len(board.list_nodes()))
    metrics.add_gauge("kostka_leases", "Rooms and tournaments that the node owns", count_leases)
    metrics.add_gauge("kostka_heartbeat_age_seconds", "Since the last sign of life", read_age)
