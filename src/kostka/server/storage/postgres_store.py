"""The store in a PostgreSQL database, which several nodes may share.

The database must sync its commits (`synchronous_commit` is `on` by default, and `fsync` too);
with a synchronous standby nothing acknowledged is lost when the primary dies.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from secrets import token_hex
from time import perf_counter
from typing import Any

from kostka.events.log import Milliseconds
from kostka.server.storage.group_commit import GroupCommit
from kostka.server.storage.own_changes import ClearedHandOver, ReleasedRoom, WriteProbe
from kostka.server.storage.postgres_changes import (
    AnyChange,
    HeldRoom,
    PostgresChanges,
    ReleasedTournament,
)
from kostka.server.storage.postgres_connection import ERRORS, Connector
from kostka.server.storage.postgres_leases import PostgresLeases, name_tournament
from kostka.server.storage.postgres_nodes import MARK_SUSPECT, SUSPECT_SECONDS, PostgresNodes
from kostka.server.storage.postgres_pool import PostgresPool
from kostka.server.storage.postgres_reads import PostgresReads
from kostka.server.storage.postgres_schema import check_durability, prepare_database
from kostka.server.storage.postgres_writer import PostgresWriter
from kostka.server.storage.store import (
    Change,
    Conflict,
    Node,
    NodeStatus,
    OwnedElsewhere,
    RecordCommit,
    SavedRoom,
    StoreFailed,
    TakenRoom,
)

TAKE_ATTEMPTS = 5
"""How often a thing is tried to be taken while its owner changes."""

_FIND_OWNER = """
SELECT nodes.epoch, name, address FROM leases JOIN nodes ON nodes.epoch = node WHERE thing = $1
"""

_FIND_OWNER_OF_ROOM = """
SELECT nodes.epoch, name, address FROM rooms JOIN leases USING (thing)
JOIN nodes ON nodes.epoch = node WHERE code = $1
"""

_READ_TIME = "SELECT round(extract(epoch FROM clock_timestamp()) * 1000)::bigint"


class PostgresStore(PostgresReads):
    """A `Store` in a database. All its work happens in the event loop."""

    def __init__(self, url: str, node: Node) -> None:
        """Use `open` instead."""
        # Names of connections differ by process, so that a writer can end its own old ones.
        self._name = f"kostka {node.name[:20]} {token_hex(8)}"
        self._connector = Connector(url)
        super().__init__(PostgresPool(self._connector, f"{self._name} reader"))
        self.node = node
        self.relay_key = ""
        self._leases = PostgresLeases()
        self._nodes = PostgresNodes(self._connector, f"{self._name} node", node, self._leases)
        changes = PostgresChanges(self._leases)
        writer = PostgresWriter(self._connector, f"{self._name} writer", self._nodes, changes)
        self._batches = writer
        self._writer: GroupCommit[AnyChange] = GroupCommit(writer)

    @classmethod
    async def open(cls, url: str, node: Node) -> PostgresStore:
        """Open the store of a database, creating its tables if needed, and register the node."""
        store = cls(url, node)
        await store._start()
        return store

    async def _start(self) -> None:
        db = await self._connector.connect(f"{self._name} node")
        try:
            await check_durability(db, self._connector.where)
            self.relay_key = await prepare_database(db, self._connector.where)
            await self._nodes.start(db)
        except BaseException as error:
            db.abort()
            if isinstance(error, ERRORS):
                raise self._connector.make_error(error) from error
            raise

    async def probe_write(self) -> None:
        """Prove that a write would work now: commit to disk, and change nothing."""
        self._check_open()
        await self._writer.write([WriteProbe()])

    def write(self, changes: Sequence[Change]) -> Coroutine[Any, Any, None]:
        """Make all the changes or none; return when they are on disk."""
        self._check_open()
        return self._writer.write(changes)

    async def list_due_rooms(self, now: Milliseconds, limit: int) -> list[str]:
        """Return some open rooms that are due by a time, first due first."""
        return await self._list_due_rooms(now, limit, self._nodes.epoch)

    async def read_time_ms(self) -> Milliseconds:
        """Return the time of the database."""
        begun = perf_counter()
        ((time,),) = await self._fetch(_READ_TIME)
        return int(time) + round((perf_counter() - begun) * 500)

    # --- ownership ----------------------------------------------------------------------------

    async def take_room(self, code: str) -> TakenRoom | None:
        """Own an open room and return it as it is saved; None if there is none."""
        query = "SELECT thing FROM rooms WHERE code = $1 AND NOT closed"
        for _ in range(TAKE_ATTEMPTS):
            rows = await self._fetch(query, code)
            if not rows:
                return None
            ((thing,),) = rows
            if not await self._take(thing):
                continue
            # Read it only now: its last owner may have changed it a moment ago.
            rows = await self._fetch(
                "SELECT snapshot, updated, hand_over FROM rooms"
                " WHERE code = $1 AND NOT closed AND thing = $2",
                code,
                thing,
            )
            if rows and self._leases.get_epoch(thing) is not None:
                snapshot, updated, hand_over = rows[0]
                if hand_over is not None:  # it is good for one owner
                    await self._writer.write([ClearedHandOver(code)])
                return TakenRoom(SavedRoom(code, snapshot, updated), hand_over)
        raise StoreFailed(f"the owner of room {code} changes all the time")

    async def release_room(
        self, code: str, due: Milliseconds | None, hand_over: bytes | None
    ) -> None:
        """Stop owning a room; a room of a tournament only gets its due time and hand-over."""
        self._check_open()
        await self._writer.write([ReleasedRoom(code, due, hand_over)])

    @asynccontextmanager
    async def hold_room(self, code: str) -> AsyncIterator[SavedRoom | None]:
        """Own a room, open or closed, while it is changed without being loaded."""
        query = "SELECT thing FROM rooms WHERE code = $1"
        for _ in range(TAKE_ATTEMPTS):
            rows = await self._fetch(query, code)
            if not rows:
                yield None
                return
            if await self._take(rows[0][0]):
                break
        else:
            raise StoreFailed(f"the owner of room {code} changes all the time")
        try:
            yield await self.find_room(code)  # only now: its last owner may have changed it
        finally:
            with suppress(Conflict):  # this node has lost everything it owned
                await self._writer.write([HeldRoom(code)])

    async def take_tournament(self, tournament: str) -> bytes | None:
        """Own a tournament and return its log; None if there is none."""
        thing = name_tournament(tournament)
        for _ in range(TAKE_ATTEMPTS):
            if not await self._fetch("SELECT 1 FROM tournaments WHERE id = $1", tournament):
                return None
            if await self._take(thing):
                log = await self.load_tournament_log(tournament)
                if log is not None and self._leases.get_epoch(thing) is not None:
                    return log
        raise StoreFailed(f"the owner of tournament {tournament} changes all the time")

    async def release_tournament(self, tournament: str) -> None:
        """Stop owning a tournament and its rooms, after all writes to them."""
        self._check_open()
        await self._writer.write([ReleasedTournament(tournament)])

    async def find_owner_of_room(self, code: str) -> Node | None:
        """Return the other node that owns a room, or None."""
        return await self._find_owner(_FIND_OWNER_OF_ROOM, code)

    async def find_owner_of_tournament(self, tournament: str) -> Node | None:
        """Return the other node that owns a tournament, or None."""
        return await self._find_owner(_FIND_OWNER, name_tournament(tournament))

    async def mark_suspect(self, node: Node) -> None:
        """Shorten the time in which a node that cannot be reached has to renew its lease."""
        await self._fetch(MARK_SUSPECT, node.name, timedelta(seconds=SUSPECT_SECONDS))

    def watch_ownership(self, on_lost: Callable[[], None]) -> None:
        """Call `on_lost` in the event loop when this node no longer owns anything it owned."""
        self._nodes.loss_listeners.append(on_lost)

    def publish_status(self, status: bytes) -> None:
        """Let other nodes see this JSON from the next heartbeat on."""
        self._nodes.publish_status(status)

    def list_nodes(self) -> list[NodeStatus]:
        """Return all nodes that are alive, this one included, as of the last heartbeat."""
        return self._nodes.list_nodes()

    async def _take(self, thing: str) -> bool:
        """Take a thing; raise `OwnedElsewhere`, or return False if nobody seems to own it."""
        await self._nodes.wait_until_registered()
        node = self._nodes.epoch
        if await self._leases.take(self._pool, node, thing):
            return True
        owner = await self._find_owner(_FIND_OWNER, thing)
        if owner is not None:
            raise OwnedElsewhere(owner)
        if not await self._fetch("SELECT 1 FROM nodes WHERE epoch = $1", node):
            self._nodes.notice_loss(node)
        return False

    async def _find_owner(self, query: str, value: str) -> Node | None:
        for epoch, name, address in await self._fetch(query, value):
            if epoch != self._nodes.epoch:
                return Node(name, address)
        return None

    # --- operating ----------------------------------------------------------------------------

    def watch_commits(self, record: RecordCommit) -> None:
        """Call `record` after each commit, in the event loop."""
        self._batches.record_commit = record

    def count_queued_writes(self) -> int:
        """Return how many writes wait for the database."""
        return self._writer.queue_length

    def measure_journal(self) -> int:
        """Return 0: the database merges its journal by itself."""
        return 0

    async def close(self) -> None:
        """Finish all writes that were called before, then give up everything that is owned."""
        if self._closed:
            return
        self._closed = True
        await self._writer.finish()
        await self._nodes.stop()
        await self._pool.close()
