"""Applies the changes of a store to PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

import msgspec

from kostka.server.storage.own_changes import ClearedHandOver, ReleasedRoom, WriteProbe
from kostka.server.storage.postgres_connection import Connection
from kostka.server.storage.postgres_leases import PostgresLeases, name_room, name_tournament
from kostka.server.storage.postgres_logs import LogLines, PostgresLogs
from kostka.server.storage.store import (
    MAX_UPLOADS,
    Change,
    Conflict,
    GameLines,
    Guest,
    GuestRemovedFromRoom,
    GuestToForget,
    NewGame,
    NewTournament,
    NotOwner,
    RemovedGuest,
    RemovedRoom,
    RemovedTournament,
    RewrittenGame,
    SavedRoom,
    SavedUpload,
    TournamentLines,
)


class HeldRoom(msgspec.Struct, frozen=True, gc=False):
    """A room that was owned only to be changed, and is no longer. Its tournament stays owned."""

    code: str


class ReleasedTournament(msgspec.Struct, frozen=True, gc=False):
    """A tournament that is no longer in memory."""

    id: str


AnyChange = Change | ClearedHandOver | HeldRoom | ReleasedRoom | ReleasedTournament | WriteProbe

_FIND_THINGS = """
SELECT 'room', code, thing, closed FROM rooms WHERE code = ANY($1::text[])
UNION ALL SELECT 'game', id, thing, false FROM games WHERE id = ANY($2::text[])
"""

_SAVE_GUEST = """
INSERT INTO guests AS old (id, token_hash, name, created, last_seen) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, last_seen = excluded.last_seen
    WHERE old.token_hash = excluded.token_hash AND NOT old.to_forget
"""

# The last value is the thing whose lease was checked.
_SAVE_ROOM = """
WITH room AS (
    INSERT INTO rooms AS old (code, snapshot, updated, closed, tournament, due, thing)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (code) DO UPDATE SET snapshot = excluded.snapshot, updated = excluded.updated,
        closed = excluded.closed, due = excluded.due,
        tournament = coalesce(excluded.tournament, old.tournament),
        thing = CASE WHEN excluded.tournament IS NULL THEN old.thing ELSE excluded.thing END
        WHERE old.thing = $9
    RETURNING code
),
named AS (
    INSERT INTO room_guests SELECT guest, code FROM room, unnest($8::text[]) AS guest
    ON CONFLICT DO NOTHING
)
SELECT FROM room
"""

_MOVE_GAMES = "UPDATE games SET thing = $2 WHERE room = $1 AND thing <> $2"

_ADD_GAME = """
WITH game AS (
    INSERT INTO games (id, room, header, thing)
        SELECT $1::text, code, $3::bytea, thing FROM rooms WHERE code = $2 AND thing = $4
    RETURNING key
),
seated AS (
    INSERT INTO game_guests
        SELECT guest, key, seat FROM game, unnest($5::text[], $6::integer[]) AS seats (guest, seat)
)
SELECT key FROM game
"""

_ADD_TOURNAMENT = """
INSERT INTO tournaments (id, header, updated) VALUES ($1, $2, $3) RETURNING key
"""

_REMOVE_GUEST_FROM_ROOM = """
WITH seats AS (
    DELETE FROM game_guests WHERE guest = $1 AND game IN (SELECT key FROM games WHERE room = $2)
)
DELETE FROM room_guests WHERE guest = $1 AND room = $2
"""

_DROP_OLD_UPLOADS = """
DELETE FROM uploads WHERE expires <= $1
    OR id IN (SELECT id FROM uploads WHERE expires > $1 ORDER BY saved DESC OFFSET $2)
"""


class Transaction:
    """What a transaction does to leases, besides its changes."""

    def __init__(self, node: int, *, is_registered: bool) -> None:
        """Belong to a registration of this node, which may have ended."""
        self.node = node
        self.is_registered = is_registered
        self.freed: set[str] = set()
        """Things that nobody owns afterwards."""
        self.dropped: set[str] = set()
        """Things that are gone afterwards, and their leases with them."""


class PostgresChanges:
    """Applies changes. Lines of many logs are inserted together."""

    def __init__(self, leases: PostgresLeases) -> None:
        """Start without known positions."""
        self.leases = leases
        self.games = PostgresLogs("games", "lines", leases)
        self.tournaments = PostgresLogs("tournaments", "entries", leases)

    def forget_log_positions(self) -> None:
        """Read positions again, since changes may have been rolled back."""
        self.games.forget_log_positions()
        self.tournaments.forget_log_positions()

    async def apply_changes(
        self, db: Connection, changes: Sequence[AnyChange], transaction: Transaction
    ) -> None:
        """Apply changes: first all others in their order, then the lines of logs.

        Only the next line depends on a line, and what rewrites or removes logs. So the lines of
        many games are inserted together, even if some of the games begin or end.
        """
        rooms = await self._claim_things(db, changes, transaction)
        step = _Step(self, db, transaction, rooms)
        for change in changes:
            await step.apply(change)
        await step.append_lines()

    async def _claim_things(
        self, db: Connection, changes: Sequence[AnyChange], transaction: Transaction
    ) -> dict[str, str]:
        """Own everything that the changes touch; return the things of their rooms."""
        codes = {code for change in changes for code in _list_rooms(change)}
        new_games = {change.id: change.room for change in changes if isinstance(change, NewGame)}
        games = {
            change.game for change in changes if isinstance(change, GameLines | RewrittenGame)
        } - new_games.keys()
        things = {name_tournament(t) for change in changes for t in _list_tournaments(change)}
        found: dict[str, str] = {}
        if codes or games:
            for kind, name, thing, closed in await db.fetch(_FIND_THINGS, [*codes], [*games]):
                things.add(thing)
                if kind == "room":
                    found[name] = thing
                # A closed room is owned only while somebody holds it.
                if closed and thing == name_room(name) and self.leases.get_epoch(thing) is None:
                    transaction.dropped.add(thing)
        # A room that is not there yet is a thing of its own, unless a tournament opens it.
        for change in changes:
            if (
                isinstance(change, SavedRoom)
                and change.tournament is None
                and change.code not in found
            ):
                things.add(name_room(change.code))
        if things:
            if not transaction.is_registered:
                raise NotOwner("this node was away for too long, so others may own its rooms")
            await self.leases.claim(db, transaction.node, things)
        return found


class _Step:
    """Applies the changes of one transaction, or of a part of it."""

    def __init__(
        self,
        changes: PostgresChanges,
        db: Connection,
        transaction: Transaction,
        rooms: dict[str, str],
    ) -> None:
        self._changes, self._db, self._transaction = changes, db, transaction
        self._rooms = rooms
        """The things of rooms that exist."""
        self._games: list[LogLines] = []
        self._tournaments: list[LogLines] = []

    async def append_lines(self) -> None:
        """Append the lines that were put aside."""
        node = self._transaction.node
        await self._changes.games.append_lines(self._db, node, self._games)
        await self._changes.tournaments.append_lines(self._db, node, self._tournaments)
        self._games.clear()
        self._tournaments.clear()

    async def apply(  # noqa: C901, PLR0912, PLR0915  (one case for each kind of change)
        self, change: AnyChange
    ) -> None:
        db = self._db
        match change:
            case GameLines(game, first, lines):
                self._games.append((game, first, lines))
            case TournamentLines(tournament, first, lines, updated):
                self._tournaments.append((tournament, first, lines))
                query = "UPDATE tournaments SET updated = greatest(updated, $2) WHERE id = $1"
                await db.execute(query, tournament, updated)
            case Guest():
                await self._save_guest(change)
            case SavedRoom():
                await self._save_room(change)
            case NewGame():
                await self._add_game(change)
            case RewrittenGame(game, rewritten):
                await self.append_lines()
                node = self._transaction.node
                await self._changes.games.rewrite_log(db, node, game, rewritten)
            case NewTournament(tournament, header, updated):
                ((key,),) = await db.fetch(_ADD_TOURNAMENT, tournament, header, updated)
                thing = name_tournament(tournament)
                self._changes.tournaments.add_position(tournament, key, thing)
                self._transaction.dropped.discard(thing)
            case GuestToForget(guest):
                marked = await db.execute("UPDATE guests SET to_forget = true WHERE id = $1", guest)
                _require_row(marked, f"there is no guest {guest}")
            case RemovedGuest(guest):
                await self._remove_guest(guest)
            case RemovedRoom(code):
                await self.append_lines()
                await self._remove_room(code)
            case RemovedTournament(tournament):
                await self.append_lines()
                removed = await self._changes.tournaments.remove_logs(db, "id", tournament)
                _require_row(removed, f"there is no tournament {tournament}")
                self._transaction.dropped.add(name_tournament(tournament))
            case GuestRemovedFromRoom(guest, room):
                await db.execute(_REMOVE_GUEST_FROM_ROOM, guest, room)
            case SavedUpload(upload, data, saved, expires):
                await db.execute(_DROP_OLD_UPLOADS, saved, MAX_UPLOADS - 1)
                query = "INSERT INTO uploads VALUES ($1, $2, $3, $4)"
                await db.execute(query, upload, data, saved, expires)
            case ClearedHandOver(code):
                await db.execute("UPDATE rooms SET hand_over = NULL WHERE code = $1", code)
            case ReleasedRoom(code, due, hand_over):
                query = "UPDATE rooms SET due = $2, hand_over = $3 WHERE code = $1"
                await db.execute(query, code, due, hand_over)
                self._transaction.freed.add(name_room(code))
            case HeldRoom(code):
                rows = await db.fetch("SELECT 1 FROM rooms WHERE code = $1 AND NOT closed", code)
                ended = self._transaction.freed if rows else self._transaction.dropped
                ended.add(name_room(code))
            case ReleasedTournament(tournament):
                self._transaction.freed.add(name_tournament(tournament))
            case WriteProbe():
                pass
            case _:
                assert_never(change)

    async def _save_guest(self, guest: Guest) -> None:
        values = (guest.id, guest.token_hash, guest.name, guest.created, guest.last_seen)
        saved = await self._db.execute(_SAVE_GUEST, *values)
        _require_row(saved, f"guest {guest.id} has another token")

    async def _save_room(self, room: SavedRoom) -> None:
        new = name_room(room.code) if room.tournament is None else name_tournament(room.tournament)
        known = self._rooms.get(room.code, new)
        values = (room.code, room.snapshot, room.updated, room.closed, room.tournament, room.due)
        guests = [*dict.fromkeys(room.guests)]
        saved = await self._db.execute(_SAVE_ROOM, *values, new, guests, known)
        _require_row(saved, f"room {room.code} belongs to something else by now")
        if room.tournament is not None and known != new:
            await self._db.execute(_MOVE_GAMES, room.code, new)
            self._changes.forget_log_positions()
        if room.tournament is not None or room.code not in self._rooms:
            self._rooms[room.code] = new
        own = name_room(room.code)
        if room.closed:
            self._transaction.dropped.add(own)
        else:
            self._transaction.dropped.discard(own)

    async def _add_game(self, game: NewGame) -> None:
        seats = [(guest, n) for n, guest in enumerate(game.guests) if guest is not None]
        thing = self._rooms.get(game.room)
        rows = await self._db.fetch(
            _ADD_GAME,
            *(game.id, game.room, game.header, thing),
            [guest for guest, _ in seats],
            [n for _, n in seats],
        )
        if not rows or thing is None:
            raise Conflict(f"there is no room {game.room}")
        self._changes.games.add_position(game.id, rows[0][0], thing)

    async def _remove_guest(self, guest: str) -> None:
        for table in ("room_guests", "game_guests"):
            await self._db.execute(f"DELETE FROM {table} WHERE guest = $1", guest)  # noqa: S608
        removed = await self._db.execute("DELETE FROM guests WHERE id = $1", guest)
        _require_row(removed, f"there is no guest {guest}")

    async def _remove_room(self, code: str) -> None:
        query = "DELETE FROM game_guests WHERE game IN (SELECT key FROM games WHERE room = $1)"
        await self._db.execute(query, code)
        await self._changes.games.remove_logs(self._db, "room", code)
        await self._db.execute("DELETE FROM room_guests WHERE room = $1", code)
        removed = await self._db.execute("DELETE FROM rooms WHERE code = $1", code)
        _require_row(removed, f"there is no room {code}")
        self._rooms.pop(code, None)
        self._transaction.dropped.add(name_room(code))


def _list_rooms(change: AnyChange) -> Iterator[str]:
    match change:
        case SavedRoom() | RemovedRoom() | ClearedHandOver() | ReleasedRoom() | HeldRoom():
            yield change.code
        case NewGame() | GuestRemovedFromRoom():
            yield change.room


def _list_tournaments(change: AnyChange) -> Iterator[str]:
    match change:
        case SavedRoom(tournament=str(tournament)):
            yield tournament
        case NewTournament() | RemovedTournament() | ReleasedTournament():
            yield change.id
        case TournamentLines(tournament):
            yield tournament


def _require_row(count: int, otherwise: str) -> None:
    if not count:
        raise Conflict(otherwise)
