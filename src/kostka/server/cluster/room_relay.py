"""Passes a WebSocket on to the node that has its room.

It happens at the handshake: the request is sent again to the other node, and from its answer on
bytes only pass through. Load balancers choose the node by the room, so it is the exception.
"""

from __future__ import annotations

from asyncio import get_running_loop, sleep, timeout
from collections.abc import Callable
from typing import Any

from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect

from kostka.events.codec import to_json
from kostka.protocol.responses import Farewell, GoodBye
from kostka.server.cluster.directory import NodeDirectory, split_address
from kostka.server.cluster.relay_headers import build_relayed_headers, build_target, is_relayed
from kostka.server.cluster.splice import Splice
from kostka.server.ops.metrics import Metrics
from kostka.server.rooms.guests import is_room_code, normalize_room_code
from kostka.server.storage.store import Node, StoreFailed
from kostka.server.transport.client_addresses import AddressCounts
from kostka.server.transport.cost_budget import CostBudget
from kostka.server.transport.fast_websocket import FastWebSocket
from kostka.server.transport.session import CLOSE_CODES, POLICY_VIOLATION

MAX_RELAYED = 10_000
MAX_RELAYED_PER_ADDRESS = 1000
"""Connections; as many as an address may open to rooms that are here."""

CONNECT_SECONDS = 1.0
ANSWER_SECONDS = 2.0
"""How long the other node may take until it accepts the connection, and until it answers."""

RETRY_MS = 300
"""When a client shall try again whose room is on a node that cannot be reached."""

RELAY_SECONDS = 0.000_03
"""What passing one message on costs."""

CHECK_SECONDS = 0.5
"""Between two looks at which nodes are still alive."""


def read_room_code(socket: WebSocket) -> str | None:
    """Return the room for which a connection is opened, or None."""
    code = normalize_room_code(socket.query_params.get("room", ""))
    return code if is_room_code(code) else None


class RoomRelay:
    """Passes connections on, and counts them."""

    def __init__(self, directory: NodeDirectory, budget: CostBudget, metrics: Metrics) -> None:
        """Ask a directory where rooms are; charge clients for what they send."""
        self._directory = directory
        self._budget = budget
        self._counts = AddressCounts(MAX_RELAYED_PER_ADDRESS, MAX_RELAYED)
        self._splices: dict[Splice, Node] = {}
        metrics.add_gauge(
            "kostka_relayed_connections",
            "Connections that are passed on to other nodes",
            lambda: self.count,
        )

    @property
    def count(self) -> int:
        """How many connections are passed on."""
        return len(self._splices)

    async def try_relay(self, socket: WebSocket, address: str) -> bool:
        """Pass a connection on if another node has its room; return whether it is dealt with."""
        if is_relayed(socket.scope):
            return False
        node = await self._find_node(read_room_code(socket), address)
        if node is None:
            return False
        if not self._counts.can_add(address):
            await socket.close(POLICY_VIOLATION)
            return True
        self._counts.add(address)
        try:
            await self._join(socket, address, node)
        except (OSError, TimeoutError) as error:
            self._counts.remove(address)
            await self._directory.report_unreachable(node, error)
            await send_away(socket)
        except BaseException:
            self._counts.remove(address)
            raise
        return True

    async def _find_node(self, code: str | None, address: str) -> Node | None:
        if code is None:
            return self._directory.find_node_for_visitor(address)
        try:
            return await self._directory.find_node_for_room(code)
        except StoreFailed:  # the client will hear of it here
            return None

    async def _join(self, socket: WebSocket, address: str, node: Node) -> None:
        channel = FastWebSocket.find_for_websocket(socket)
        channel.pause_receiving()
        cost = self._budget.open_cost(address)

        def charge(_: int) -> bool:
            cost.add_seconds(RELAY_SECONDS)
            return not cost.compute_delay()

        splice = Splice(charge, self._make_end_listener(channel, address))
        loop = get_running_loop()
        host, port = split_address(node.address)
        async with timeout(CONNECT_SECONDS):
            transport, end = await loop.create_connection(lambda: splice.node_end, host, port)
        try:
            transport.write(encode_request(socket.scope, self._directory.relay_key))
            async with timeout(ANSWER_SECONDS):
                await end.answered
            client_transport = channel.hand_over_to(splice.client_end)
        except BaseException:
            transport.abort()
            raise
        channel.connections.add(splice)  # type: ignore[arg-type]  # it has all that uvicorn uses
        self._splices[splice] = node
        splice.join(client_transport)

    def _make_end_listener(self, channel: FastWebSocket, address: str) -> Callable[[Splice], None]:
        connections: set[Any] = channel.connections

        def note_end(splice: Splice) -> None:
            connections.discard(splice)
            self._splices.pop(splice, None)
            self._counts.remove(address)

        return note_end

    async def end_dead_splices(self) -> None:
        """Close connections to nodes that have died, until cancelled. Clients then come back."""
        while True:
            await sleep(CHECK_SECONDS)
            nodes = set(self._splices.values())
            dead = {node for node in nodes if not self._directory.is_alive(node)}
            for splice, node in list(self._splices.items()):
                if node in dead:
                    splice.end()


def encode_request(scope: Scope, key: str) -> bytes:
    """Return the head of an upgrade request for another node."""
    lines = [b"GET %b HTTP/1.1" % build_target(scope)]
    lines += [b"%b: %b" % header for header in build_relayed_headers(scope, key)]
    return b"\r\n".join([*lines, b"", b""])


async def send_away(socket: WebSocket) -> None:
    """Accept a connection only to tell the client when to come back.

    A refused handshake would leave a browser without a reason and without a time.
    """
    try:
        await socket.accept()
        await socket.send_text(to_json(GoodBye(Farewell.MOVED, RETRY_MS)).decode())
        await socket.close(CLOSE_CODES[Farewell.MOVED])
    except WebSocketDisconnect:
        pass
