"""`kostka verify-data` finds the same in PostgreSQL, and faults of nodes and leases."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from kostka.server.storage.data_place import DatabaseUrl
from kostka.server.storage.migration import migrate_data
from kostka.server.storage.postgres_snapshot import open_database_snapshot
from kostka.server.storage.sqlite_file import FILE_NAME
from kostka.server.storage.sqlite_snapshot import open_snapshot
from kostka.server.storage.store import StoreFailed
from kostka.server.upkeep.verification import iterate_faults
from tests.postgres import PostgresServer, get_server
from tests.server.storage.postgres_nodes import open_postgres_store
from tests.server.storage.store_suite import run_in_loop
from tests.server.storage.test_backup import show_nothing
from tests.server.upkeep.test_verification import fill
from tests.server.world import run


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    run(fill(folder))
    return folder


@pytest.fixture(scope="module")
def template(filled: Path) -> str:
    """Return the name of a database with the same data."""
    url = get_server().create_database(template="template0")
    migrate_data(filled, DatabaseUrl(url), show_nothing)
    return get_name(url)


@pytest.fixture
def url(template: str) -> Iterator[str]:
    with get_server().lend_database(template=template) as url:
        yield url


def get_name(url: str) -> str:
    return url.rpartition("/")[2]


def change(url: str, *statements: str) -> None:
    """Damage a database, its rules notwithstanding."""
    get_server().run_sql(
        "; ".join(("SET session_replication_role = replica", *statements)), get_name(url)
    )


def find_faults(url: str) -> list[str]:
    with open_database_snapshot(url) as data:
        return [str(fault) for fault in iterate_faults(data, lambda _: None)]


def test_what_was_migrated_is_sound(url: str, filled: Path) -> None:
    steps: list[str] = []
    with open_database_snapshot(url) as data:
        assert [*iterate_faults(data, steps.append)] == []
        counts = data.count_records()
    assert counts == {"guests": 3, "rooms": 2, "games": 1, "tournaments": 1}
    assert {kind: steps.count(kind) for kind in counts} == counts
    with open_snapshot(filled) as original, open_database_snapshot(url) as copy:
        assert [*copy.iterate_games()] == [*original.iterate_games()]
        assert [*copy.iterate_tournaments()] == [*original.iterate_tournaments()]
        assert [*copy.iterate_guests()] == [*original.iterate_guests()]
        assert [*copy.iterate_rooms()] == [*original.iterate_rooms()]


def test_logs_are_joined_across_batches(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_database_snapshot(url) as data:
        expected = [*data.iterate_games()]
    change(
        url,
        "INSERT INTO games (id, room, header, thing) SELECT 'empty-' || n, room, 'x', thing"
        " FROM games, generate_series(1, 3) AS n",
        "INSERT INTO lines VALUES (-5, 1, 1, 'stray'), (99, 1, 1, 'stray')",
        "INSERT INTO lines SELECT key, 1, 1, 'y' FROM games WHERE id = 'empty-3'",
    )
    for size in (1, 2, 200):
        monkeypatch.setattr("kostka.server.storage.postgres_snapshot.BATCH_ROWS", size)
        with open_database_snapshot(url) as data:
            first, *others = data.iterate_games()
        assert [first] == expected
        assert [game.log for game in others] == [b"x\n", b"x\n", b"x\ny\n"]


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            """UPDATE lines SET line = overlay(line PLACING '\\x6f' FROM position('Drew'::bytea
            IN line) + 2) WHERE position('Drew'::bytea IN line) > 0""",
            "game .*: line .*: the line was changed: its hash does not fit",
        ),
        (
            "DELETE FROM lines WHERE first = (SELECT first FROM lines ORDER BY 1 OFFSET 3 LIMIT 1)",
            "game .*: line .*",
        ),
        (
            "DELETE FROM lines WHERE first > (SELECT max(first) / 2 FROM lines)",
            "game .*: the game is not over, but room .* counts it",
        ),
        ("UPDATE games SET header = '\\x00'", "game .*: line 1: this is not a saved game.*"),
        (
            "UPDATE entries SET line = substr(line, 2) WHERE first = 1",
            "tournament .*: line 2: this is not an event.*",
        ),
        ("UPDATE tournaments SET id = 'other'", "tournament other: its first line is that of .*"),
        ("UPDATE rooms SET snapshot = '{}' WHERE closed", "room .*: the field code is missing"),
        ("UPDATE rooms SET closed = false", "room .*: the stage is closed, but .*"),
        ("UPDATE games SET id = 'other'", "room .*: game .* is missing"),
        (
            "UPDATE games SET room = (SELECT code FROM rooms WHERE closed)",
            "room .*: game .* belongs to room .*",
        ),
        ("DELETE FROM guests WHERE name = 'Bob'", "room .*: guest .* is missing"),
        (
            "DELETE FROM guests WHERE name = 'Bob'",
            "database: guest .* or game .* of game_guests is missing",
        ),
        (
            "DELETE FROM guests WHERE name = 'Bob'",
            "database: guest .* or room .* of room_guests is missing",
        ),
        ("UPDATE guests SET token_hash = '\\x00' WHERE name = 'Bob'", "guest .*: the hash .*"),
        (
            "UPDATE games SET room = 'ABCDE'",
            "database: game .* refers to room ABCDE, which is missing",
        ),
        (
            "DELETE FROM games",
            "database: row 1 of lines refers to game 1, which is missing",
        ),
        (
            "DELETE FROM tournaments",
            "database: row 1 of entries refers to tournament 1, which is missing",
        ),
        (
            "UPDATE lines SET last = last + 1 WHERE first = 1",
            "database: the lines of game 1 from 1 on are miscounted",
        ),
        (
            "UPDATE entries SET last = last + 1 WHERE first = 1",
            "database: the entries of tournament 1 from 1 on are miscounted",
        ),
        (
            "UPDATE rooms SET thing = 't:cup'",
            "database: room .* belongs to t:cup, which is not its own thing",
        ),
        (
            "UPDATE games SET thing = 't:cup'",
            "database: game .* belongs to t:cup, but its room to r:.*",
        ),
        (
            "INSERT INTO leases VALUES ('r:ABCDE', 77, 1)",
            "database: the lease of r:ABCDE refers to node 77, which is missing",
        ),
        (
            "INSERT INTO leases VALUES ('x', NULL, 1)",
            "database: the lease of x is neither of a room nor of a tournament",
        ),
        (
            "INSERT INTO nodes (name, address, until, seen) VALUES ('n1', '', now(), now())",
            "database: node n1 has no row in commits",
        ),
    ],
    ids=map(str, count()),
)
def test_every_kind_of_damage_is_found(url: str, statement: str, fault: str) -> None:
    change(url, statement)
    faults = find_faults(url)
    assert any(re.fullmatch(fault, one) for one in faults), faults
    assert not any("\n" in one for one in faults)


def test_damaged_files_of_the_database_are_found(filled: Path, tmp_path: Path) -> None:
    """The rest of the data is checked all the same."""
    server = PostgresServer()  # one that may be damaged
    try:
        server.run_sql("CREATE DATABASE damaged")
        url = server.make_url("damaged")
        migrate_data(filled, DatabaseUrl(url), show_nothing)
        table = server.run_sql("SELECT pg_relation_filepath('lines')", "damaged").strip()
        server.run_sql("CHECKPOINT")
        server.stop()
        (server.data / table).write_bytes(b"\xa5" * 8192 * 10)
        server.start()
        faults = find_faults(url)
        assert any(re.match("database: games: .*invalid page", fault) for fault in faults), faults
        assert all(fault.startswith("database: ") for fault in faults), faults
        assert len(faults) == 2
        with pytest.raises(StoreFailed, match="invalid page"):
            migrate_data(DatabaseUrl(url), tmp_path, show_nothing)
        assert not (tmp_path / FILE_NAME).exists()
    finally:
        server.remove()


@run_in_loop
async def test_nodes_are_not_held_up(url: str) -> None:
    async with open_postgres_store(url, "one") as store, open_postgres_store(url, "two"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("kostka.server.storage.postgres_snapshot.BATCH_ROWS", 1)
            checking = asyncio.create_task(asyncio.to_thread(find_faults, url))
            while not checking.done():
                await store.probe_write()
            assert await checking == []


def test_there_must_be_data_of_this_version(url: str) -> None:
    empty = get_server().create_database(template="template0")
    with pytest.raises(StoreFailed, match="no kostka data in this database"):
        find_faults(empty)
    for version, why in ((99, "a newer kostka"), (0, "an older kostka")):
        change(url, f"UPDATE kostka SET version = {version}")
        with pytest.raises(StoreFailed, match=why):
            find_faults(url)
