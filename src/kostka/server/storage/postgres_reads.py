"""What a store in PostgreSQL returns of guests, rooms, games and tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kostka.events.log import Milliseconds
from kostka.server.storage.postgres_pool import PostgresPool
from kostka.server.storage.store import GameSeat, Guest, SavedRoom, StoreFailed

_FIND_GUEST = "SELECT id, token_hash, name, created, last_seen FROM guests WHERE NOT to_forget"

_LIST_DUE_ROOMS = """
SELECT code FROM rooms LEFT JOIN leases USING (thing)
WHERE NOT closed AND due <= $1 AND (node IS NULL OR node = $3) ORDER BY due LIMIT $2
"""

_LOAD_GAME = """
SELECT header AS line, 0 AS first FROM games WHERE id = $1
UNION ALL SELECT line, first FROM lines WHERE game = (SELECT key FROM games WHERE id = $1)
ORDER BY first
"""

_LOAD_TOURNAMENT = """
SELECT header AS line, 0 AS first FROM tournaments WHERE id = $1 UNION ALL
SELECT line, first FROM entries WHERE tournament = (SELECT key FROM tournaments WHERE id = $1)
ORDER BY first
"""


class PostgresReads:
    """The reading half of a `Store`."""

    def __init__(self, pool: PostgresPool) -> None:
        """Read with these connections."""
        self._pool = pool
        self._closed = False

    async def find_guest(self, guest: str) -> Guest | None:
        """Return the guest with a public id, or None."""
        rows = await self._fetch(f"{_FIND_GUEST} AND id = $1", guest)
        return Guest(*rows[0]) if rows else None

    async def find_guest_by_token(self, token_hash: bytes) -> Guest | None:
        """Return the guest whose token has this SHA-256, or None."""
        rows = await self._fetch(f"{_FIND_GUEST} AND token_hash = $1", token_hash)
        return Guest(*rows[0]) if rows else None

    async def list_guests_to_forget(self) -> list[str]:
        """Return the ids of guests who shall be forgotten and are not removed yet."""
        return await self._fetch_values("SELECT id FROM guests WHERE to_forget")

    async def list_unseen_guests(self, day: int, limit: int) -> list[str]:
        """Return some guests whose last visit was before a day, longest ago first."""
        query = "SELECT id FROM guests WHERE last_seen < $1 ORDER BY last_seen LIMIT $2"
        return await self._fetch_values(query, day, limit)

    async def list_rooms_of_guest(self, guest: str) -> list[str]:
        """Return the codes of all rooms that ever named a guest."""
        return await self._fetch_values("SELECT room FROM room_guests WHERE guest = $1", guest)

    async def list_seats_of_guest(self, guest: str) -> list[GameSeat]:
        """Return all games that a guest began, in the order in which they began."""
        query = (
            "SELECT room, id, seat FROM game_guests JOIN games ON key = game"
            " WHERE guest = $1 ORDER BY game"
        )
        return [GameSeat(*row) for row in await self._fetch(query, guest)]

    async def list_closed_rooms(self, before: Milliseconds, limit: int) -> list[str]:
        """Return the codes of some rooms that were closed before a time, longest ago first."""
        query = "SELECT code FROM rooms WHERE closed AND updated < $1 ORDER BY updated LIMIT $2"
        return await self._fetch_values(query, before, limit)

    async def list_old_tournaments(self, before: Milliseconds, limit: int) -> list[str]:
        """Return some tournaments that have not changed since a time, longest ago first."""
        query = "SELECT id FROM tournaments WHERE updated < $1 ORDER BY updated LIMIT $2"
        return await self._fetch_values(query, before, limit)

    async def list_rooms_of_tournament(self, tournament: str) -> list[str]:
        """Return the codes of all rooms that were opened for a tournament."""
        return await self._fetch_values("SELECT code FROM rooms WHERE tournament = $1", tournament)

    async def find_room(self, code: str) -> SavedRoom | None:
        """Return a room, open or closed, or None."""
        query = "SELECT code, snapshot, updated, closed FROM rooms WHERE code = $1"
        rows = await self._fetch(query, code)
        return SavedRoom(*rows[0]) if rows else None

    async def filter_open_rooms(self, codes: Sequence[str]) -> list[str]:
        """Return which of these rooms are still open."""
        query = "SELECT code FROM rooms WHERE NOT closed AND code = ANY($1::text[])"
        return await self._fetch_values(query, codes)

    async def find_upload(self, upload: str, now: Milliseconds) -> bytes | None:
        """Return the data of an upload; None if there is none, or if it has expired."""
        query = "SELECT data FROM uploads WHERE id = $1 AND expires > $2"
        rows = await self._fetch(query, upload, now)
        return rows[0][0] if rows else None

    async def list_game_ids(self, room: str) -> list[str]:
        """Return the ids of a room's games, in the order in which they began."""
        return await self._fetch_values("SELECT id FROM games WHERE room = $1 ORDER BY key", room)

    async def load_game_log(self, game: str) -> bytes | None:
        """Return a game's log as the bytes of its file, or None."""
        return _join_lines(await self._fetch(_LOAD_GAME, game))

    async def load_tournament_log(self, tournament: str) -> bytes | None:
        """Return a tournament's log as the bytes of its file, or None."""
        return _join_lines(await self._fetch(_LOAD_TOURNAMENT, tournament))

    async def _list_due_rooms(self, now: Milliseconds, limit: int, node: int) -> list[str]:
        return await self._fetch_values(_LIST_DUE_ROOMS, now, limit, node)

    async def _fetch(self, sql: str, *values: object) -> list[Any]:
        self._check_open()
        return await self._pool.fetch(sql, *values)

    async def _fetch_values(self, sql: str, *values: object) -> list[str]:
        return [value for (value,) in await self._fetch(sql, *values)]

    def _check_open(self) -> None:
        if self._closed:
            raise StoreFailed("the store is closed")


def _join_lines(rows: list[Any]) -> bytes | None:
    return b"".join(line + b"\n" for line, _ in rows) if rows else None
