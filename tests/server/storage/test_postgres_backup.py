"""Backups of PostgreSQL are files like any other, and can be restored into both stores."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest

from kostka.server.storage import sqlite_file
from kostka.server.storage.backup import Manifest, create_backup
from kostka.server.storage.data_place import DatabaseUrl
from kostka.server.storage.restore import RestoredDatabase, restore_into_database
from kostka.server.storage.store import StoreFailed
from tests.postgres import get_server
from tests.server.storage.postgres_nodes import open_postgres_store
from tests.server.storage.store_suite import (
    ANNA,
    CUP,
    GAME,
    ROOM,
    build_saved_file,
    make_game_lines,
    run_in_loop,
)
from tests.server.storage.test_backup import (
    CREATED,
    STAMP,
    back_up,
    list_names,
    restore,
    rewrite_backup,
    show_nothing,
    write_sample,
)
from tests.server.storage.test_migration import (
    COUNTS,
    dump_database,
    dump_file,
    write_everything,
)
from tests.server.storage.test_sqlite_store import open_sqlite_store

OLD_SCHEMA = "before_restore_20261116t101112z"


def back_up_database(url: str, target: Path) -> Manifest:
    return create_backup(DatabaseUrl(url), target, CREATED, show_nothing)


def restore_database(backup: Path, url: str, *, replace: bool = False) -> RestoredDatabase:
    return restore_into_database(backup, url, replace=replace, stamp=STAMP, report=show_nothing)


@pytest.fixture
def url(database_url: str) -> str:
    return database_url


@pytest.fixture
def other_url(empty_database_url: str) -> str:
    return empty_database_url


@run_in_loop
async def test_a_backup_goes_into_either_store(tmp_path: Path, url: str, other_url: str) -> None:
    """It is made beside two nodes that go on."""
    backup = tmp_path / "backup"
    async with open_postgres_store(url, "one") as one, open_postgres_store(url, "two") as two:
        await write_everything(one)
        manifest = await asyncio.to_thread(back_up_database, url, backup)
        await two.write([make_game_lines(10, 12)])
    assert (manifest.schema, manifest.counts) == (sqlite_file.VERSION, COUNTS)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert await asyncio.to_thread(restore_database, backup, other_url) == (manifest, None)
    restored = await asyncio.to_thread(dump_database, other_url)
    assert restore(backup, tmp_path / "folder") == (manifest, None)
    assert dump_file(tmp_path / "folder") == restored
    assert list_names(tmp_path) == ["backup", "folder"]
    async with open_postgres_store(other_url) as store:
        assert await store.load_game_log("game-1") == build_saved_file(9)
        await store.write([make_game_lines(10, 10)])
    async with open_sqlite_store(tmp_path / "folder") as kept:
        assert await kept.load_game_log("game-1") == build_saved_file(9)


@run_in_loop
async def test_a_backup_of_a_folder_goes_into_a_database(tmp_path: Path, other_url: str) -> None:
    async with open_sqlite_store(tmp_path / "a") as kept:
        await write_everything(kept)
    back_up(tmp_path / "a", tmp_path / "backup")
    await asyncio.to_thread(restore_database, tmp_path / "backup", other_url)
    assert await asyncio.to_thread(dump_database, other_url) == dump_file(tmp_path / "a")


@run_in_loop
async def test_a_backup_holds_what_was_written_before_it_began(tmp_path: Path, url: str) -> None:
    """While it copies, commits go on, and none of them is half there."""
    async with open_postgres_store(url) as store:
        await store.write([ROOM, GAME, make_game_lines(1, 2000)])
        last, backup = 2000, tmp_path / "backup"
        task = asyncio.create_task(asyncio.to_thread(back_up_database, url, backup))
        while not task.done():
            await store.write(
                [make_game_lines(last + 1, last + 1), make_game_lines(last + 2, last + 2)]
            )
            last += 2
        await task
    restore(backup, tmp_path / "b")
    async with open_sqlite_store(tmp_path / "b") as kept:
        log = await kept.load_game_log("game-1") or b""
        lines = log.count(b"\n") - 1
        assert log == build_saved_file(lines)
        assert 2000 <= lines < last
        assert lines % 2 == 0


def test_progress_ends_at_the_whole(tmp_path: Path, url: str) -> None:
    steps: list[tuple[str, int, int]] = []
    backup = tmp_path / "backup"
    create_backup(DatabaseUrl(url), backup, CREATED, lambda *step: steps.append(step))
    assert {what for what, _, _ in steps} == {"copying", "comparing", "packing"}
    restore_into_database(
        backup, url, replace=False, stamp=STAMP, report=lambda *step: steps.append(step)
    )
    last = {what: (done, total) for what, done, total in steps}
    assert all(done == total for done, total in last.values())


# --- restoring --------------------------------------------------------------------------------


@run_in_loop
async def test_a_database_in_use_is_left_alone(tmp_path: Path, url: str) -> None:
    async with open_postgres_store(url, "one") as store:
        await store.write([ANNA])
        await asyncio.to_thread(back_up_database, url, tmp_path / "backup")
        for replace in (False, True):
            with pytest.raises(StoreFailed, match=r"kostka runs on this database \(node one\)"):
                await asyncio.to_thread(restore_database, tmp_path / "backup", url, replace=replace)
        assert await store.find_guest("anna-1") == ANNA


@run_in_loop
async def test_data_is_replaced_only_on_demand_and_kept(tmp_path: Path, url: str) -> None:
    async with open_postgres_store(url) as store:
        await store.write([ANNA, ROOM, GAME, CUP, make_game_lines(1, 3)])
    backup = tmp_path / "backup"
    await asyncio.to_thread(back_up_database, url, backup)
    async with open_postgres_store(url) as store:
        await store.write([make_game_lines(4, 9)])
    with pytest.raises(StoreFailed, match="there is data in this database; --replace"):
        await asyncio.to_thread(restore_database, backup, url)
    restored = await asyncio.to_thread(restore_database, backup, url, replace=True)
    assert restored.old_schema == OLD_SCHEMA
    async with open_postgres_store(url) as store:
        assert await store.load_game_log("game-1") == build_saved_file(3)
        await store.write([make_game_lines(4, 4)])
    old = await asyncio.to_thread(dump_database, f"{url}?options=-csearch_path%3D{OLD_SCHEMA}")
    assert b"\n".join(line for _, _, line in old["lines"]) == b"\n".join(
        build_saved_file(9).splitlines()[1:]
    )


@run_in_loop
async def test_nodes_that_died_cannot_write_into_what_was_restored(
    tmp_path: Path, url: str
) -> None:
    await write_sample(tmp_path / "a")
    back_up(tmp_path / "a", tmp_path / "backup")
    server, name = get_server(), url.rpartition("/")[2]
    server.run_sql(
        "INSERT INTO nodes (name, address, until, seen) VALUES ('dead', '', now(), now())", name
    )
    await asyncio.to_thread(restore_database, tmp_path / "backup", url)
    assert server.run_sql("SELECT count(*) FROM nodes", name).strip() == "0"


@pytest.mark.parametrize(
    ("why", "change"),
    [
        ("newer than this one", {"schema": sqlite_file.VERSION + 1}),
        ("not the one that the manifest describes", {"sha256": "0" * 64}),
        ("not the one that the manifest describes", {"database": b"x" * 5000}),
    ],
    ids=["schema", "hash", "database"],
)
def test_a_changed_backup_changes_nothing(
    tmp_path: Path, other_url: str, why: str, change: dict[str, object]
) -> None:
    asyncio.run(write_sample(tmp_path / "a"))
    back_up(tmp_path / "a", tmp_path / "backup")
    rewrite_backup(tmp_path / "backup", **change)  # type: ignore[arg-type]
    with pytest.raises(StoreFailed, match=why):
        restore_database(tmp_path / "backup", other_url, replace=True)
    with pytest.raises(StoreFailed, match="no kostka data"):
        dump_database(other_url)
    assert list_names(tmp_path) == ["a", "backup"]


def test_there_must_be_data(tmp_path: Path, other_url: str) -> None:
    with pytest.raises(StoreFailed, match="no kostka data in this database"):
        back_up_database(other_url, tmp_path / "backup")
    assert [*tmp_path.iterdir()] == []
