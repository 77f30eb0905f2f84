"""The owners of rooms and tournaments, in PostgreSQL.

A *thing* is a room (`r:CODE`) or a tournament (`t:ID`); rooms of a tournament belong to its thing.
The row of a thing in `leases` names the registration of its owner in `nodes`, and an epoch that
grows with every change of owner. When a registration ends, the database frees its things.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from kostka.server.storage.postgres_connection import Connection
from kostka.server.storage.store import NotOwner

# A free thing, or one that is new. The second of two nodes waits for the first, and finds it taken.
_TAKE = """
WITH me AS MATERIALIZED (SELECT epoch FROM nodes WHERE epoch = $1 FOR KEY SHARE)
INSERT INTO leases AS old (thing, node, epoch)
    SELECT thing, me.epoch, 1 FROM me, unnest($2::text[]) AS thing ORDER BY thing
ON CONFLICT (thing) DO UPDATE SET node = excluded.node, epoch = old.epoch + 1
    WHERE old.node IS NULL
RETURNING thing, epoch
"""

_FIND_OWNED = "SELECT thing, epoch FROM leases WHERE thing = ANY($2::text[]) AND node = $1"

_FREE = "UPDATE leases SET node = NULL WHERE thing = ANY($2::text[]) AND node = $1"

_DROP = "DELETE FROM leases WHERE thing = ANY($2::text[]) AND node = $1"


def name_room(code: str) -> str:
    """Return the thing of a room that has no tournament."""
    return f"r:{code}"


def name_tournament(tournament: str) -> str:
    """Return the thing of a tournament and its rooms."""
    return f"t:{tournament}"


class Fetcher(Protocol):
    """A connection, or several of them."""

    async def fetch(self, sql: str, /, *values: object) -> list[Any]:
        """Return the rows of a statement."""
        ...


class PostgresLeases:
    """What this node believes to own. Only the database knows, and it checks every write."""

    def __init__(self) -> None:
        """Own nothing."""
        self._owned: dict[str, int] = {}
        """The epoch of each thing."""
        self._lost: set[str] = set()
        self._losses = 0

    def __len__(self) -> int:
        return len(self._owned)

    def get_epoch(self, thing: str) -> int | None:
        """Return the epoch under which this node owns a thing, as far as it knows."""
        return self._owned.get(thing)

    def lose_everything(self) -> None:
        """Forget what was owned; it may be written again only after it was taken explicitly.

        Otherwise the write of a room that is still in memory would take it back, although another
        node may have owned and changed it.
        """
        self._losses += 1
        self._lost |= self._owned.keys()
        self._owned.clear()

    def forgive_losses(self) -> None:
        """Let lost things be taken by writes again: nothing remembers their old state."""
        self._lost.clear()

    def forget(self, things: Iterable[str]) -> None:
        """Own some things no longer."""
        for thing in things:
            self._owned.pop(thing, None)

    async def take(self, db: Fetcher, node: int, thing: str) -> bool:
        """Own a thing for the first time or again; return False if another node does."""
        losses = self._losses
        taken = await self._find_or_take(db, node, [thing])
        if losses != self._losses:
            return False
        self._lost.discard(thing)
        self._owned |= taken
        return bool(taken)

    async def claim(self, db: Connection, node: int, things: set[str]) -> None:
        """Own things in a transaction that has locked this node; raise `NotOwner`."""
        for thing in things & self._lost:
            raise NotOwner(f"another node may own {thing} by now")
        owned = await self._find_or_take(db, node, sorted(things))
        self._owned |= owned
        for thing in things - owned.keys():
            self._owned.pop(thing, None)
            raise NotOwner(f"another node owns {thing}")

    async def give_up(
        self, db: Connection, node: int, *, freed: set[str], dropped: set[str]
    ) -> None:
        """Free things for others; delete the rows of those that are gone."""
        if freed:
            await db.execute(_FREE, node, sorted(freed))
        if dropped:
            await db.execute(_DROP, node, sorted(dropped))

    async def _find_or_take(self, db: Fetcher, node: int, things: list[str]) -> dict[str, int]:
        found: dict[str, int] = dict(await db.fetch(_FIND_OWNED, node, things))
        others = [thing for thing in things if thing not in found]
        if others:
            found |= dict(await db.fetch(_TAKE, node, others))
        return found
