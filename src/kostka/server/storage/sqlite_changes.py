"""Applies the changes of a store to its SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import assert_never

from kostka.server.storage.own_changes import ClearedHandOver, ReleasedRoom, WriteProbe
from kostka.server.storage.sqlite_file import VERSION
from kostka.server.storage.sqlite_logs import MAX_ROWS, LogLines, SqliteLogs
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
    RemovedGuest,
    RemovedRoom,
    RemovedTournament,
    RewrittenGame,
    SavedRoom,
    SavedUpload,
    TournamentLines,
)

AnyChange = Change | ClearedHandOver | ReleasedRoom | WriteProbe


class SqliteChanges:
    """Applies changes. Lines of many logs are inserted together."""

    def __init__(self) -> None:
        """Start without known positions."""
        self.games = SqliteLogs("games", "lines")
        self.tournaments = SqliteLogs("tournaments", "entries")

    def forget_log_positions(self) -> None:
        """Read positions again, since changes may have been rolled back."""
        self.games.forget_log_positions()
        self.tournaments.forget_log_positions()

    def is_single_statement(self, changes: Sequence[AnyChange]) -> bool:
        """Return whether there are only moves, and not too many."""
        return len(changes) <= MAX_ROWS and all(type(change) is GameLines for change in changes)

    def apply_changes(self, db: sqlite3.Connection, changes: Sequence[AnyChange]) -> None:
        """Apply changes: first all others in their order, then the lines of logs.

        Only the next line depends on a line, and what rewrites or removes logs. So the lines of
        many games are inserted together, even if some of the games begin or end.
        """
        games: list[LogLines] = []
        tournaments: list[LogLines] = []
        for change in changes:
            match change:
                case GameLines(game, first, lines):
                    games.append((game, first, lines))
                case TournamentLines(tournament, first, lines, updated):
                    tournaments.append((tournament, first, lines))
                    db.execute(
                        "UPDATE tournaments SET updated = max(updated, ?) WHERE id = ?",
                        (updated, tournament),
                    )
                case RewrittenGame() | RemovedRoom() | RemovedTournament():
                    self._append_lines(db, games, tournaments)
                    self._apply_change(db, change)
                case _:
                    self._apply_change(db, change)
        self._append_lines(db, games, tournaments)

    def _append_lines(
        self, db: sqlite3.Connection, games: list[LogLines], tournaments: list[LogLines]
    ) -> None:
        """Append lines to their logs, and empty the lists."""
        self.games.append_lines(db, games)
        self.tournaments.append_lines(db, tournaments)
        games.clear()
        tournaments.clear()

    def _apply_change(  # noqa: C901, PLR0912  (one case for each kind of change)
        self, db: sqlite3.Connection, change: AnyChange
    ) -> None:
        match change:
            case Guest():
                _save_guest(db, change)
            case SavedRoom():
                _save_room(db, change)
            case NewGame():
                _add_game(db, change)
            case RewrittenGame(game, lines):
                self.games.rewrite_log(db, game, lines)
            case NewTournament(tournament, header, updated):
                new = (tournament, header, updated)
                db.execute("INSERT INTO tournaments (id, header, updated) VALUES (?, ?, ?)", new)
            case GuestToForget(guest):
                mark = db.execute("UPDATE guests SET to_forget = 1 WHERE id = ?", (guest,))
                _require_row(mark, f"there is no guest {guest}")
            case RemovedGuest(guest):
                _remove_guest(db, guest)
            case RemovedRoom(code):
                self._remove_room(db, code)
            case RemovedTournament(tournament):
                self.tournaments.remove_logs(db, "id", tournament)
            case GuestRemovedFromRoom(guest, room):
                _remove_guest_from_room(db, guest, room)
            case SavedUpload():
                _save_upload(db, change)
            case ClearedHandOver(code):
                db.execute("UPDATE rooms SET hand_over = NULL WHERE code = ?", (code,))
            case ReleasedRoom(code, due, hand_over):
                values = (due, hand_over, code)
                db.execute("UPDATE rooms SET due = ?, hand_over = ? WHERE code = ?", values)
            case WriteProbe():
                db.execute(f"PRAGMA user_version = {VERSION}")
            case GameLines() | TournamentLines():
                raise AssertionError("lines are inserted together")
            case _:
                assert_never(change)

    def _remove_room(self, db: sqlite3.Connection, code: str) -> None:
        query = "DELETE FROM game_guests WHERE game IN (SELECT key FROM games WHERE room = ?)"
        db.execute(query, (code,))
        self.games.remove_logs(db, "room", code, required=False)
        db.execute("DELETE FROM room_guests WHERE room = ?", (code,))
        removed = db.execute("DELETE FROM rooms WHERE code = ?", (code,))
        _require_row(removed, f"there is no room {code}")


def _require_row(cursor: sqlite3.Cursor, otherwise: str) -> None:
    if not cursor.rowcount:
        raise Conflict(otherwise)


def _save_guest(db: sqlite3.Connection, guest: Guest) -> None:
    cursor = db.execute(
        "INSERT INTO guests (id, token_hash, name, created, last_seen) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, last_seen = excluded.last_seen"
        " WHERE token_hash = excluded.token_hash AND NOT to_forget",
        (guest.id, guest.token_hash, guest.name, guest.created, guest.last_seen),
    )
    _require_row(cursor, f"guest {guest.id} has another token")


def _remove_guest(db: sqlite3.Connection, guest: str) -> None:
    for table in ("room_guests", "game_guests"):
        db.execute(f"DELETE FROM {table} WHERE guest = ?", (guest,))  # noqa: S608
    removed = db.execute("DELETE FROM guests WHERE id = ?", (guest,))
    _require_row(removed, f"there is no guest {guest}")


def _save_room(db: sqlite3.Connection, room: SavedRoom) -> None:
    db.execute(
        "INSERT INTO rooms (code, snapshot, updated, closed, tournament, due)"
        " VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (code) DO UPDATE SET snapshot = excluded.snapshot,"
        " updated = excluded.updated, closed = excluded.closed, due = excluded.due,"
        " tournament = coalesce(excluded.tournament, tournament)",
        (room.code, room.snapshot, room.updated, room.closed, room.tournament, room.due),
    )
    for guest in room.guests:
        db.execute(
            "INSERT INTO room_guests (guest, room) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (guest, room.code),
        )


def _add_game(db: sqlite3.Connection, game: NewGame) -> None:
    values = (game.id, game.room, game.header)
    key = db.execute("INSERT INTO games (id, room, header) VALUES (?, ?, ?)", values).lastrowid
    db.executemany(
        "INSERT INTO game_guests (guest, game, seat) VALUES (?, ?, ?)",
        [(guest, key, seat) for seat, guest in enumerate(game.guests) if guest is not None],
    )


def _remove_guest_from_room(db: sqlite3.Connection, guest: str, room: str) -> None:
    games = "game IN (SELECT key FROM games WHERE room = ?)"
    db.execute(f"DELETE FROM game_guests WHERE guest = ? AND {games}", (guest, room))  # noqa: S608
    db.execute("DELETE FROM room_guests WHERE guest = ? AND room = ?", (guest, room))


def _save_upload(db: sqlite3.Connection, upload: SavedUpload) -> None:
    db.execute("DELETE FROM uploads WHERE expires <= ?", (upload.saved,))
    db.execute(
        "DELETE FROM uploads WHERE id IN (SELECT id FROM uploads ORDER BY saved DESC"
        " LIMIT -1 OFFSET ?)",
        (MAX_UPLOADS - 1,),
    )
    values = (upload.id, upload.data, upload.saved, upload.expires)
    db.execute("INSERT INTO uploads (id, data, saved, expires) VALUES (?, ?, ?, ?)", values)
