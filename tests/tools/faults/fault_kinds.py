"""The faults: each one breaks something, repairs it, and measures how long nobody could move."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from math import exp, log
from random import Random
from time import monotonic

from tests.tools.faults.laboratory import Laboratory
from tests.tools.faults.links import MODES
from tests.tools.faults.timings import Timings
from tools.cluster.node_process import NodeProcess

KILL, STOP, PARTITION = "kill", "stop", "partition"
FAILOVER, ROLLING = "failover", "rolling update"

DEFAULT_COUNTS = {KILL: 200, STOP: 100, PARTITION: 100, FAILOVER: 50, ROLLING: 20}

BALANCER_SECONDS = 1.0
"""How long haproxy may take until it knows that a node is back."""


class Faults:
    """Breaks a laboratory."""

    def __init__(self, laboratory: Laboratory, timings: Timings, random: Random) -> None:
        self._laboratory = laboratory
        self._timings = timings
        self._random = random
        self._longest_stop = 30.0
        self.by_kind: dict[str, Callable[[], Awaitable[None]]] = {
            KILL: self.kill_node,
            STOP: self.stop_node,
            PARTITION: self.partition,
            FAILOVER: self.fail_over,
            ROLLING: self.update_all_nodes,
        }

    def limit_stops(self, seconds: float) -> None:
        self._longest_stop = seconds

    async def run(self, kind: str) -> None:
        """Let one fault happen, and wait until everybody has gone on."""
        self._laboratory.drafts.period = kind
        await self.by_kind[kind]()
        self._laboratory.drafts.period = ""

    async def _measure(self, kind: str, begun: float) -> None:
        ended = await self._laboratory.settle(monotonic())
        self._timings.measure(kind, begun, ended, self._laboratory.fast_tables)

    def _choose_node(self) -> NodeProcess:
        return self._random.choice([*self._laboratory.nodes.values()])

    async def kill_node(self) -> None:
        """Kill a node; it is started again at once, or after others had to take its rooms."""
        node, begun = self._choose_node(), monotonic()
        await self._laboratory.kill_node(node)
        await asyncio.sleep(self._random.choice((0, self._random.uniform(0, 4))))
        node.start()
        await asyncio.to_thread(node.wait_until_ready)
        await self._measure(KILL, begun)

    async def stop_node(self) -> None:
        """Let a node stand still for a while, often a short one."""
        node, begun = self._choose_node(), monotonic()
        seconds = exp(self._random.uniform(log(1), log(self._longest_stop)))
        node.pause()
        await asyncio.sleep(seconds)
        node.resume()
        await self._measure(STOP, begun)

    async def partition(self) -> None:
        """Cut or stall a way for some seconds."""
        node, begun = self._choose_node().name, monotonic()
        kind, names = self._random.choice(
            (
                ("node from database", (f"{node} to left", f"{node} to right")),
                ("node from nodes", (f"peers to {node}",)),
                ("players from node", (f"players to {node}",)),
            )
        )
        mode = self._random.choice(MODES)
        for name in names:
            await self._laboratory.links.set_mode(name, mode)
        await asyncio.sleep(self._random.uniform(0.5, 8))
        for name in names:
            await self._laboratory.links.repair(name)
        await self._measure(f"{PARTITION}, {kind}, {mode}", begun)

    async def fail_over(self) -> None:
        """Kill the primary of the database; the standby takes its place, and gets a new standby."""
        pair, begun = self._laboratory.pair, monotonic()
        await asyncio.to_thread(pair.fail_over)
        await asyncio.to_thread(pair.rebuild_standby)
        await self._measure(FAILOVER, begun)

    async def update_all_nodes(self) -> None:
        """Stop every node in order and start it again, one after the other."""
        for node in self._laboratory.nodes.values():
            begun = monotonic()
            await self._laboratory.stop_node(node)
            node.start()
            await asyncio.to_thread(node.wait_until_ready)
            await asyncio.sleep(BALANCER_SECONDS)
            await self._measure(ROLLING, begun)
