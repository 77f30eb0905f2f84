"""The store in SQLite: what every store must do, group commit, and everything that can go wrong."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from threading import Event, Timer
from time import time

import pytest

from kostka.events.codec import to_json
from kostka.server.storage import group_commit, sqlite_file, sqlite_store
from kostka.server.storage.folder_lock import LOCK_FILE_NAME
from kostka.server.storage.sqlite_file import FILE_NAME
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import GameSeat, NewGame, StoreFailed, TakenRoom
from tests.server.storage.ownership_suite import OwnershipSuite
from tests.server.storage.store_suite import (
    ANNA,
    BERT,
    CUP,
    GAME,
    ROOM,
    Opener,
    StoreSuite,
    append_until_it_fails,
    build_saved_file,
    check_nothing_is_half_written,
    load_open_rooms,
    make_game_lines,
    make_tournament_lines,
    run_in_loop,
)
from tests.tools.kill_store import kill_and_check

ROOT = Path(__file__).parents[3]


@asynccontextmanager
async def open_sqlite_store(folder: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(folder)
    try:
        yield store
    finally:
        await store.close()


class TestSqliteStore(StoreSuite, OwnershipSuite):
    @pytest.fixture
    def open_store(self, tmp_path: Path) -> Opener:
        return lambda: open_sqlite_store(tmp_path)


class Connections:
    """Watches the connections of a store and stands in their way."""

    def __init__(self) -> None:
        self.begin_with: list[str] = []
        """Statements for every new connection."""
        self.statements: list[str] = []
        """What all of them did."""
        self.may_write = Event()
        self.may_write.set()
        self.may_check = Event()
        self.may_check.set()
        self._connect = sqlite_file.connect

    def connect(self, path: Path, *, create: bool = False) -> sqlite3.Connection:
        db = self._connect(path, create=create)
        for statement in self.begin_with:
            db.execute(statement)
        db.set_trace_callback(self._trace)
        return db

    def _trace(self, statement: str) -> None:
        self.statements.append(statement)
        if "_check" in statement:
            self.may_check.wait()
        if statement.startswith(("BEGIN", "INSERT")):
            self.may_write.wait()


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> Connections:
    watched = Connections()
    monkeypatch.setattr(sqlite_file, "connect", watched.connect)
    return watched


# --- group commit -----------------------------------------------------------------------------


@run_in_loop
async def test_what_is_waiting_is_committed_together(
    tmp_path: Path, connections: Connections
) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM])
        connections.statements.clear()
        connections.may_write.clear()
        games = [f"g{n}" for n in range(200)]
        writes = [
            asyncio.create_task(
                store.write([NewGame(game, "KQJX", b"{}"), make_game_lines(1, 2, game)])
            )
            for game in games
        ]
        await asyncio.sleep(0)
        assert await store.list_game_ids("KQJX") == []  # readers need not wait
        assert not any(write.done() for write in writes)
        connections.may_write.set()
        await asyncio.gather(*writes)
        # The writer had begun with those who came first; all others came together.
        assert connections.statements.count("COMMIT") <= 2
        assert await store.list_game_ids("KQJX") == games


@run_in_loop
async def test_one_that_is_refused_does_not_concern_those_committed_with_it(
    tmp_path: Path, connections: Connections
) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, GAME])
        connections.may_write.clear()
        calls = [
            [make_game_lines(1, 2)],
            [make_game_lines(7, 8)],
            [make_game_lines(1, 1, "nowhere")],
            [make_game_lines(3, 4)],
        ]
        writes = [asyncio.create_task(store.write(call)) for call in calls]
        await asyncio.sleep(0)
        connections.may_write.set()
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [str(outcome) for outcome in outcomes] == [
            "None",
            "game game-1 goes on with line 3, not 7",
            "there is no game nowhere",
            "None",
        ]
        assert await store.load_game_log("game-1") == build_saved_file(4)


@run_in_loop
async def test_more_moves_than_fit_into_a_statement(tmp_path: Path) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, GAME])
        await store.write([make_game_lines(n, n) for n in range(1, 251)])
        assert await store.load_game_log("game-1") == build_saved_file(250)


@run_in_loop
async def test_moves_of_many_games_are_one_statement(
    tmp_path: Path, connections: Connections
) -> None:
    games = [f"g{n}" for n in range(20)]
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, *(NewGame(game, "KQJX", GAME.header) for game in games)])
        await store.write([make_game_lines(1, 1, game) for game in games])
        connections.statements.clear()
        await store.write([make_game_lines(2, 4, game) for game in games])
        assert [statement[:17] for statement in connections.statements] == ["INSERT INTO lines"]
    async with open_sqlite_store(tmp_path) as store:
        assert [await store.load_game_log(game) for game in games] == [
            build_saved_file(4, game) for game in games
        ]


@run_in_loop
async def test_many_calls_do_not_wait_for_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "GATHER_TIMEOUT", 3600)
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, GAME])
        for first in range(1, 10 * group_commit.FULL_BATCH, group_commit.FULL_BATCH):
            numbers = range(first, first + group_commit.FULL_BATCH)
            await asyncio.gather(*(store.write([make_game_lines(n, n)]) for n in numbers))
        assert await store.load_game_log("game-1") == build_saved_file(10 * group_commit.FULL_BATCH)
        monkeypatch.undo()


@run_in_loop
async def test_the_queue_is_bounded(
    tmp_path: Path, connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "MAX_QUEUED", 4)
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, GAME])
        connections.may_write.clear()
        writes = [asyncio.create_task(store.write([make_game_lines(n, n)])) for n in range(1, 21)]
        for _ in range(100):
            await asyncio.sleep(0)
        waiting = len(store._writer._next)
        assert waiting <= 4
        connections.may_write.set()
        await asyncio.gather(*writes)
        assert await store.load_game_log("game-1") == build_saved_file(20)


@run_in_loop
async def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM])
        with store._thread.database.borrow_connection() as db:
            assert db.execute("PRAGMA synchronous").fetchone() == (2,)
            assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


# --- kills ------------------------------------------------------------------------------------


def test_a_killed_process_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert kill_and_check(tmp_path, times=15, seed=0)


# --- a disk that is full, or fails ------------------------------------------------------------


def test_full_disk(tmp_path: Path) -> None:
    """On a real disk, as small as it can be: one in memory, in a namespace of its own."""
    unshare = shutil.which("unshare")
    if not unshare:
        pytest.skip("there is no unshare, which would give us a small disk")
    mount = [unshare, "--map-root-user", "--mount", "sh", "-c"]
    script = 'mount -t tmpfs -o size=600k tmpfs "$0" || exit 77; exec "$@"'
    worker = [sys.executable, "-m", "tests.tools.fill_disk_under_store", str(tmp_path)]
    ran = subprocess.run(
        [*mount, script, str(tmp_path), *worker],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode == 77 or "unshare" in ran.stderr:
        pytest.skip("no small disk can be mounted here")
    assert ran.returncode == 0, ran.stderr


@run_in_loop
async def test_full_database_met_by_moves_alone(tmp_path: Path, connections: Connections) -> None:
    """What is one statement is a transaction by itself."""
    async with open_sqlite_store(tmp_path) as store:
        connections.begin_with = ["PRAGMA max_page_count = 30"]
        await store.write([ROOM, GAME])
        last, why = await append_until_it_fails(store, 0, with_room=False)
        assert "the disk is full" in why
        assert await store.load_game_log("game-1") == build_saved_file(last)

        connections.begin_with = []
        await store.write([make_game_lines(last + 1, last + 10)])
        assert await store.load_game_log("game-1") == build_saved_file(last + 10)


@run_in_loop
async def test_full_database(tmp_path: Path, connections: Connections) -> None:
    """The same where nothing can be mounted: SQLite itself plays the full disk."""
    async with open_sqlite_store(tmp_path) as store:
        connections.begin_with = ["PRAGMA max_page_count = 30"]
        await store.write([ROOM, GAME])
        last, why = await append_until_it_fails(store, 0)
        assert "the disk is full" in why
        await check_nothing_is_half_written(store, last)

        connections.begin_with = []
        await store.write([make_game_lines(last + 1, last + 10)])
        assert await store.load_game_log("game-1") == build_saved_file(last + 10)


@run_in_loop
async def test_all_who_wait_hear_of_a_full_disk(tmp_path: Path, connections: Connections) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM])
        connections.begin_with = ["PRAGMA max_page_count = 1"]
        store._thread.database.close()
        connections.may_write.clear()
        games = [NewGame(f"g{n}", "KQJX", bytes(8_000)) for n in range(20)]
        writes = [asyncio.create_task(store.write([game])) for game in games]
        await asyncio.sleep(0)
        connections.may_write.set()
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} == {StoreFailed}
        assert await store.list_game_ids("KQJX") == []

        connections.begin_with = []
        await store.write(games)
        assert len(await store.list_game_ids("KQJX")) == 20


@run_in_loop
async def test_failing_disk(tmp_path: Path) -> None:
    """No file may grow over a limit: what SQLite then sees is a write that fails."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, GAME])
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
            last, why = await append_until_it_fails(store, 0)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert "the disk cannot be read or written (SQLITE_IOERR_WRITE)" in why
        await check_nothing_is_half_written(store, last)
        await store.write([make_game_lines(last + 1, last + 10)])
    async with open_sqlite_store(tmp_path) as store:
        assert await store.load_game_log("game-1") == build_saved_file(last + 10)


# --- a database that cannot be used -----------------------------------------------------------


@run_in_loop
async def test_locked_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "LOCK_TIMEOUT", 0.01)
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, GAME])
        with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            for _ in range(2):
                with pytest.raises(StoreFailed, match="another program keeps the database locked"):
                    await store.write([make_game_lines(1, 1)])
            assert await store.load_game_log("game-1") == build_saved_file(0)
            other.execute("ROLLBACK")
        await store.write([make_game_lines(1, 1)])
        assert await store.load_game_log("game-1") == build_saved_file(1)


@run_in_loop
async def test_locked_before_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "LOCK_TIMEOUT", 0.01)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreFailed, match="another program keeps the database locked"):
            await SqliteStore.open(tmp_path)
    async with open_sqlite_store(tmp_path) as store:
        assert await load_open_rooms(store) == []


@run_in_loop
async def test_database_that_may_not_be_written(tmp_path: Path, connections: Connections) -> None:
    async with open_sqlite_store(tmp_path) as store:
        connections.begin_with = ["PRAGMA query_only = ON"]
        with pytest.raises(StoreFailed, match="the database may not be written"):
            await store.write([ROOM])
        connections.begin_with = []
        await store.write([ROOM])
        assert await load_open_rooms(store) == [ROOM]


@run_in_loop
async def test_damaged_database(tmp_path: Path) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, GAME, make_game_lines(1, 200)])
    file = tmp_path / FILE_NAME
    good = file.read_bytes()
    async with open_sqlite_store(tmp_path) as store:
        file.write_bytes(good[:4096] + b"\xff" * (len(good) - 4096))
        with pytest.raises(StoreFailed, match="the database is damaged"):
            await store.load_game_log("game-1")
        with pytest.raises(StoreFailed, match="the database is damaged"):
            await store.write([make_game_lines(201, 202)])
        file.write_bytes(good)
        await store.write([make_game_lines(201, 202)])
        assert await store.load_game_log("game-1") == build_saved_file(202)


@run_in_loop
async def test_cut_off_database(tmp_path: Path) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, GAME, make_game_lines(1, 200)])
    file = tmp_path / FILE_NAME
    file.write_bytes(file.read_bytes()[: 3 * 4096])
    with pytest.raises(StoreFailed, match="the database is damaged"):
        await SqliteStore.open(tmp_path)


@run_in_loop
async def test_a_probe_is_a_real_commit(tmp_path: Path) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM])
        journal = tmp_path / f"{FILE_NAME}-wal"
        before = journal.read_bytes()
        await store.probe_write()
        after = journal.read_bytes()
        assert after.startswith(before)
        assert len(after) > len(before)


@run_in_loop
async def test_random_bytes_in_the_middle_are_found_at_the_start(tmp_path: Path) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, GAME, make_game_lines(1, 10_000)])
    file, random = tmp_path / FILE_NAME, Random(1)
    good = file.read_bytes()
    middle = len(good) // 2
    file.write_bytes(good[:middle] + random.randbytes(32_768) + good[middle + 32_768 :])
    with pytest.raises(StoreFailed, match=r"damaged: .*kostka verify-data.*kostka restore") as why:
        await SqliteStore.open(tmp_path)
    assert "\n" not in str(why.value)
    file.write_bytes(good)
    async with open_sqlite_store(tmp_path) as store:
        assert store.is_checked


@run_in_loop
async def test_a_check_that_takes_too_long_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM])

    def find_nothing_in_time(path: Path, *, seconds: float) -> None:
        raise TimeoutError(f"{path}: {seconds}")

    monkeypatch.setattr(sqlite_store, "find_first_fault", find_nothing_in_time)
    async with open_sqlite_store(tmp_path) as store:
        assert not store.is_checked
        assert await load_open_rooms(store) == [ROOM]


@run_in_loop
async def test_a_check_is_interrupted_when_its_time_is_over(
    tmp_path: Path, connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Signalling(Timer):
        def run(self) -> None:
            super().run()
            connections.may_check.set()

    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM, GAME, make_game_lines(1, 1000)])
    monkeypatch.setattr(sqlite_file, "Timer", Signalling)
    connections.may_check.clear()
    with pytest.raises(TimeoutError):
        sqlite_file.find_first_fault(tmp_path / FILE_NAME, seconds=0.1)


@pytest.mark.parametrize("name", [FILE_NAME, LOCK_FILE_NAME])
@run_in_loop
async def test_file_that_is_no_database(tmp_path: Path, name: str) -> None:
    text = b"Dear diary, today we played with the new tiles.\n" * 100
    (tmp_path / name).write_bytes(text)
    with pytest.raises(StoreFailed, match="this is not a database"):
        await SqliteStore.open(tmp_path)
    assert (tmp_path / name).read_bytes() == text


@run_in_loop
async def test_database_of_another_program(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other:
        other.execute("CREATE TABLE recipes (name)")
    with pytest.raises(StoreFailed, match="this database belongs to another program"):
        await SqliteStore.open(tmp_path)


@run_in_loop
async def test_newer_database(tmp_path: Path) -> None:
    async with open_sqlite_store(tmp_path) as store:
        await store.write([ROOM])
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as newer:
        newer.execute("PRAGMA user_version = 7")
    with pytest.raises(StoreFailed, match=r"a newer kostka .* \(version 7; this one knows 5\)"):
        await SqliteStore.open(tmp_path)


@run_in_loop
async def test_database_from_before_tournaments_is_brought_up_to_date(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as older:
        older.execute("PRAGMA journal_mode = WAL")
        older.executescript(sqlite_file._GAMES + "PRAGMA user_version = 1;")
        older.execute("INSERT INTO rooms VALUES ('KQJX', ?, 2000, 0)", (ROOM.snapshot,))
        older.execute("INSERT INTO games VALUES (1, 'game-1', 'KQJX', ?)", (GAME.header,))
        older.execute("INSERT INTO lines VALUES (1, 1, ?)", make_game_lines(1, 1).lines)
    for last in (1, 2):
        async with open_sqlite_store(tmp_path) as store:
            assert await load_open_rooms(store) == [ROOM]
            assert await store.load_game_log("game-1") == build_saved_file(3 * last - 2)
            await store.write([make_game_lines(3 * last - 1, 3 * last + 1)])
            assert await store.load_game_log("game-1") == build_saved_file(3 * last + 1)
            if last == 1:
                await store.write([CUP])
            await store.write([make_tournament_lines(last, last)])
            assert await store.load_tournament_log("cup-1") == build_saved_file(last, "cup-1")


@run_in_loop
async def test_database_from_before_personal_data_was_indexed(tmp_path: Path) -> None:
    chairs = [{"name": "Bot 1", "bot": 1}, {"name": "Anna", "guest": "anna-1"}]
    room = {"code": "KQJX", "host": "bert-1", "chairs": chairs, "deputy": None}
    cup = b'{"online":{"tournament":"cup-1"}}'
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as older:
        older.execute("PRAGMA journal_mode = WAL")
        older.executescript("".join(sqlite_file._UPGRADE_STEPS[:3]) + "PRAGMA user_version = 3;")
        for guest in (ANNA, BERT):
            values = (guest.id, guest.token_hash, guest.name, guest.created)
            older.execute("INSERT INTO guests VALUES (?, ?, ?, ?)", values)
        for code, snapshot in (("KQJX", to_json(room)), ("BAD", b"{}}"), ("CUP", cup)):
            older.execute("INSERT INTO rooms VALUES (?, ?, 2000, 0)", (code, snapshot))
        for code in ("BAD", "KQJX"):
            header = (f"game-{code}", code, GAME.header)
            older.execute("INSERT INTO games (id, room, header) VALUES (?, ?, ?)", header)
        older.execute("INSERT INTO tournaments (id, header) VALUES ('cup-1', ?)", (CUP.header,))
    async with open_sqlite_store(tmp_path) as store:
        assert await store.list_rooms_of_guest("anna-1") == ["KQJX"]
        assert await store.list_rooms_of_guest("bert-1") == ["KQJX"]
        assert await store.list_seats_of_guest("anna-1") == [GameSeat("KQJX", "game-KQJX", 1)]
        assert await store.list_seats_of_guest("bert-1") == []
        assert await store.list_rooms_of_tournament("cup-1") == ["CUP"]
        today = int(time()) // 86_400
        found = await store.find_guest("anna-1")
        assert found is not None
        assert found.last_seen in (today - 1, today)
        assert await store.list_unseen_guests(today - 1, 10) == []
        assert await store.list_old_tournaments((today - 1) * 86_400_000, 10) == []
        assert await store.list_old_tournaments((today + 2) * 86_400_000, 10) == ["cup-1"]


@run_in_loop
async def test_rooms_from_before_rooms_were_loaded_on_demand_are_due(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as older:
        older.execute("PRAGMA journal_mode = WAL")
        older.executescript("".join(sqlite_file._UPGRADE_STEPS[:4]) + "PRAGMA user_version = 4;")
        insert = "INSERT INTO rooms (code, snapshot, updated, closed) VALUES (?, ?, 2000, ?)"
        for code, is_closed in (("KQJX", 0), ("AAAA", 1)):
            older.execute(insert, (code, ROOM.snapshot, is_closed))
    for _ in range(2):
        async with open_sqlite_store(tmp_path) as store:
            assert await store.list_due_rooms(0, 10) == ["KQJX"]
            assert await store.take_room("KQJX") == TakenRoom(ROOM)
            assert await store.find_upload("x", 0) is None


@run_in_loop
async def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed, match=r"file/data: Not a directory"):
        await SqliteStore.open(tmp_path / "file" / "data")


@run_in_loop
async def test_folder_is_made_and_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "dåta ?%20#"
    async with open_sqlite_store(folder) as store:
        await store.write([ROOM])
    assert (folder / FILE_NAME).exists()
    assert folder.stat().st_mode & 0o077 == 0


@run_in_loop
async def test_every_failure_is_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(StoreFailed) as failed:
        await SqliteStore.open(tmp_path)
    assert str(failed.value) == (
        f"{tmp_path / FILE_NAME}: the database cannot be opened (SQLITE_CANTOPEN)"
    )


# --- one server for a folder ------------------------------------------------------------------

OPEN = "import asyncio, pathlib, sys\n"
OPEN += "from kostka.server.storage.sqlite_store import SqliteStore as S\n"
OPEN += "asyncio.run(S.open(pathlib.Path(sys.argv[1])))"


def start_second_server(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", OPEN, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@run_in_loop
async def test_a_folder_has_one_server(tmp_path: Path) -> None:
    async with open_sqlite_store(tmp_path) as store:
        with pytest.raises(StoreFailed, match=f"{tmp_path}: another kostka server uses"):
            await SqliteStore.open(tmp_path)
        second = await asyncio.to_thread(start_second_server, tmp_path)
        assert second.returncode == 1
        assert f"{tmp_path}: another kostka server uses this folder" in second.stderr
        await store.write([ROOM])
    assert start_second_server(tmp_path).returncode == 0


@run_in_loop
async def test_a_store_that_was_not_closed_does_not_hold_up_the_process(tmp_path: Path) -> None:
    assert start_second_server(tmp_path).returncode == 0
    async with open_sqlite_store(tmp_path) as store:
        assert await load_open_rooms(store) == []
