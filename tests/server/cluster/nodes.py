"""Two servers in this process that share what they own: SQLite stores around one map."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from kostka.server.app import build_application
from kostka.server.rooms.scheduler import BotPace
from kostka.server.serve import Server, create_listening_socket
from kostka.server.settings import ServerSettings
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import Guest, Node, NodeStatus, OwnedElsewhere, TakenRoom

KEY = "the key of all nodes"


class Shared:
    """What all nodes know."""

    def __init__(self) -> None:
        self.owners: dict[str, Node] = {}
        self.stores: list[SharedSqliteStore] = []
        self.dead: list[Node] = []
        self.suspects: list[Node] = []


class SharedSqliteStore(SqliteStore):
    """A store whose rooms and tournaments may belong to other nodes."""

    shared: Shared

    def join(self, shared: Shared, node: Node) -> None:
        self.shared, self.node, self.relay_key = shared, node, KEY
        shared.stores.append(self)

    def find_owner(self, thing: str) -> Node | None:
        owner = self.shared.owners.get(thing)
        return None if owner in (None, self.node, *self.shared.dead) else owner

    async def find_owner_of_room(self, code: str) -> Node | None:
        return self.find_owner(code)

    async def find_owner_of_tournament(self, tournament: str) -> Node | None:
        return self.find_owner(tournament)

    async def take_room(self, code: str) -> TakenRoom | None:
        if (owner := self.find_owner(code)) is not None:
            raise OwnedElsewhere(owner)
        return await super().take_room(code)

    async def take_tournament(self, tournament: str) -> bytes | None:
        if (owner := self.find_owner(tournament)) is not None:
            raise OwnedElsewhere(owner)
        return await super().take_tournament(tournament)

    async def find_guest_by_token(self, token_hash: bytes) -> Guest | None:
        for store in [one for one in self.shared.stores if not one._closed]:
            found = await SqliteStore.find_guest_by_token(store, token_hash)
            if found is not None:
                await self.write([found])  # rooms name guests who must be there
                return found
        return None

    def list_nodes(self) -> list[NodeStatus]:
        return [
            NodeStatus(store.node, number, store._status, 0)
            for number, store in enumerate(self.shared.stores)
            if store.node not in self.shared.dead
        ]

    async def mark_suspect(self, node: Node) -> None:
        self.shared.suspects.append(node)


class RunningNode:
    """A server of a cluster."""

    def __init__(self, server: Server, store: SharedSqliteStore, task: asyncio.Task[None]) -> None:
        self.server = server
        self.store = store
        self.task = task
        self.app: Any = server.config.app
        self.lobby = server.lobby

    @property
    def url(self) -> str:
        return f"ws://{self.store.node.address}/ws"

    @property
    def node(self) -> Node:
        return self.store.node

    def own(self, thing: str) -> None:
        """Let this node own a room or a tournament."""
        self.store.shared.owners[thing] = self.node

    async def stop(self) -> None:
        self.server.should_exit = True
        await self.task

    def measure(self, name: str) -> float:
        value: float | None = self.lobby.metrics._registry.get_sample_value(name)
        assert value is not None, name
        return value


async def start_node(
    folder: Path, shared: Shared, name: str, settings: ServerSettings | None = None
) -> RunningNode:
    store = await asyncio.to_thread(SharedSqliteStore, folder)
    socket = create_listening_socket("127.0.0.1", 0)
    store.join(shared, Node(name, f"127.0.0.1:{socket.getsockname()[1]}"))
    settings = settings or ServerSettings()
    server = Server(build_application(store, bot_pace=BotPace((0, 0), 0), settings=settings))
    task = asyncio.create_task(server.serve([socket]))
    while not server.started:  # noqa: ASYNC110  (there is nothing to wait for)
        await asyncio.sleep(0.01)
    return RunningNode(server, store, task)


@asynccontextmanager
async def two_nodes(folder: Path) -> AsyncIterator[tuple[RunningNode, RunningNode]]:
    """Run two nodes that share what they own."""
    shared = Shared()
    nodes = [await start_node(folder / name, shared, name) for name in ("one", "two")]
    try:
        yield nodes[0], nodes[1]
    finally:
        for node in nodes:
            await node.stop()
