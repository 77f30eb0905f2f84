"""Backups: complete, private, made beside a running store, and refused where they are damaged."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest

from kostka.server.storage import sqlite_file
from kostka.server.storage.backup import MANIFEST_NAME, Manifest, create_backup
from kostka.server.storage.restore import Restored, restore_backup
from kostka.server.storage.sqlite_file import FILE_NAME
from kostka.server.storage.store import StoreFailed
from tests.server.storage.store_suite import (
    ANNA,
    CUP,
    GAME,
    ROOM,
    build_saved_file,
    make_game_lines,
    run_in_loop,
)
from tests.server.storage.test_sqlite_store import open_sqlite_store

CREATED, STAMP = "2026-11-16T10:11:12Z", "20261116T101112Z"


def show_nothing(_: str, __: int, ___: int) -> None:
    """Take part in a report of progress."""


def back_up(folder: Path, target: Path) -> Manifest:
    return create_backup(folder, target, CREATED, show_nothing)


def restore(backup: Path, folder: Path, *, replace: bool = False) -> Restored:
    return restore_backup(backup, folder, replace=replace, stamp=STAMP, report=show_nothing)


def list_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def write_sample(folder: Path, lines: int = 3) -> None:
    async with open_sqlite_store(folder) as store:
        await store.write([ANNA, ROOM, GAME, CUP, make_game_lines(1, lines)])


@run_in_loop
async def test_a_backup_comes_back_as_it_was(tmp_path: Path) -> None:
    await write_sample(tmp_path / "a")
    manifest = back_up(tmp_path / "a", tmp_path / "backup")
    assert manifest.counts == {"guests": 1, "rooms": 1, "games": 1, "tournaments": 1}
    assert (manifest.schema, manifest.created) == (sqlite_file.VERSION, CREATED)
    assert restore(tmp_path / "backup", tmp_path / "b" / "c") == (manifest, None)
    async with open_sqlite_store(tmp_path / "b" / "c") as store:
        assert await store.find_guest("anna-1") == ANNA
        assert await store.load_game_log("game-1") == build_saved_file(3)
        await store.write([make_game_lines(4, 4)])
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "b" / "c").stat().st_mode) == 0o700
    assert list_names(tmp_path) == ["a", "b", "backup"]


@run_in_loop
async def test_a_backup_holds_what_was_written_before_it_began(tmp_path: Path) -> None:
    """While it copies, a thousand commits go on, and none of them is half there."""
    async with open_sqlite_store(tmp_path / "a") as store:
        await store.write([ROOM, GAME, make_game_lines(1, 2000)])
        backup = asyncio.create_task(
            asyncio.to_thread(back_up, tmp_path / "a", tmp_path / "backup")
        )
        last = 2000
        while not backup.done():
            await store.write([make_game_lines(last + 1, last + 2)])
            last += 2
        await backup
        await store.write([make_game_lines(last + 1, last + 1)])
    restore(tmp_path / "backup", tmp_path / "b")
    async with open_sqlite_store(tmp_path / "b") as store:
        log = await store.load_game_log("game-1") or b""
        lines = log.count(b"\n") - 1
        assert log == build_saved_file(lines)
        assert lines >= 2000
        assert lines % 2 == 0


@run_in_loop
async def test_progress_ends_at_the_whole(tmp_path: Path) -> None:
    await write_sample(tmp_path / "a")
    steps: list[tuple[str, int, int]] = []
    create_backup(tmp_path / "a", tmp_path / "f", CREATED, lambda *step: steps.append(step))
    last = {what: (done, total) for what, done, total in steps}
    assert [*last] == ["copying", "packing"]
    assert all(done == total for done, total in last.values())


@run_in_loop
async def test_a_later_backup_replaces_an_earlier_one(tmp_path: Path) -> None:
    await write_sample(tmp_path / "a")
    first = back_up(tmp_path / "a", tmp_path / "backup")
    async with open_sqlite_store(tmp_path / "a") as store:
        await store.write([make_game_lines(4, 9)])
    assert back_up(tmp_path / "a", tmp_path / "backup").sha256 != first.sha256


@run_in_loop
async def test_no_other_file_is_overwritten(tmp_path: Path) -> None:
    await write_sample(tmp_path / "a")
    database = tmp_path / "a" / FILE_NAME
    before = database.read_bytes()
    with pytest.raises(StoreFailed, match="exists and is not a kostka backup"):
        back_up(tmp_path / "a", database)
    assert database.read_bytes() == before


def test_there_must_be_data(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="no kostka data"):
        back_up(tmp_path, tmp_path / "backup")
    assert [*tmp_path.iterdir()] == []


@run_in_loop
async def test_a_damaged_database_is_not_backed_up(tmp_path: Path) -> None:
    await write_sample(tmp_path / "a", lines=3000)
    overwrite_middle(tmp_path / "a" / FILE_NAME)
    with pytest.raises(StoreFailed, match="damaged"):
        back_up(tmp_path / "a", tmp_path / "backup")
    assert list_names(tmp_path) == ["a"]


def overwrite_middle(file: Path, size: int = 32_768) -> None:
    data = bytearray(file.read_bytes())
    middle = len(data) // 2
    data[middle : middle + size] = bytes(n * n % 251 for n in range(size))
    file.write_bytes(data)


# --- restoring --------------------------------------------------------------------------------


@run_in_loop
async def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    async with open_sqlite_store(tmp_path / "a") as store:
        await store.write([ANNA])
        back_up(tmp_path / "a", tmp_path / "backup")
        with pytest.raises(StoreFailed, match="another kostka server uses this folder"):
            restore(tmp_path / "backup", tmp_path / "a", replace=True)
        assert await store.find_guest("anna-1") == ANNA


@run_in_loop
async def test_data_is_replaced_only_on_demand_and_kept(tmp_path: Path) -> None:
    await write_sample(tmp_path / "a")
    back_up(tmp_path / "a", tmp_path / "backup")
    async with open_sqlite_store(tmp_path / "a") as store:
        await store.write([make_game_lines(4, 9)])
    with pytest.raises(StoreFailed, match="--replace"):
        restore(tmp_path / "backup", tmp_path / "a")
    old = restore(tmp_path / "backup", tmp_path / "a", replace=True).old_data
    async with open_sqlite_store(tmp_path / "a") as store:
        assert await store.load_game_log("game-1") == build_saved_file(3)
    assert old == tmp_path / "a" / f"{FILE_NAME}.before-restore-{STAMP}"
    (tmp_path / "old").mkdir()
    old.rename(tmp_path / "old" / FILE_NAME)
    async with open_sqlite_store(tmp_path / "old") as store:
        assert await store.load_game_log("game-1") == build_saved_file(9)


@run_in_loop
async def test_damaged_data_can_be_replaced(tmp_path: Path) -> None:
    await write_sample(tmp_path / "a", lines=3000)
    back_up(tmp_path / "a", tmp_path / "backup")
    overwrite_middle(tmp_path / "a" / FILE_NAME)
    with pytest.raises(StoreFailed, match="kostka restore"):
        async with open_sqlite_store(tmp_path / "a"):
            pass
    restore(tmp_path / "backup", tmp_path / "a", replace=True)
    async with open_sqlite_store(tmp_path / "a") as store:
        assert await store.load_game_log("game-1") == build_saved_file(3000)


@run_in_loop
async def test_an_older_backup_is_upgraded(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with closing(sqlite3.connect(tmp_path / "a" / FILE_NAME)) as older:
        older.execute("PRAGMA journal_mode = WAL")
        older.executescript(sqlite_file._UPGRADE_STEPS[0] + "PRAGMA user_version = 1")
        older.execute("INSERT INTO guests VALUES ('anna-1', ?, 'Anna', 1)", (b"a" * 32,))
        older.commit()
    manifest = back_up(tmp_path / "a", tmp_path / "backup")
    assert manifest.schema == 1
    assert manifest.counts == {"guests": 1, "rooms": 0, "games": 0}
    restore(tmp_path / "backup", tmp_path / "b")
    with closing(sqlite3.connect(tmp_path / "b" / FILE_NAME)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (sqlite_file.VERSION,)
        assert db.execute("SELECT name FROM guests").fetchall() == [("Anna",)]


def rewrite_backup(path: Path, *, database: bytes | None = None, **fields: object) -> None:
    """Change a backup: its database, or fields of its manifest."""
    with ZipFile(path) as archive:
        data = archive.read(FILE_NAME) if database is None else database
        manifest = msgspec.json.decode(archive.read(MANIFEST_NAME)) | fields
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr(FILE_NAME, data)
        archive.writestr(MANIFEST_NAME, msgspec.json.encode(manifest))


@pytest.mark.parametrize(
    ("why", "change"),
    [
        ("newer than this one", {"format": 2}),
        ("newer than this one", {"schema": sqlite_file.VERSION + 1}),
        ("not the one that the manifest describes", {"sha256": "0" * 64}),
        ("not the one that the manifest describes", {"size": 10}),
        ("not the one that the manifest describes", {"database": b"x" * 5000}),
        ("not a kostka backup", {"counts": "many"}),
    ],
    ids=["format", "schema", "hash", "size", "database", "manifest"],
)
@run_in_loop
async def test_a_changed_backup_changes_nothing(
    tmp_path: Path, why: str, change: dict[str, object]
) -> None:
    await write_sample(tmp_path / "a")
    back_up(tmp_path / "a", tmp_path / "backup")
    rewrite_backup(tmp_path / "backup", **change)  # type: ignore[arg-type]
    before = (tmp_path / "a" / FILE_NAME).read_bytes()
    with pytest.raises(StoreFailed, match=why):
        restore(tmp_path / "backup", tmp_path / "a", replace=True)
    assert (tmp_path / "a" / FILE_NAME).read_bytes() == before
    assert not [name for name in list_names(tmp_path / "a") if name.endswith(".part")]


@run_in_loop
async def test_a_backup_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    await write_sample(tmp_path / "a")
    back_up(tmp_path / "a", tmp_path / "backup")
    whole = (tmp_path / "backup").read_bytes()
    for size in (0, 100, len(whole) // 2, len(whole) - 1):
        (tmp_path / "backup").write_bytes(whole[:size])
        with pytest.raises(StoreFailed, match="not a complete kostka backup"):
            restore(tmp_path / "backup", tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_there_must_be_a_backup(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="No such file"):
        restore(tmp_path / "nothing", tmp_path / "b")
