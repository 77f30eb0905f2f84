"""Two real nodes on one database, and doors in front of them as a load balancer would have."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread

from tests.server.cluster.node_processes import NodeProcess, run_node

NAMES = ("one", "two")
CHUNK = 2**16
WAIT_SECONDS = 30


class Cluster:
    """The nodes; those that are gone can be started again."""

    def __init__(self, folder: Path, database: str, stack: ExitStack) -> None:
        self._folder, self._database, self._stack = folder, database, stack
        self.nodes: dict[str, NodeProcess] = {}

    def start_missing_nodes(self) -> None:
        """Start every node that is not running."""
        for name in NAMES:
            if name not in self.nodes or self.nodes[name].popen.poll() is not None:
                running = run_node(self._folder, self._database, name)
                self.nodes[name] = self._stack.enter_context(running)

    def find_owner(self) -> str:
        """Return the name of the node on which all rooms with people in them are."""
        (owner,) = [name for name, node in self.nodes.items() if node.count("kostka_visitors")]
        return owner


class Door:
    """An address that leads to one node, or to the other one if that does not answer."""

    def __init__(self, cluster: Cluster, first: str) -> None:
        self._cluster = cluster
        self._order = sorted(NAMES, key=lambda name: name != first)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass a connection on until one side closes it."""
        for name in self._order:
            with suppress(OSError):
                port = self._cluster.nodes[name].port
                answers, target = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_copy(reader, target), _copy(answers, writer))
                return
        writer.close()


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        with suppress(OSError):
            while data := await source.read(CHUNK):
                target.write(data)
                await target.drain()
        target.close()
    except asyncio.CancelledError:
        target.transport.abort()  # the loop ends, and would not wait for what is still to be sent
        raise


@contextmanager
def open_doors(cluster: Cluster) -> Iterator[list[str]]:
    """Open a door to each node; gives their addresses."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()

    async def listen() -> list[asyncio.Server]:
        doors = [Door(cluster, name) for name in NAMES]
        return [await asyncio.start_server(door.serve, "127.0.0.1", 0) for door in doors]

    async def close() -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0.1)  # until the connections are closed

    servers = asyncio.run_coroutine_threadsafe(listen(), loop).result(WAIT_SECONDS)
    try:
        yield [f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}" for server in servers]
    finally:
        for server in servers:
            loop.call_soon_threadsafe(server.close)
        asyncio.run_coroutine_threadsafe(close(), loop).result(WAIT_SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(WAIT_SECONDS)
        loop.close()


@contextmanager
def run_cluster(folder: Path, database: str) -> Iterator[Cluster]:
    """Run two nodes on a database."""
    with ExitStack() as stack:
        cluster = Cluster(folder, database, stack)
        cluster.start_missing_nodes()
        yield cluster
