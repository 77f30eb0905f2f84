"""Records and steps over HTTP: finished games only, and files that people bring."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.requests import Request

from kostka.events.errors import Refused
from kostka.numbers import Game
from kostka.numbers import events as ev
from kostka.server.api import games
from kostka.server.api.games import MAX_RECORD_BYTES, UPLOAD_RATE, GameRecords, StepsCache
from kostka.server.storage import store as kept
from kostka.server.workers.fair_queue import Disconnect
from kostka.server.workers.task import Task
from tests.server.recorded import GAMES, RecordedGame
from tests.server.running import OUTSIDE, fetched, server
from tests.server.stores import open_store
from tests.server.workers.tasks_here import TasksHere


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


async def save_game(
    folder: Path, name: str, game: RecordedGame, commands: int | None = None
) -> None:
    """Put the beginning of a recorded game, or all of it, where a server keeps games."""
    store = await open_store(folder)
    lines = tuple(line for command in game.commands[:commands] for line in command)
    new = kept.NewGame(name, "ABCDE", game.header)
    await store.write([kept.SavedRoom("ABCDE", b"{}", 0, closed=True), new])
    await store.write([kept.GameLines(name, 1, lines)])
    await store.close()


def test_a_finished_game_is_given_out_step_by_step(tmp_path: Path) -> None:
    async def look() -> None:
        for name, game in GAMES.items():
            await save_game(tmp_path, name, game)
        async with server(tmp_path) as url:
            for name, game in GAMES.items():
                assert (await fetched(url, f"/api/games/{name}")).body == game.saved
                page = await fetched(url, f"/api/games/{name}/steps")
                assert page.status == 200
                replay = json.loads(page.body)
                last = replay["steps"][-1]
                assert last["events"][-1]["type"] == "Finished"
                assert len(last["seats"]) == len(replay["header"]["names"]) == len(replay["sums"])

    run(look())


def test_a_game_that_goes_on_gives_nothing_away(tmp_path: Path) -> None:
    async def look() -> None:
        game = GAMES["twist-went_out"]
        await save_game(tmp_path, "running", game, commands=len(game.commands) - 1)
        async with server(tmp_path) as url:
            for path in ("/api/games/running", "/api/games/running/steps"):
                page = await fetched(url, path)
                assert page.status == 403
                assert json.loads(page.body)["error"] == "the game is not over yet"
            for path in ("/api/games/none", "/api/games/none/steps"):
                assert (await fetched(url, path)).status == 404

    run(look())


def test_a_file_is_shown_if_every_line_of_it_follows(tmp_path: Path) -> None:
    async def look() -> None:
        saved = GAMES["classic-went_out"].saved
        changed = saved.replace(b'"names":["', b'"names":["X', 1)
        lines = saved.splitlines(keepends=True)
        wrong = {
            b"": "line 1: the file is empty",
            b"hello\n": "line 1: this is not a saved game",
            changed: "line 1: the line was changed",
            b"".join(lines[:-1]): "missing",
            b" " * (MAX_RECORD_BYTES + 1): "longer than",
        }
        async with server(tmp_path) as url:
            good = await fetched(url, "/api/steps", body=saved)
            assert good.status == 200
            assert json.loads(good.body)["steps"]
            for data, why in wrong.items():
                page = await fetched(url, "/api/steps", body=data)
                assert page.status in {400, 413}
                assert why in json.loads(page.body)["error"]
            assert (await fetched(url, "/api/steps")).status == 405

    run(look())


def test_a_forged_file_whose_hashes_fit_is_refused(tmp_path: Path) -> None:
    """Tiles that nobody drew, hashed again by a forger: only the rules can tell."""

    log = Game.load(GAMES["classic-went_out"].saved).log
    forged = log.log_format.new_log(log.header)
    done = False
    for entry in log.entries:
        event = entry.event
        if isinstance(event, ev.Drew) and not done:
            event, done = replace(event, tiles=(event.tiles[0] ^ 1,)), True
        forged.append(event, entry.at, more=entry.more)

    async def look() -> None:
        async with server(tmp_path) as url:
            page = await fetched(url, "/api/steps", body=forged.to_bytes())
            assert page.status == 400
            assert json.loads(page.body)["error"].startswith("line ")

    run(look())


def test_nobody_brings_files_without_end(tmp_path: Path) -> None:
    async def look() -> None:
        async with server(tmp_path) as url:
            answers = [
                (await fetched(url, "/api/steps", headers=OUTSIDE, body=b"x\n")).status
                for _ in range(int(UPLOAD_RATE.burst) + 1)
            ]
        assert answers == [400] * int(UPLOAD_RATE.burst) + [429]

    run(look())


class CountedTasks(TasksHere):
    """Counts tasks while it runs them."""

    count = 0

    async def run_task(
        self, task: Task, payload: bytes, address: str, gone: Disconnect | None = None
    ) -> bytes:
        self.count += 1
        return await super().run_task(task, payload, address, gone)


def test_running_games_are_refused_unread_and_steps_are_made_once(tmp_path: Path) -> None:
    async def look() -> None:
        game = GAMES["twist-went_out"]
        await save_game(tmp_path, "over", game)
        store = await open_store(tmp_path)
        await store.write([kept.NewGame("new", "ABCDE", game.header)])
        await store.write([kept.NewGame("running", "ABCDE", game.header)])
        await store.write([kept.GameLines("running", 1, game.commands[0])])
        runner = CountedTasks()
        records = GameRecords(store, runner, lambda: 0)

        async def send_steps(name: str) -> bytes:
            scope = {"type": "http", "path_params": {"game": name}, "headers": []}
            return bytes((await records.send_steps(Request(scope))).body)

        for name in ("new", "running"):
            with pytest.raises(Refused, match="not over"):
                await send_steps(name)
        assert runner.count == 0
        assert len({await send_steps("over") for _ in range(5)}) == 1
        assert runner.count == 1
        await store.close()

    run(look())


def test_steps_are_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MAX_CACHED_BYTES", 100)
    cache = StepsCache()
    cache.add_steps("a", b"x" * 60)
    cache.add_steps("b", b"x" * 40)
    cache.add_steps("a", b"y" * 60)
    assert (cache.find_steps("b"), cache.find_steps("a")) == (b"x" * 40, b"y" * 60)
    cache.add_steps("c", b"z")
    assert [cache.find_steps(name) is None for name in "abc"] == [False, True, False]
    cache.add_steps("d", b"x" * 101)
    assert [cache.find_steps(name) for name in "abcd"] == [None] * 4
