"""The nodes that share a database: registration, heartbeats, and ending those that died.

A registration lives until its time is over and another node ends it. All times are the database's.
A node that finds its registration gone has lost everything that it owned; it says so, and registers
again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from kostka.server.storage.postgres_connection import ERRORS, Connection, Connector
from kostka.server.storage.postgres_leases import PostgresLeases
from kostka.server.storage.store import Node, NodeStatus, StoreFailed

LEASE_SECONDS = 2.0
"""How long a node lives after its last heartbeat."""

HEARTBEAT_SECONDS = 0.5

SUSPECT_SECONDS = 1.0
"""How long a node has to show that it is alive, after another could not reach it."""

REGISTER_SECONDS = 1.0
"""How long a write waits for this node to be registered again."""

LOSS_SECONDS = 60.0
"""For so long after a loss, writes of lost things are refused until they are taken again."""

KEPT_COMMITS = 1000
"""Registrations whose last batch is remembered."""

# The first one ends an earlier process of this name, which need not wait for its own lease.
_END_NAMESAKE = "DELETE FROM nodes WHERE name = $1"
_END_DEAD_NAMESAKE = "DELETE FROM nodes WHERE name = $1 AND until < clock_timestamp()"

_REGISTER = """
WITH node AS (
    INSERT INTO nodes (name, address, until, seen, status)
        VALUES ($1, $2, clock_timestamp() + $3::interval, clock_timestamp(), $4)
    ON CONFLICT (name) DO NOTHING RETURNING epoch
),
fresh AS (INSERT INTO commits SELECT epoch, 0 FROM node)
SELECT epoch FROM node
"""

_DROP_OLD_COMMITS = """
DELETE FROM commits WHERE epoch <= $1 AND NOT EXISTS (
    SELECT FROM nodes WHERE nodes.epoch = commits.epoch
)
"""

_RENEW = """
WITH renewed AS (
    UPDATE nodes SET until = clock_timestamp() + $2::interval, seen = clock_timestamp(),
        lease_count = $3, status = coalesce($4::bytea, status) WHERE epoch = $1 RETURNING epoch
)
SELECT epoch, name, address, until, seen, status, lease_count, clock_timestamp() AS now,
    EXISTS (SELECT FROM renewed) AS is_renewed FROM nodes
"""

# A dead node's last transaction may still hold its row: then the next heartbeat tries again.
_END_DEAD = """
DELETE FROM nodes WHERE epoch IN (
    SELECT epoch FROM nodes WHERE until < clock_timestamp() AND epoch <> $1
    FOR UPDATE SKIP LOCKED
)
"""

MARK_SUSPECT = """
UPDATE nodes SET until = least(until, clock_timestamp() + $2::interval)
WHERE name = $1
"""


class PostgresNodes:
    """The node of this process, among the others."""

    def __init__(self, connector: Connector, name: str, node: Node, leases: PostgresLeases) -> None:
        """Register with `start`."""
        self.node = node
        self.epoch = 0
        """This node's latest registration, which may have ended."""
        self.loss_listeners: list[Callable[[], None]] = []
        self._connector, self._name, self._leases = connector, name, leases
        self._registered = asyncio.Event()
        self._lost = asyncio.Event()
        """Wakes the heartbeats after a loss that a write has noticed."""
        self._db: Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._status, self._is_status_new = b"{}", True
        self._nodes: list[NodeStatus] = []
        self._lost_at = 0.0
        self._renewing_since: datetime | None = None
        """Since when heartbeats have succeeded without a gap."""
        self._renewed_at: datetime | None = None

    async def start(self, db: Connection) -> None:
        """Register, and begin with heartbeats on this connection."""
        self._db = db
        await db.execute(_END_NAMESAKE, self.node.name)
        await self._register(db)
        await self._beat(db)
        self._task = asyncio.create_task(self._run_heartbeats())

    async def stop(self) -> None:
        """End the heartbeats and the registration, so that others need not wait."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._registered.clear()
        try:
            db = await self._get_connection()
            await db.execute("DELETE FROM nodes WHERE epoch = $1", self.epoch, seconds=1)
            await db.close()
        except (StoreFailed, *ERRORS):
            self._drop_connection()

    def publish_status(self, status: bytes) -> None:
        """Write this status with the next heartbeat."""
        if status != self._status:
            self._status, self._is_status_new = status, True

    def list_nodes(self) -> list[NodeStatus]:
        """Return all nodes that were alive at the last heartbeat."""
        return self._nodes

    async def wait_until_registered(self) -> None:
        """Wait for a new registration after a loss; raise `StoreFailed` if there is none."""
        if self._registered.is_set():
            return
        try:
            async with asyncio.timeout(REGISTER_SECONDS):
                await self._registered.wait()
        except TimeoutError:
            why = f"the node {self.node.name} is not registered in the database"
            raise StoreFailed(why, where=self._connector.where) from None

    def notice_loss(self, epoch: int) -> None:
        """Lose everything, if a registration that has ended is the current one."""
        if epoch != self.epoch or not self._registered.is_set():
            return
        self._registered.clear()
        self._leases.lose_everything()
        self._lost_at = asyncio.get_running_loop().time()
        self._lost.set()
        for on_lost in self.loss_listeners:
            asyncio.get_running_loop().call_soon(on_lost)

    # --- heartbeats ---------------------------------------------------------------------------

    async def _run_heartbeats(self) -> None:
        loop = asyncio.get_running_loop()
        pause = HEARTBEAT_SECONDS
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._lost.wait()
            self._lost.clear()
            begun = loop.time()
            try:
                next_end = await self._beat_or_register()
            except Exception as error:  # noqa: BLE001  (without heartbeats everything is lost)
                self._drop_connection()
                next_end = HEARTBEAT_SECONDS
                if not isinstance(error, (StoreFailed, *ERRORS)):
                    context = {"message": "a heartbeat failed", "exception": error}
                    loop.call_exception_handler(context)
            if loop.time() > self._lost_at + LOSS_SECONDS:
                self._leases.forgive_losses()
            pause = max(0.01, min(begun + HEARTBEAT_SECONDS - loop.time(), next_end))

    async def _beat_or_register(self) -> float:
        db = await self._get_connection()
        if not self._registered.is_set():
            await db.execute(_END_DEAD_NAMESAKE, self.node.name, seconds=LEASE_SECONDS / 2)
            await self._register(db)
        return await self._beat(db)

    async def _register(self, db: Connection) -> None:
        lease = timedelta(seconds=LEASE_SECONDS)
        values = (self.node.name, self.node.address, lease, self._status)
        rows = await db.fetch(_REGISTER, *values, seconds=LEASE_SECONDS)
        if not rows:
            raise StoreFailed(f"another process runs as node {self.node.name}")
        self.epoch = rows[0][0]
        self._renewing_since = None
        self._registered.set()
        await db.execute(_DROP_OLD_COMMITS, self.epoch - KEPT_COMMITS)

    async def _beat(self, db: Connection) -> float:
        """Renew the registration and read all others; return in how many seconds one is over."""
        lease = timedelta(seconds=LEASE_SECONDS)
        status, self._is_status_new = self._status if self._is_status_new else None, False
        values = (self.epoch, lease, len(self._leases), status)
        try:
            rows = await db.fetch(_RENEW, *values, seconds=LEASE_SECONDS / 2)
        except BaseException:
            self._is_status_new = True
            raise
        if not rows or not rows[0]["is_renewed"]:
            self.notice_loss(self.epoch)
            return 0
        now: datetime = rows[0]["now"]
        self._nodes = [
            self._make_status(row)
            for row in rows
            if row["until"] >= now or row["epoch"] == self.epoch
        ]
        others = [row["until"] for row in rows if row["epoch"] != self.epoch]
        if self._note_renewal(now) and any(until < now for until in others):
            await db.execute(_END_DEAD, self.epoch, seconds=LEASE_SECONDS / 2)
            return HEARTBEAT_SECONDS
        remaining = [(until - now).total_seconds() for until in others if until >= now]
        return min(remaining, default=HEARTBEAT_SECONDS) + 0.01

    def _note_renewal(self, now: datetime) -> bool:
        """Note a heartbeat; return whether this node may end others.

        It may if it has renewed its own registration without a gap for a whole lease. When the
        database was away, nobody could renew, and nobody is dead because of that.
        """
        last, self._renewed_at = self._renewed_at, now
        gap = timedelta(seconds=2 * HEARTBEAT_SECONDS)
        if self._renewing_since is None or last is None or not timedelta(0) <= now - last <= gap:
            self._renewing_since = now
        return now - self._renewing_since >= timedelta(seconds=LEASE_SECONDS)

    def _make_status(self, row: Any) -> NodeStatus:  # noqa: ANN401  (a row of the driver)
        node = Node(row["name"], row["address"])
        if row["epoch"] == self.epoch:
            return NodeStatus(node, self.epoch, self._status, 0, len(self._leases))
        age = max(0, round((row["now"] - row["seen"]) / timedelta(milliseconds=1)))
        return NodeStatus(node, row["epoch"], row["status"], age, row["lease_count"])

    async def _get_connection(self) -> Connection:
        if self._db is None or self._db.is_closed:
            self._renewing_since = None
            self._db = await self._connector.connect(self._name)
        return self._db

    def _drop_connection(self) -> None:
        self._renewing_since = None
        if self._db is not None:
            self._db.abort()
            self._db = None
