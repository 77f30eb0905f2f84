"""The tables of a store in PostgreSQL, and how an older database gets them."""

from __future__ import annotations

from secrets import token_urlsafe

from kostka.server.storage.postgres_connection import Connection
from kostka.server.storage.store import StoreFailed

_LOCK = 0x6B6F73746B61  # "kostka"
"""The advisory lock that one node holds while it creates or upgrades tables."""

# Ids sort by their bytes, which is faster than by a language. A room belongs to the thing of its
# tournament if it has one, otherwise to its own; its games repeat that, so that the statement that
# writes moves finds their lease. That statement joins the games too, so `lines` needs no foreign
# key, which would cost a lock on a game for every move.
_FIRST_VERSION = """
CREATE TABLE guests (
    id text COLLATE "C" PRIMARY KEY, token_hash bytea NOT NULL UNIQUE, name text NOT NULL,
    created bigint NOT NULL, last_seen bigint NOT NULL, to_forget boolean NOT NULL DEFAULT false
);
CREATE INDEX guests_by_last_seen ON guests (last_seen);
CREATE INDEX guests_to_forget ON guests (id) WHERE to_forget;

CREATE TABLE rooms (
    code text COLLATE "C" PRIMARY KEY, snapshot bytea NOT NULL, updated bigint NOT NULL,
    closed boolean NOT NULL, tournament text COLLATE "C", thing text COLLATE "C" NOT NULL,
    due bigint, hand_over bytea
);
CREATE INDEX due_rooms ON rooms (due) WHERE NOT closed;
CREATE INDEX closed_rooms ON rooms (updated) WHERE closed;
CREATE INDEX rooms_of_tournament ON rooms (tournament) WHERE tournament IS NOT NULL;
CREATE TABLE room_guests (
    guest text COLLATE "C" NOT NULL REFERENCES guests,
    room text COLLATE "C" NOT NULL REFERENCES rooms, PRIMARY KEY (guest, room)
);
CREATE INDEX guests_of_room ON room_guests (room);

CREATE TABLE games (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE,
    room text COLLATE "C" NOT NULL REFERENCES rooms, thing text COLLATE "C" NOT NULL,
    header bytea NOT NULL
);
CREATE INDEX games_of_room ON games (room);
CREATE TABLE game_guests (
    guest text COLLATE "C" NOT NULL REFERENCES guests, game bigint NOT NULL REFERENCES games,
    seat integer NOT NULL, PRIMARY KEY (guest, game)
);
CREATE INDEX guests_of_game ON game_guests (game);
CREATE TABLE lines (
    game bigint NOT NULL, first integer NOT NULL, last integer NOT NULL, line bytea NOT NULL,
    PRIMARY KEY (game, first)
);

CREATE TABLE tournaments (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE,
    thing text COLLATE "C" GENERATED ALWAYS AS ('t:' || id) STORED, header bytea NOT NULL,
    updated bigint NOT NULL
);
CREATE INDEX tournaments_by_time ON tournaments (updated);
CREATE TABLE entries (
    tournament bigint NOT NULL, first integer NOT NULL, last integer NOT NULL,
    line bytea NOT NULL, PRIMARY KEY (tournament, first)
);

CREATE TABLE uploads (
    id text COLLATE "C" PRIMARY KEY, data bytea NOT NULL, saved bigint NOT NULL,
    expires bigint NOT NULL
);

CREATE TABLE nodes (
    epoch bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
    address text NOT NULL, until timestamptz NOT NULL, seen timestamptz NOT NULL,
    lease_count integer NOT NULL DEFAULT 0, status bytea NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50);
CREATE TABLE commits (epoch bigint PRIMARY KEY, batch bigint NOT NULL) WITH (fillfactor = 50);
CREATE TABLE leases (
    thing text COLLATE "C" PRIMARY KEY,
    node bigint REFERENCES nodes ON DELETE SET NULL, epoch bigint NOT NULL
);
CREATE INDEX leases_of_node ON leases (node, thing);
"""

UPGRADE_STEPS = (_FIRST_VERSION,)
"""What each version added: a new database takes all steps, an older one the rest."""

VERSION = len(UPGRADE_STEPS)

UPGRADE_SECONDS = 3600.0
"""How long an upgrade may take, and how long other nodes wait for it."""


async def check_durability(db: Connection, where: str) -> None:
    """Refuse a database that confirms a commit before it is on disk."""
    ((synchronous_commit,),) = await db.fetch("SHOW synchronous_commit")
    if synchronous_commit == "off":
        why = "synchronous_commit is off, so the database may lose what it has confirmed"
        raise StoreFailed(why, where=where)


async def prepare_database(db: Connection, where: str) -> str:
    """Create or upgrade the tables if needed; return the key by which nodes know each other."""
    found = await find_version(db)
    if found is None or found[0] < VERSION:
        await db.execute("BEGIN; SET LOCAL lock_timeout = 0")
        await lock_tables(db)  # others then find the work done
        found = await create_or_upgrade_tables(db, where)
        await db.commit(UPGRADE_SECONDS)
    version, relay_key = found
    check_not_newer(version, where)
    return relay_key


def check_not_newer(version: int, where: str) -> None:
    """Refuse tables that a newer kostka has created or upgraded."""
    if version > VERSION:
        raise StoreFailed(
            f"a newer kostka wrote this database (version {version}; this one knows {VERSION})",
            where=where,
        )


async def lock_tables(db: Connection) -> None:
    """Be the only one who creates or upgrades tables, until the end of the transaction."""
    await db.execute(f"SELECT pg_advisory_xact_lock({_LOCK})", seconds=UPGRADE_SECONDS)


async def find_version(db: Connection) -> tuple[int, str] | None:
    """Return the version of the tables and the key of the nodes; None if there are no tables."""
    # Not `to_regclass`, which does not see at once what others have created.
    if "kostka" not in await list_tables(db):
        return None
    ((version, relay_key),) = await db.fetch("SELECT version, relay_key FROM kostka")
    return version, relay_key


async def create_or_upgrade_tables(db: Connection, where: str) -> tuple[int, str]:
    """Create or upgrade the tables in a transaction; return their version and the nodes' key."""
    version, relay_key = await find_version(db) or (0, token_urlsafe(32))
    if version >= VERSION:
        return version, relay_key
    if version == 0:
        if await list_tables(db):
            raise StoreFailed("this database belongs to another program", where=where)
        await db.execute("CREATE TABLE kostka (version integer NOT NULL, relay_key text NOT NULL)")
        await db.execute("INSERT INTO kostka VALUES (0, $1)", relay_key)
    await db.execute("".join(UPGRADE_STEPS[version:]), seconds=UPGRADE_SECONDS)
    await db.execute("UPDATE kostka SET version = $1", VERSION)
    return VERSION, relay_key


async def list_tables(db: Connection) -> set[str]:
    """Return the tables where those of kostka are or would be."""
    query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    return {name for (name,) in await db.fetch(query)}
