"""The cluster of the laboratory: every part with the ways to it, and the tables that play on it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic

from kostka.server.storage.postgres_connection import Connector
from kostka.server.storage.postgres_pool import PostgresPool
from kostka.server.storage.postgres_reads import PostgresReads
from tests.tools.faults.check_logs import Findings, check_game
from tests.tools.faults.desk import Desk
from tests.tools.faults.links import Links
from tests.tools.faults.player import Drafts
from tests.tools.faults.table import FAST, SLOW, Table
from tools.cluster.balancer import Balancer
from tools.cluster.node_process import SERVE, NodeProcess
from tools.cluster.postgres_pair import PostgresPair
from tools.cluster.programs import find_free_ports, require_programs

NAMES = ("one", "two", "three")

UNFENCED = (sys.executable, "-m", "tests.tools.faults.unfenced_node")
"""A node whose writes do not check whether it still owns what it writes."""

SETTLE_SECONDS = 60.0
"""How long after a fault every table must have gone on."""


class Stuck(AssertionError):  # noqa: N818
    """A table does not go on."""


class Laboratory:
    """Three nodes behind haproxy, a database with a standby, and tables under load."""

    def __init__(self, folder: Path, *, has_fencing: bool = True) -> None:
        self.folder = folder
        self.links = Links()
        self.nodes: dict[str, NodeProcess] = {}
        self.tables: list[Table] = []
        self.drafts = Drafts()
        self.findings = Findings()
        self.pair: PostgresPair
        self.url = ""
        self.desk: Desk
        self._command: Sequence[str] = SERVE if has_fencing else UNFENCED
        self._checked: set[str] = set()

    # --- starting and stopping ----------------------------------------------------------------

    async def start(self, stack: AsyncExitStack) -> None:
        """Start everything; the stack stops it."""
        programs, haproxy = require_programs()
        left, right, front, *doors = find_free_ports(3 + len(NAMES))
        self.pair = PostgresPair(self.folder, (left, right), programs)
        stack.callback(self.pair.stop)
        await asyncio.to_thread(self.pair.start)
        await self.links.start()
        stack.push_async_callback(self.links.stop)
        behind: dict[str, int] = {}
        for name, port in zip(NAMES, doors, strict=True):
            behind[name] = await self._add_node(name, port)
            stack.callback(self.nodes[name].kill)
            self.nodes[name].start()
        for node in self.nodes.values():
            await asyncio.to_thread(node.wait_until_ready)
        balancer = Balancer(haproxy, self.folder, front, behind)
        stack.callback(balancer.stop)
        await asyncio.to_thread(balancer.start)
        self.url = f"127.0.0.1:{front}"
        self.desk = Desk(self.url)

    async def _add_node(self, name: str, port: int) -> int:
        """Describe a node, with a way of its own for everything; return its port for haproxy."""
        left, right = self.pair.servers
        database = (
            await self.links.open(f"{name} to left", left.port),
            await self.links.open(f"{name} to right", right.port),
        )
        peers = await self.links.open(f"peers to {name}", port)
        self.nodes[name] = NodeProcess(
            name,
            port=port,
            database=self.pair.make_url(database),
            folder=self.folder,
            address=f"127.0.0.1:{peers}",
            command=self._command,
        )
        return await self.links.open(f"players to {name}", port)

    async def kill_node(self, node: NodeProcess) -> None:
        """Kill a node, whose ports refuse connections from now on."""
        await asyncio.to_thread(node.kill)
        await self._look_at_doors(node)

    async def stop_node(self, node: NodeProcess) -> None:
        """Stop a node in order; it refuses connections before it hands its rooms over."""
        stopping = asyncio.create_task(asyncio.to_thread(node.stop))
        while not stopping.done():
            await self._look_at_doors(node)
            await asyncio.wait([stopping], timeout=0.01)
        await stopping

    async def _look_at_doors(self, node: NodeProcess) -> None:
        for way in ("players", "peers"):
            await self.links.look(f"{way} to {node.name}")

    async def open_tables(self, stack: AsyncExitStack, *, few: bool = False) -> None:
        """Let people sit down and play, and a tournament begin."""
        fast = (FAST[0], FAST[2], FAST[4]) if few else FAST
        slow = (SLOW[0], SLOW[2]) if few else SLOW
        url = f"ws://{self.url}/ws"
        self.tables = [
            Table(number, settings, url=url, drafts=self.drafts, is_fast=number < len(fast))
            for number, settings in enumerate((*fast, *slow))
        ]
        for table in self.tables:
            stack.push_async_callback(table.stop)
        await asyncio.gather(*(table.open() for table in self.tables))
        self.desk.start()
        stack.push_async_callback(self.desk.stop)

    @property
    def fast_tables(self) -> list[Table]:
        return [table for table in self.tables if table.is_fast]

    # --- watching -----------------------------------------------------------------------------

    async def settle(self, healed: float) -> float:
        """Wait until everybody goes on after a fault; return when that was."""
        deadline = monotonic() + SETTLE_SECONDS
        waiting = list(self.tables)
        while waiting:
            await asyncio.sleep(0.02)
            self.raise_failures()
            waiting = [
                table
                for table in waiting
                if not table.acknowledgements or table.acknowledgements[-1] <= healed
            ]
            if monotonic() > deadline and waiting:
                names = ", ".join(f"{table.name} ({table.code})" for table in waiting)
                raise Stuck(f"nobody moves at {names}")
        return monotonic()

    def raise_failures(self) -> None:
        failures = [failure for table in self.tables for failure in table.find_failures()]
        failures += self.desk.find_failures()
        assert not failures, "; ".join(failures)

    # --- checking -----------------------------------------------------------------------------

    async def check_logs(self, *, is_last: bool) -> None:
        """Compare logs with ledgers: those of games that are over, or in the end all of them."""
        async with open_reads(self.pair.make_url()) as reads:
            for table in self.tables:
                games = await reads.list_game_ids(table.code)
                for game in games if is_last else games[:-1]:
                    if game not in self._checked:
                        self._checked.add(game)
                        await self._check_game(reads, table, game)
                if is_last:
                    self._find_missing_games(table, games)
            self.findings.add(await self.desk.check(reads, is_last=is_last))

    async def _check_game(self, reads: PostgresReads, table: Table, game: str) -> None:
        data = await reads.load_game_log(game) or b""
        ledgers = [
            player.ledger.games[game] for player in table.players if game in player.ledger.games
        ]
        self.findings.add(await asyncio.to_thread(check_game, game, data, ledgers))

    def _find_missing_games(self, table: Table, games: list[str]) -> None:
        for player in table.players:
            for game in player.ledger.games.keys() - set(games):
                self.findings.lost.append(f"{game}: the whole game, which {table.name} has seen")


@asynccontextmanager
async def open_reads(url: str) -> AsyncIterator[PostgresReads]:
    """Read a database without being a node."""
    pool = PostgresPool(Connector(url), "checker")
    try:
        yield PostgresReads(pool)
    finally:
        await pool.close()
