"""The SQLite file of a store: its tables and version, checks, connections and error messages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Timer

from kostka.server.storage.store import StoreFailed

FILE_NAME = "kostka.sqlite3"

LOCK_TIMEOUT = 2.0
"""Seconds to wait for another program that has locked the file."""

# Lines are stored in the order of insertion (hence no WITHOUT ROWID): lines of many concurrent
# games share pages, which halves the time to write them.
_GAMES = """
CREATE TABLE guests (
    id TEXT PRIMARY KEY, token_hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE rooms (
    code TEXT PRIMARY KEY, snapshot BLOB NOT NULL, updated INTEGER NOT NULL,
    closed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX open_rooms ON rooms (closed) WHERE NOT closed;
CREATE TABLE games (
    key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    room TEXT NOT NULL REFERENCES rooms, header BLOB NOT NULL
);
CREATE INDEX games_of_room ON games (room);
CREATE TABLE lines (
    game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL, line BLOB NOT NULL,
    PRIMARY KEY (game, n)
);
"""

_TOURNAMENTS = """
CREATE TABLE tournaments (
    key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, header BLOB NOT NULL
);
CREATE TABLE entries (
    tournament INTEGER NOT NULL REFERENCES tournaments, n INTEGER NOT NULL, line BLOB NOT NULL,
    PRIMARY KEY (tournament, n)
);
"""

_ROWS_OF_SEVERAL_LINES = "-- the tables stay as they are, but an older kostka would count wrongly\n"

# Times that are not known yet begin with the upgrade, so that nothing counts as old at once.
_PERSONAL_DATA = """
ALTER TABLE guests ADD COLUMN last_seen INTEGER NOT NULL DEFAULT 0;
UPDATE guests SET last_seen = strftime('%s', 'now') / 86400;
ALTER TABLE guests ADD COLUMN to_forget INTEGER NOT NULL DEFAULT 0;
CREATE INDEX guests_by_last_seen ON guests (last_seen);
CREATE INDEX guests_to_forget ON guests (id) WHERE to_forget;
CREATE TABLE room_guests (
    guest TEXT NOT NULL REFERENCES guests, room TEXT NOT NULL REFERENCES rooms,
    PRIMARY KEY (guest, room)
) WITHOUT ROWID;
CREATE INDEX guests_of_room ON room_guests (room);
CREATE TABLE game_guests (
    guest TEXT NOT NULL REFERENCES guests, game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL, PRIMARY KEY (guest, game)
) WITHOUT ROWID;
CREATE INDEX guests_of_game ON game_guests (game);
INSERT INTO room_guests
    SELECT DISTINCT guests.id, rooms.code
    FROM (SELECT code, CAST(snapshot AS TEXT) AS content FROM rooms) AS rooms,
    json_tree(CASE WHEN json_valid(content) THEN content END) AS node
    JOIN guests ON guests.id = node.atom WHERE node.key IN ('guest', 'host');
INSERT OR IGNORE INTO game_guests
    SELECT guests.id, games.key, chair.key
    FROM games JOIN (SELECT code, CAST(snapshot AS TEXT) AS content FROM rooms) ON code = room,
    json_each(CASE WHEN json_valid(content) THEN content END, '$.chairs') AS chair
    JOIN guests ON guests.id = json_extract(chair.value, '$.guest');
ALTER TABLE tournaments ADD COLUMN updated INTEGER NOT NULL DEFAULT 0;
UPDATE tournaments SET updated = strftime('%s', 'now') * 1000;
CREATE INDEX tournaments_by_time ON tournaments (updated);
CREATE INDEX closed_rooms ON rooms (updated) WHERE closed;
ALTER TABLE rooms ADD COLUMN tournament TEXT;
UPDATE rooms SET tournament = json_extract(CAST(snapshot AS TEXT), '$.online.tournament')
    WHERE json_valid(CAST(snapshot AS TEXT));
CREATE INDEX rooms_of_tournament ON rooms (tournament) WHERE tournament IS NOT NULL;
"""

# Rooms that were open before the upgrade are due at once: nobody knows what happens next in them.
_ROOMS_ON_DEMAND = """
ALTER TABLE rooms ADD COLUMN due INTEGER;
ALTER TABLE rooms ADD COLUMN hand_over BLOB;
UPDATE rooms SET due = 0 WHERE NOT closed;
DROP INDEX open_rooms;
CREATE INDEX due_rooms ON rooms (due) WHERE NOT closed;
CREATE TABLE uploads (
    id TEXT PRIMARY KEY, data BLOB NOT NULL, saved INTEGER NOT NULL, expires INTEGER NOT NULL
) WITHOUT ROWID;
"""

_UPGRADE_STEPS = (_GAMES, _TOURNAMENTS, _ROWS_OF_SEVERAL_LINES, _PERSONAL_DATA, _ROOMS_ON_DEMAND)
"""What each version added: a new file takes all steps, an older one the rest."""

VERSION = len(_UPGRADE_STEPS)

_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program keeps the database locked",
    sqlite3.SQLITE_LOCKED: "another program keeps the database locked",
    sqlite3.SQLITE_READONLY: "the database may not be written",
    sqlite3.SQLITE_PERM: "the database may not be opened",
    sqlite3.SQLITE_CANTOPEN: "the database cannot be opened",
    sqlite3.SQLITE_CORRUPT: "the database is damaged",
    sqlite3.SQLITE_NOTADB: "this is not a database",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
}


def make_store_error(path: Path, error: sqlite3.Error) -> StoreFailed:
    """Return an exception that says on one line what is wrong with the file."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    name: str = getattr(error, "sqlite_errorname", type(error).__name__)
    primary = code & 0xFF  # the other bits are details, which the name has
    return StoreFailed(f"{_REASONS.get(primary, error)} ({name})", where=str(path))


def create_or_upgrade_file(path: Path) -> None:
    """Create the file if there is none, upgrade an older one; raise `StoreFailed` for others."""
    try:
        with closing(connect(path, create=True)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version == 0:
                _check_empty_and_enable_wal(path, db)
            if 0 <= version < VERSION:
                steps = "".join(_UPGRADE_STEPS[version:])
                db.executescript(
                    f"BEGIN IMMEDIATE; {steps} PRAGMA user_version = {VERSION}; COMMIT"
                )
            elif version != VERSION:
                raise StoreFailed(
                    f"{path}: a newer kostka wrote this database "
                    f"(version {version}; this one knows {VERSION})"
                )
    except sqlite3.Error as error:
        raise make_store_error(path, error) from error


def _check_empty_and_enable_wal(path: Path, db: sqlite3.Connection) -> None:
    if db.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise StoreFailed("this database belongs to another program", where=str(path))
    db.execute("PRAGMA journal_mode = WAL")


def check_version(path: Path, db: sqlite3.Connection) -> None:
    """Refuse a file whose tables are those of a newer or older kostka."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise StoreFailed("a newer kostka wrote this database", where=str(path))
    if version < VERSION:
        why = "an older kostka wrote this database; 'kostka serve' upgrades it"
        raise StoreFailed(why, where=str(path))


def find_first_fault(
    path: Path, *, thorough: bool = False, seconds: float | None = None
) -> str | None:
    """Return one line about the first fault in the file's structure; None if it is sound.

    The quick check reads about 1 GB a second from memory, and the thorough one half of that: it
    compares the indexes too. After some seconds the check ends with what it has found: raise
    `TimeoutError` if that is nothing. Raise `StoreFailed` for a file that cannot be opened.
    """
    pragma = "integrity_check" if thorough else "quick_check"
    timer = None
    try:
        with closing(connect(path)) as db:
            if seconds is not None:
                timer = Timer(seconds, db.interrupt)
                timer.start()
            try:
                (fault,) = db.execute(f"PRAGMA {pragma}(1)").fetchone()
            finally:
                if timer is not None:
                    timer.cancel()
                    timer.join()  # it must not interrupt a closed connection
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        if code == sqlite3.SQLITE_INTERRUPT:
            raise TimeoutError from None
        if code & 0xFF == sqlite3.SQLITE_CORRUPT:
            return str(error)
        raise make_store_error(path, error) from error
    return None if fault == "ok" else " ".join(str(fault).split())


def merge_journal(path: Path) -> None:
    """Merge the file's journal into it; a file too damaged for that stays as it is."""
    with suppress(sqlite3.Error), closing(connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def connect(path: Path, *, create: bool = False) -> sqlite3.Connection:
    """Open the file. Create it only if asked to, so that a lost file is noticed."""
    uri = f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
    db = sqlite3.connect(
        uri, uri=True, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False
    )
    try:
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA fullfsync = ON")  # without it macOS does not wait for the disk
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")  # what is removed is overwritten
    except sqlite3.Error:
        db.close()
        raise
    return db


class Database:
    """One connection, for one thread at a time; after a failure it is opened again."""

    def __init__(self, path: Path) -> None:
        """Remember the path; the first use opens the connection."""
        self._path = path
        self._db: sqlite3.Connection | None = None

    @contextmanager
    def borrow_connection(self) -> Iterator[sqlite3.Connection]:
        """Lend the connection. An error rolls back what is not committed."""
        try:
            if self._db is None:
                self._db = connect(self._path)
            yield self._db
        except BaseException as error:
            self.close()
            if isinstance(error, sqlite3.Error):
                raise make_store_error(self._path, error) from error
            raise

    def close(self) -> None:
        """Close the connection, if there is one."""
        if self._db is not None:
            self._db.close()
            self._db = None
