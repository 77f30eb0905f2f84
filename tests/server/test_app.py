"""Whole games over real sockets."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from kostka.client import Connection, Refused, connect
from kostka.numbers import Draw, Game, verify_log
from kostka.protocol.requests import Begin, Sit
from kostka.protocol.responses import GameNews
from kostka.protocol.rooms import Settings, Stage
from tests.server.running import fetched, find_metric, plays_on, server
from tests.server.stores import open_store


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def test_two_people_and_a_bot_play_a_match(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            server(tmp_path) as url,
            connect(url, name="Ala") as ala,
            connect(url, name="Bob") as bob,
            connect(url, name="Cyd") as cyd,
        ):
            room = await ala.create_room(Settings("classic", seats=3, bots=(5,), games=2))
            await bob.enter_room(room.code.lower())
            await bob.ask(Sit, seat=1)
            await cyd.enter_room(room.code)
            for _ in range(2):
                await ala.ask(Begin)
                await bob.wait_until(lambda c: c.game is not None and not c.is_game_over)
                await asyncio.gather(plays_on(ala), plays_on(bob))
                await cyd.wait_until(lambda c: c.is_game_over)
            await cyd.wait_until(lambda c: c.room is not None and c.room.stage is Stage.OVER)
            assert cyd.room is not None
            assert len(cyd.room.played) == 2
            assert len(cyd.room.standings) == 3
            games = cyd.room.played
            record = await fetched(url, f"/api/games/{games[0]}")
            assert Game.load(record.body).state.result is not None
            numbers = (await fetched(url, "/metrics")).body.decode()
            assert re.search(r'kostka_requests_total\{.*kind="Begin".*\} 2\.0', numbers)
            assert find_metric(numbers, "kostka_visitors") == 3
        store = await open_store(tmp_path)
        for game in games:
            saved = await store.load_game_log(game)
            assert saved is not None
            verify_log(Game.load(saved).log)
        await store.close()

    run(play())


def test_pages_are_served_small_and_with_safe_headers(tmp_path: Path) -> None:
    async def look() -> None:
        async with server(tmp_path) as url:
            for path in ("/", "/room/ABCDE", "/settings"):
                page = await fetched(url, path)
                assert page.status == 200
                assert b"<html" in page.body
                assert "default-src 'self'" in page.headers["content-security-policy"]
                assert page.headers["x-content-type-options"] == "nosniff"
            script = await fetched(
                url, "/static/board/layout.js", headers={"accept-encoding": "gzip"}
            )
            assert script.headers["content-encoding"] == "gzip"
            assert script.headers["etag"]
            worker = (await fetched(url, "/sw.js")).body.decode()
            version = re.search(r'VERSION = "(\w+)"', worker)
            assert version is not None
            kept = f"/static/{version[1]}/board/layout.js"
            assert f'"{kept}"' in worker
            assert f"/static/{version[1]}/app/main.js".encode() in (await fetched(url, "/")).body
            assert "immutable" in (await fetched(url, kept)).headers["cache-control"]
            before = await fetched(
                url, "/static/0123456789abcdef/board/layout.js"
            )  # an older page asks
            assert (before.status, before.headers["cache-control"]) == (200, "no-cache")
            for wrong in (
                "/nothing",
                "/static/app/nothing.js",
                "/static/../app.py",
                "/api/games/x",
            ):
                assert (await fetched(url, wrong)).status == 404

    run(look())


def test_the_record_of_a_running_game_is_not_given_out(tmp_path: Path) -> None:
    async def look() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            await ala.create_room(Settings("classic", seats=2, bots=(1,)))
            await ala.ask(Begin)
            await ala.wait_until(lambda one: one.game is not None)
            assert ala.game is not None
            hidden = await fetched(url, f"/api/games/{ala.game.game}")
            assert hidden.status == 403
            assert b"order" not in hidden.body

    run(look())


def test_a_player_comes_back_to_a_server_that_was_restarted(tmp_path: Path) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            async with server(tmp_path) as url:
                ala = await stack.enter_async_context(connect(url, name="Ala"))
                room = await ala.create_room(Settings("classic", seats=2, bots=(4,)))
                await ala.ask(Begin)
                await plays_on(ala, turns=4)
                await ala.wait_until(lambda c: c.is_my_turn)
                token, seen = ala.token, ala.game
            assert ala.good_bye is not None
            assert ala.good_bye.retry_ms is not None
        async with server(tmp_path) as url, connect(url, token=token) as again:
            assert again.guest == ala.guest
            await again.enter_room(room.code)
            await again.wait_until(lambda c: c.game is not None)
            assert again.seat == 0
            assert again.game is not None
            assert seen is not None
            assert again.game.view == seen.view
            assert again.game.clock.deadline == seen.clock.deadline
            await plays_on(again)
            assert again.is_game_over

    run(play())


def test_frames_hold_nothing_that_their_receiver_must_not_know(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            server(tmp_path) as url,
            connect(url, name="Ala") as ala,
            connect(url, name="Cyd") as cyd,
        ):
            frames: dict[Connection, list[GameNews]] = {ala: [], cyd: []}
            for one in (ala, cyd):
                one.on_message = lambda message, one=one: (  # type: ignore[misc]
                    frames[one].append(message) if isinstance(message, GameNews) else None
                )
            room = await ala.create_room(Settings("travel", seats=2, bots=(3,)))
            await cyd.enter_room(room.code)
            await ala.ask(Begin)
            await plays_on(ala)
            await cyd.wait_until(lambda c: c.is_game_over)
            for one, seat in ((ala, 0), (cyd, None)):
                assert len(frames[one]) > 10
                for news in frames[one]:
                    if news.view.result is None:
                        shown = [n for n, s in enumerate(news.view.seats) if s.rack is not None]
                        assert shown == ([seat] if seat is not None else [])
                        assert news.view.seed is None

    run(play())


def test_requests_that_make_no_sense_are_answered(tmp_path: Path) -> None:
    async def play() -> None:
        async with server(tmp_path) as url, connect(url, name="Ala") as ala:
            for kind, fields, code in (
                (Begin, {}, "not_in_a_room"),
                (Sit, {"seat": 1}, "not_in_a_room"),
            ):
                with pytest.raises(Refused) as refused:
                    await ala.ask(kind, **fields)
                assert refused.value.problem_code == code
            with pytest.raises(Refused, match="no room"):
                await ala.enter_room("ZZZZZ")
            room = await ala.create_room(Settings("classic", seats=2))
            with pytest.raises(Refused, match="every seat"):
                await ala.ask(Begin)
            async with connect(url, name="Bob") as bob:
                await bob.enter_room(room.code)
                with pytest.raises(Refused, match="host"):
                    await bob.ask(Begin)
                await bob.ask(Sit, seat=1)
                await ala.ask(Begin)
                await bob.wait_until(lambda c: c.game is not None)
                first = ala if ala.is_my_turn else bob
                other = bob if first is ala else ala
                with pytest.raises(Refused) as refused:
                    await other.send_command(Draw(other.seat or 0))
                assert refused.value.problem_code == "not_your_turn"
                with pytest.raises(Refused) as refused:
                    await other.send_command(Draw(first.seat or 0))
                assert refused.value.problem_code == "foreign_seat"
            with pytest.raises(Refused, match="token"):
                async with connect(url, token="0" * 32):
                    pass

    run(play())
