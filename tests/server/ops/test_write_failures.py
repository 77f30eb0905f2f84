"""What players and operators see while nothing can be written or read, and that games go on."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Coroutine, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kostka.bots import make_bot
from kostka.client import Connection, Refused, connect
from kostka.numbers import Draw, Game, verify_log
from kostka.protocol.requests import Begin, Draft
from kostka.protocol.rooms import Settings
from kostka.server.games import numbers
from kostka.server.games.typed_live_game import TypedLiveGame
from kostka.server.rooms import scheduler
from kostka.server.storage import sqlite_file
from kostka.server.storage.sqlite_file import FILE_NAME
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import Change, StoreFailed
from tests.server.running import fetched, plays_on, server
from tests.server.stores import open_store

pytestmark = pytest.mark.sqlite_only("its stores fail as SQLite does")

ROOT = Path(__file__).parents[3]


class FailingStore(SqliteStore):
    """A store whose disk does not always work."""

    broken = False
    unreadable = False
    failures = 0
    """How many writes will fail from now on."""
    slow: asyncio.Event | None = None
    """What writes wait for."""

    async def write(self, changes: Sequence[Change]) -> None:
        if self.slow is not None:
            await self.slow.wait()
        if self.broken or self.failures > 0:
            self.failures -= 1
            raise StoreFailed("/secret/place: the disk is full")
        await super().write(changes)

    async def load_game_log(self, game: str) -> bytes | None:
        if self.unreadable:
            raise StoreFailed("/secret/place: the disk cannot be read")
        return await super().load_game_log(game)


@pytest.fixture(autouse=True)
def _shorten_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(sqlite_file, "LOCK_TIMEOUT", 0.01)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


async def begin_game(ala: Connection) -> str:
    room = await ala.create_room(Settings("travel", seats=2, bots=(4,)))
    await ala.ask(Begin)
    await ala.wait_until(lambda one: one.is_my_turn)
    return room.code


async def check_records(folder: Path, ala: Connection) -> None:
    assert ala.game is not None
    store = await open_store(folder)
    saved = await store.load_game_log(ala.game.game)
    await store.close()
    assert saved is not None
    verify_log(Game.load(saved).log)


def test_a_move_that_cannot_be_saved_has_not_happened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "kostka.server")

    async def play() -> None:
        store = await FailingStore.open(tmp_path)
        assert isinstance(store, FailingStore)
        async with (
            server(tmp_path, store=store) as url,
            connect(url, name="Ala") as ala,
            connect(url, name="Cyd") as cyd,
        ):
            code = await begin_game(ala)
            await cyd.enter_room(code)
            before = ala.game
            assert before is not None
            rack = before.view.seats[0].rack or ()
            await ala.ask(Draft, turn=before.view.turns, table=(*before.view.table, rack[:2]))
            store.broken = True
            for store.unreadable in (False, True):
                with pytest.raises(Refused) as refused:
                    await ala.send_command(Draw(0))
                assert refused.value.problem_code == "not_saved"
                assert "secret" not in str(refused.value)
            assert ala.game is before
            for change in (ala.create_room(Settings("classic")), ala.ask(Begin)):
                with pytest.raises(Refused):
                    await change
            with pytest.raises(Refused) as refused:
                async with connect(url, name="Dan"):
                    pass
            assert refused.value.problem_code == "not_saved"
            unread = await fetched(url, f"/api/games/{before.game}")
            assert (unread.status, b"secret" in unread.body) == (503, False)
            assert (await fetched(url, "/")).status == 200
            async with connect(url, token=ala.token) as again:  # the same player, another device
                await again.enter_room(code)
                await again.wait_until(lambda one: one.game is not None)
                assert again.game is not None
                assert again.game.view == before.view
                assert again.game.draft == (*before.view.table, rack[:2])
            store.broken = store.unreadable = False
            await plays_on(ala)
            await cyd.wait_until(lambda one: one.is_game_over)
        await check_records(tmp_path, ala)

    run(play())
    events = [record.getMessage() for record in caplog.records]
    assert events.count("not_saved") == 1  # one line, however many were refused
    assert events.count("saved_again") == 1


def test_bots_go_on_when_there_is_room_again(tmp_path: Path) -> None:
    async def play() -> None:
        store = await FailingStore.open(tmp_path)
        assert isinstance(store, FailingStore)
        async with server(tmp_path, store=store) as url, connect(url, name="Ala") as ala:
            await begin_game(ala)
            for _ in range(3):
                turns = ala.game.view.turns if ala.game else 0

                def bot_to_move(one: Connection, before: int = turns) -> bool:
                    news = one.game
                    if news is not None and news.view.turns == before + 1 and not one.is_my_turn:
                        store.failures = 3  # those of the bot, as nobody else is on turn
                        return True
                    return False

                moved = asyncio.create_task(plays_on(ala, turns=1))
                await ala.wait_until(bot_to_move)
                await moved
                await ala.wait_until(lambda one: one.is_my_turn or one.is_game_over)
                assert store.failures <= 0
            await plays_on(ala)
        await check_records(tmp_path, ala)

    run(play())


def test_a_database_that_another_program_locks(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            await begin_game(ala)
            with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE")
                with pytest.raises(Refused) as refused:
                    await ala.send_command(Draw(0))
                assert refused.value.problem_code == "not_saved"
                assert ala.is_my_turn
                other.execute("ROLLBACK")
            await plays_on(ala)
        await check_records(tmp_path, ala)

    run(play())


def test_a_full_disk(tmp_path: Path) -> None:
    """On a real disk, a small one in memory."""
    unshare = shutil.which("unshare")
    if not unshare:
        pytest.skip("there is no unshare, which would give us a small disk")
    script = 'mount -t tmpfs -o size=8m tmpfs "$0" || exit 77; exec "$@"'
    worker = [sys.executable, "-m", "tests.tools.fill_disk_under_server", str(tmp_path)]
    ran = subprocess.run(
        [unshare, "--map-root-user", "--mount", "sh", "-c", script, str(tmp_path), *worker],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode == 77 or "unshare" in ran.stderr:
        pytest.skip("no small disk can be mounted here")
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    "damage",
    ["'{'", 'replace(snapshot, \'"rules":{\', \'"rules":{"no_such_rule":1\')'],
    ids=["unreadable", "a rule that is no more"],
)
def test_a_damaged_room_does_not_keep_the_others_shut(tmp_path: Path, damage: str) -> None:
    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            codes = [await begin_game(ala) for _ in range(2)]
        with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
            db.execute(f"UPDATE rooms SET snapshot = {damage} WHERE code = ?", (codes[0],))
            db.commit()
        async with server(tmp_path) as url, connect(url, token=ala.token) as ala:
            with pytest.raises(Refused) as refused:
                await ala.enter_room(codes[0])
            assert refused.value.problem_code == "no_room"
            await ala.enter_room(codes[1])

    run(play())


def test_a_move_is_told_even_if_its_player_has_gone_meanwhile(tmp_path: Path) -> None:
    async def play() -> None:
        store = await FailingStore.open(tmp_path)
        assert isinstance(store, FailingStore)
        async with server(tmp_path, store=store) as url, connect(url, name="Cyd") as cyd:
            async with connect(url, name="Ala") as ala:
                await cyd.enter_room(await begin_game(ala))
                await cyd.wait_until(lambda one: one.game is not None)
                assert ala.game is not None
                turns = ala.game.view.turns
                store.slow = asyncio.Event()
                moving = asyncio.create_task(ala.send_command(Draw(0)))
                await asyncio.sleep(0.1)  # if it takes longer, less is tested
                ala.socket.transport.abort()
                with pytest.raises(ConnectionError):
                    await moving
            await asyncio.sleep(0.1)
            store.slow.set()
            # The bot has moved after it.
            await cyd.wait_until(
                lambda one: one.game is not None and one.game.view.turns == turns + 2
            )

    run(play())


def test_a_fault_inside_is_answered_and_stays_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(*_: object) -> None:
        raise KeyError("token")

    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            await begin_game(ala)
            with monkeypatch.context() as patched:
                patched.setattr(TypedLiveGame, "execute_request", stumble)
                with pytest.raises(Refused) as refused:
                    await ala.send_command(Draw(0))
            assert refused.value.problem_code == "failed"
            await plays_on(ala)

    run(play())
    assert [record.getMessage() for record in caplog.records] == ["request_failed"]


def test_a_fault_in_a_bot_is_not_the_end_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stumbled: list[str] = []

    def sometimes(level: str, seed: int) -> object:
        if len(stumbled) < 2:
            stumbled.append(level)
            raise KeyError("token")
        return make_bot(level, seed)

    monkeypatch.setattr(numbers, "make_bot", sometimes)

    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            await ala.create_room(Settings("travel", seats=2, bots=(4,)))
            await ala.ask(Begin)
            await plays_on(ala)

    run(play())
    assert [record.getMessage() for record in caplog.records] == ["step_failed"] * 2
