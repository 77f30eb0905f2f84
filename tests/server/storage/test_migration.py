"""All data moves from SQLite to PostgreSQL and back, complete and unchanged, or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from msgspec.structs import replace

from kostka.server.storage import postgres_schema, record_tables
from kostka.server.storage.data_place import DatabaseUrl
from kostka.server.storage.migration import migrate_data
from kostka.server.storage.postgres_copies import read_database
from kostka.server.storage.postgres_records import PostgresRecords
from kostka.server.storage.postgres_store import PostgresStore
from kostka.server.storage.record_tables import RECORD_TABLES
from kostka.server.storage.sqlite_file import FILE_NAME, create_or_upgrade_file
from kostka.server.storage.sqlite_records import read_records
from kostka.server.storage.store import (
    GameLines,
    Guest,
    GuestToForget,
    NewGame,
    NewTournament,
    Node,
    SavedRoom,
    SavedUpload,
    Store,
    StoreFailed,
    TournamentLines,
)
from tests.postgres import get_server
from tests.server.storage.postgres_nodes import open_postgres_store
from tests.server.storage.store_suite import (
    ANNA,
    BERT,
    CUP,
    GAME,
    ROOM,
    make_game_lines,
    make_tournament_lines,
    run_in_loop,
)
from tests.server.storage.test_backup import list_names, show_nothing
from tests.server.storage.test_sqlite_store import open_sqlite_store

COUNTS = {"guests": 3, "rooms": 4, "games": 4, "tournaments": 2}
OTHER_TABLES = {"kostka", "nodes", "leases", "commits"}
"""Tables that belong to a database and not to the data in it."""


async def write_everything(store: Store) -> None:
    """Write something into every column, in an order that the names of things do not have."""
    forgotten = Guest("zoe-1", b"z" * 32, "Zoë ✨", 3, 20_000)
    await store.write([BERT, ANNA, forgotten, GuestToForget("zoe-1")])
    await store.write([replace(ROOM, guests=("anna-1", "bert-1"), due=77, snapshot=b"\x00\xff\n")])
    await store.write([NewTournament("z-cup", b"z", 9), CUP, make_tournament_lines(1, 3)])
    await store.write([TournamentLines("cup-1", 4, (b"\\\n"[:1], b"\xc5\x81"), 44)])
    await store.write([SavedRoom("AAAA", b"{}", 5, closed=True, guests=("bert-1",))])
    await store.write([SavedRoom("CUPR", b"{}", 6, tournament="cup-1"), GAME])
    await store.write([SavedRoom("WAIT", b"{}", 7, due=0)])
    await store.write([NewGame("game-0", "CUPR", b"cup", (None, "bert-1"))])
    await store.write([NewGame("z", "KQJX", b"{}", ("bert-1", "anna-1")), make_game_lines(1, 3)])
    await store.write([make_game_lines(4, 4), GameLines("game-0", 1, (b"\xff\x00\\", b"", b"x"))])
    await store.write([NewGame("a", "AAAA", b"{}"), make_game_lines(5, 9)])
    await store.write([SavedUpload("list", b"\x00words\n", 5, 500), SavedUpload("b", b"", 6, 900)])
    await store.take_room("KQJX")
    await store.release_room("KQJX", 78, b'{"drafts":[]}')


def dump_file(folder: Path) -> dict[str, list[Any]]:
    with read_records(folder / FILE_NAME) as records:
        return {t.name: [*_flatten(records.iterate_batches(t))] for t in RECORD_TABLES}


def dump_database(url: str) -> dict[str, list[Any]]:
    with read_database(url, "test") as session:
        records = PostgresRecords(session)
        return {t.name: [*_flatten(records.iterate_batches(t))] for t in RECORD_TABLES}


def _flatten(batches: Any) -> Any:
    return (row for rows in batches for row in rows)


async def load_logs(store: Store) -> list[bytes | None]:
    games = [await store.load_game_log(game) for game in ("game-1", "game-0", "z", "a")]
    return games + [await store.load_tournament_log(name) for name in ("cup-1", "z-cup")]


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    async def fill() -> None:
        async with open_sqlite_store(tmp_path / "filled") as store:
            await write_everything(store)

    asyncio.run(fill())
    return tmp_path / "filled"


@pytest.fixture
def empty(empty_database_url: str) -> str:
    return empty_database_url


def migrate(source: Path | str, target: Path | str) -> dict[str, int]:
    places = [DatabaseUrl(place) if isinstance(place, str) else place for place in (source, target)]
    return migrate_data(places[0], places[1], show_nothing)


@pytest.mark.parametrize("batch", [None, 1, 2], ids=["usual", "1", "2"])
def test_everything_comes_back_as_it_was(
    filled: Path, empty: str, tmp_path: Path, batch: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if batch is not None:
        small = tuple(table._replace(batch_rows=batch) for table in RECORD_TABLES)
        monkeypatch.setattr(record_tables, "RECORD_TABLES", small)
    before = dump_file(filled)
    assert all(before.values()), "there is something in every table"
    assert migrate(filled, empty) == COUNTS
    assert dump_database(empty) == before
    assert migrate(empty, tmp_path / "back") == COUNTS
    assert dump_file(tmp_path / "back") == before
    assert dump_file(filled) == before
    assert list_names(tmp_path / "back") == ["kostka.lock", FILE_NAME]


def test_both_stores_go_on_with_what_was_migrated(filled: Path, empty: str, tmp_path: Path) -> None:
    async def go_on(store: Store) -> None:
        taken = await store.take_room("KQJX")
        assert taken is not None
        assert taken.hand_over == b'{"drafts":[]}'
        await store.write([make_game_lines(10, 11), make_tournament_lines(6, 6)])
        await store.write([NewGame("new", "CUPR", b"{}"), make_game_lines(1, 1, "new")])
        assert await store.list_game_ids("CUPR") == ["game-0", "new"]
        assert await store.list_game_ids("KQJX") == ["game-1", "z"]
        assert await store.list_guests_to_forget() == ["zoe-1"]
        assert await store.list_due_rooms(50, 10) == ["WAIT"]
        assert await store.find_upload("list", 10) == b"\x00words\n"
        await store.write([NewTournament("third", b"{}")])

    async def check() -> None:
        async with open_sqlite_store(filled) as store:
            logs = await load_logs(store)
        async with open_postgres_store(empty) as postgres:
            assert await load_logs(postgres) == logs
            await go_on(postgres)
        async with open_sqlite_store(tmp_path / "back") as store:
            assert await load_logs(store) == logs
            await go_on(store)

    migrate(filled, empty)
    migrate(empty, tmp_path / "back")
    asyncio.run(check())


def test_rooms_of_a_tournament_belong_to_it(filled: Path, empty: str) -> None:
    migrate(filled, empty)
    with read_database(empty, "test") as session:
        things = session.fetch("SELECT code, thing FROM rooms ORDER BY code")
        assert [(code, thing) for code, thing in things] == [
            ("AAAA", "r:AAAA"),
            ("CUPR", "t:cup-1"),
            ("KQJX", "r:KQJX"),
            ("WAIT", "r:WAIT"),
        ]
        games = session.fetch("SELECT thing FROM games ORDER BY id")
        assert [thing for (thing,) in games] == ["r:AAAA", "t:cup-1", "r:KQJX", "r:KQJX"]


# --- every column ---------------------------------------------------------------------------------


def test_every_column_is_copied(tmp_path: Path) -> None:
    """A table or column that is added to a store must not be forgotten here."""
    known = {table.name: set(table.columns) for table in RECORD_TABLES}
    create_or_upgrade_file(tmp_path / FILE_NAME)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE sql > ''")]
        found = {
            table: {column for _, column, *_ in db.execute(f"PRAGMA table_info({table})")}
            for table in tables
        }
    assert {table: columns for table, columns in found.items() if table in known} == known
    assert {table for table in found if table not in known} == {
        name for (name,) in _list_indexes(tmp_path / FILE_NAME)
    }
    server = get_server()
    name = server.create_database().rpartition("/")[2]
    query = "SELECT table_name, column_name FROM information_schema.columns"
    lines = server.run_sql(f"{query} WHERE table_schema = 'public'", name).split()
    columns: dict[str, set[str]] = {}
    for table, column in (line.split("|") for line in lines):
        columns.setdefault(table, set()).add({"first": "n"}.get(column, column))
    derived = {"thing", "last"}
    copied = {t: c - derived for t, c in columns.items() if t not in OTHER_TABLES}
    assert copied == known


def _list_indexes(path: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql > ''"
        ).fetchall()


# --- refusals -------------------------------------------------------------------------------------


def test_a_target_with_data_is_refused(filled: Path, empty: str, tmp_path: Path) -> None:
    migrate(filled, empty)
    before = dump_database(empty)
    with pytest.raises(StoreFailed, match=r"there is data in this database$"):
        migrate(filled, empty)
    assert dump_database(empty) == before
    migrate(empty, tmp_path / "back")
    with pytest.raises(StoreFailed, match=r"there is data in this folder$"):
        migrate(empty, tmp_path / "back")
    assert dump_file(tmp_path / "back") == before


@run_in_loop
async def test_a_folder_in_use_is_refused(filled: Path, empty: str, tmp_path: Path) -> None:
    async with open_sqlite_store(filled):
        with pytest.raises(StoreFailed, match="another kostka server uses this folder"):
            await asyncio.to_thread(migrate, filled, empty)
    async with open_sqlite_store(tmp_path / "used"):
        with pytest.raises(StoreFailed, match="another kostka server uses this folder"):
            await asyncio.to_thread(migrate, filled, tmp_path / "used")


@run_in_loop
async def test_a_database_in_use_is_refused(filled: Path, empty: str, tmp_path: Path) -> None:
    async with open_postgres_store(empty, "one"), open_postgres_store(empty, "two"):
        why = r"kostka runs on this database \(node one, two\)"
        for places in ((empty, tmp_path / "back"), (filled, empty)):
            with pytest.raises(StoreFailed, match=why):
                await asyncio.to_thread(migrate, *places)
    assert not (tmp_path / "back" / FILE_NAME).exists()
    await asyncio.to_thread(migrate, filled, empty)  # they have said good-bye


def test_no_node_starts_during_a_migration(
    filled: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[str] = []

    async def start_node() -> None:
        with pytest.raises(StoreFailed) as refused:
            await PostgresStore.open(database_url, Node("early", "early:8000"))
        failures.append(refused.value.why)

    def report(what: str, done: int, total: int) -> None:
        if (what, done) == ("comparing", total):
            thread = Thread(target=lambda: asyncio.run(start_node()))
            thread.start()
            thread.join()

    monkeypatch.setattr("tests.server.storage.test_migration.show_nothing", report)
    migrate(filled, database_url)
    assert failures == ["something keeps the database locked (55P03)"]


def test_a_failure_leaves_nothing_behind(
    filled: Path, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(what: str, done: int, total: int) -> None:
        if (what, done) == ("comparing", total):
            raise KeyboardInterrupt

    monkeypatch.setattr("tests.server.storage.test_migration.show_nothing", fail)
    with pytest.raises(KeyboardInterrupt):
        migrate(filled, empty)
    with pytest.raises(StoreFailed, match="no kostka data in this database"):
        dump_database(empty)
    with pytest.raises(KeyboardInterrupt):
        migrate(filled, tmp_path / "back")
    assert list_names(tmp_path / "back") == ["kostka.lock"]
    monkeypatch.undo()
    migrate(filled, empty)


def test_a_copy_that_differs_is_not_used(
    filled: Path, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = PostgresRecords.insert_rows

    def lose_a_row(self: PostgresRecords, table: Any, rows: Any) -> None:
        original(self, table, rows[1:] if table.name == "uploads" else rows)

    monkeypatch.setattr(PostgresRecords, "insert_rows", lose_a_row)
    with pytest.raises(StoreFailed, match="the copy differs"):
        migrate(filled, empty)
    with pytest.raises(StoreFailed, match="no kostka data in this database"):
        dump_database(empty)


def test_there_must_be_data_of_this_version(tmp_path: Path, empty: str) -> None:
    with pytest.raises(StoreFailed, match="no kostka data in this folder"):
        migrate(tmp_path, empty)
    with pytest.raises(StoreFailed, match="no kostka data in this database"):
        migrate(empty, tmp_path / "new")
    create_or_upgrade_file(tmp_path / FILE_NAME)
    for version, why in ((99, "a newer kostka"), (1, "an older kostka")):
        with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
            db.execute(f"PRAGMA user_version = {version}")
        with pytest.raises(StoreFailed, match=why):
            migrate(tmp_path, empty)


def test_databases_of_others_are_refused(filled: Path, empty: str, tmp_path: Path) -> None:
    server, name = get_server(), empty.rpartition("/")[2]
    server.run_sql("CREATE TABLE songs (title text)", name)
    with pytest.raises(StoreFailed, match="this database belongs to another program"):
        migrate(filled, empty)
    newer = server.create_database()
    version = postgres_schema.VERSION + 1
    server.run_sql(f"UPDATE kostka SET version = {version}", newer.rpartition("/")[2])
    for places in ((filled, newer), (newer, tmp_path / "new")):
        with pytest.raises(StoreFailed, match=f"a newer kostka wrote .*version {version}"):
            migrate(*places)
    server.run_sql("UPDATE kostka SET version = 0", newer.rpartition("/")[2])
    with pytest.raises(StoreFailed, match="an older kostka"):
        migrate(newer, tmp_path / "new")


def test_a_database_that_does_not_sync_is_refused(filled: Path, empty: str) -> None:
    name = empty.rpartition("/")[2]
    get_server().run_sql(f"ALTER DATABASE {name} SET synchronous_commit = off")
    with pytest.raises(StoreFailed, match="synchronous_commit is off"):
        migrate(filled, empty)
