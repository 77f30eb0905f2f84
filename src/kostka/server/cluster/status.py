"""What a node tells the others with every heartbeat.

It may be lost or late without harm: the next one has everything again.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from kostka import __version__
from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput
from kostka.server.api.lobby import OpenRooms, RoomSummary, merge_open_rooms
from kostka.server.storage.store import Node, NodeStatus

PUBLISH_SECONDS = 0.5
"""Between two statuses: as often as heartbeats."""


class PublishedStatus(msgspec.Struct, frozen=True, gc=False):
    """The status of a node."""

    version: str = ""
    draining: bool = False
    """Whether the node is about to stop, and takes nothing more."""
    rooms: int = 0
    """Rooms in memory."""
    games: int = 0
    sessions: int = 0
    relayed: int = 0
    """Connections that it passes on to other nodes."""
    tournaments: int = 0
    open_rooms: tuple[RoomSummary, ...] = ()
    """Rooms that wait for players."""


UNKNOWN = PublishedStatus()


class StatusBoard(Protocol):
    """The part of a store by which nodes see each other's status."""

    node: Node

    def publish_status(self, status: bytes) -> None:
        """Let other nodes see this."""
        ...

    def list_nodes(self) -> list[NodeStatus]:
        """Return all nodes that are alive."""
        ...


class StatusPublisher:
    """Publishes the status of this node, and reads those of the others."""

    def __init__(
        self,
        board: StatusBoard,
        list_open_rooms: Callable[[], OpenRooms],
        figures: Callable[[], dict[str, Any]],
    ) -> None:
        """Use the status that `figures` returns as fields, with the rooms that wait for players."""
        self._board = board
        self._list_open_rooms = list_open_rooms
        self._figures = figures

    async def publish_regularly(self) -> None:
        """Publish until cancelled."""
        while True:
            self._board.publish_status(to_json(self.build_status()))
            await sleep(PUBLISH_SECONDS)

    def build_status(self) -> PublishedStatus:
        """Return the status of this node as it is now."""
        rooms = self._list_open_rooms().rooms
        return PublishedStatus(version=__version__, open_rooms=rooms, **self._figures())

    def list_rooms_of_all_nodes(self) -> OpenRooms:
        """Return the rooms that wait for players, on whichever node they are."""
        own, nodes = self._board.node, self._board.list_nodes()
        found = [decode_status(one.status) for one in nodes if one.node.name != own.name]
        elsewhere = [room for status in found for room in status.open_rooms]
        return merge_open_rooms([*elsewhere, *self._list_open_rooms().rooms])  # ours are newer


def decode_status(data: bytes) -> PublishedStatus:
    """Return what a node has published; an empty status if its version writes it differently."""
    try:
        return from_json(data, PublishedStatus)
    except BadInput:
        return UNKNOWN
