"""Tables that play online: rooms with kept seats, and games that are entered as results."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from kostka.client import Connection, Refused, connect
from kostka.numbers import Leave
from kostka.protocol.requests import Begin, ClaimSeat
from kostka.protocol.rooms import Stage
from kostka.tournament import Role
from tests.server.running import plays_on, server
from tests.server.tournaments.test_entries import list_results, load_tournament_game
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.tournament_client import Reply, RunningTournament, run_tournament

ONE_ROUND = {"rounds": 1, "games": 2}


async def go_online(desk: RunningTournament, table: int) -> Reply:
    return await desk.organiser.ask("/online", json.dumps({"table": table}).encode())


async def get_seat_secrets(desk: RunningTournament, table: int = 1) -> list[str]:
    """Read the secrets in the players' links from the desk."""
    told = await desk.organiser.ask(f"/online/{table}/links")
    return [link["url"].partition("#")[2] for link in told.body["links"]]


async def seat_players(
    stack: AsyncExitStack, desk: RunningTournament, code: str, table: int = 1
) -> list[Connection]:
    """Let the players of a table open their links."""
    found = []
    for seat, secret in enumerate(await get_seat_secrets(desk, table)):
        player = await stack.enter_async_context(connect(desk.url, name=f"Phone {seat}"))
        await player.enter_room(code)
        await player.ask(ClaimSeat, secret=secret)
        assert player.seat == seat
        found.append(player)
    return found


async def begin_game(players: list[Connection]) -> None:
    """Begin a game, and wait until everybody has heard of it."""
    before = players[0].game.game if players[0].game else None
    await players[0].ask(Begin)
    for player in players:
        await player.wait_until(lambda one: one.game is not None and one.game.game != before)


async def play_game(players: list[Connection]) -> None:
    """Play a game to its end."""
    await begin_game(players)
    await asyncio.gather(*map(plays_on, players))
    await players[0].wait_until(
        lambda one: one.room is not None and one.room.stage is not Stage.PLAYING
    )


async def wait_until_entered(desk: RunningTournament, games: int) -> Any:
    """Wait until so many games of table 1 have a result."""
    told = await desk.organiser.ask()
    while sum(game["entered"] for game in _get_games(told.body["view"])) < games:
        told = await desk.organiser.ask(f"?after={told.body['version']}")
        assert told.status == 200
    return told.body["view"]


def _get_games(view: Any) -> Any:
    return view["rounds"][-1]["tables"][0]["games"]


def test_a_table_plays_its_round_online(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_tournament(tmp_path, settings=ONE_ROUND) as desk, AsyncExitStack() as stack:
            await desk.seat_players(7)
            names = [
                seat["name"]
                for seat in (await desk.organiser.view())["rounds"][0]["tables"][1]["seats"]
            ]
            told = await go_online(desk, 2)
            assert told.status == 200
            assert (await go_online(desk, 2)).body == told.body
            code = told.body["code"]
            players = await seat_players(stack, desk, code, table=2)
            room = players[0].room
            assert room is not None
            assert [chair.name for chair in room.chairs] == names
            for game in (1, 2):
                await play_game(players)
                assert players[0].game is not None
                assert players[0].game.view.starter == game - 1  # A, then B (Z-3)
            with pytest.raises(Refused, match="all games of this round"):
                await players[0].ask(Begin)
            told = await desk.organiser.ask()
            while [2, 2] in told.body["view"]["rounds"][0]["missing"]:
                told = await desk.organiser.ask(f"?after={told.body['version']}")
            room = players[0].room
            assert room is not None
            for result in told.body["view"]["rounds"][0]["tables"][1]["games"]:
                assert result["by"]["name"] == "online 2"
                assert sum(result["big"]) >= 1
            standings = {row["name"]: row["big"] for row in told.body["view"]["standings"]}
            for line in room.standings:
                assert standings[names[line.seat]] == line.big
        game_log = await load_tournament_game(tmp_path, desk)
        assert [entry.stamp for entry in list_results(game_log)] == [
            f"online {name}" for name in room.played
        ]

    run(play())


def test_a_game_that_ended_before_a_crash_is_entered_once_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        with monkeypatch.context() as patch:
            # The server dies after the last move was written, before the result is entered.
            patch.setattr(
                "kostka.server.tournaments.online_tables.OnlineTables.on_game_over", lambda *_: None
            )
            async with (
                run_tournament(tmp_path, settings=ONE_ROUND) as desk,
                AsyncExitStack() as stack,
            ):
                await desk.seat_players(3)
                code = (await go_online(desk, 1)).body["code"]
                players = await seat_players(stack, desk, code)
                await play_game(players)
                assert not any(game["entered"] for game in _get_games(await desk.organiser.view()))
        for _ in range(2):
            async with server(tmp_path) as url:
                desk.url = desk.organiser.url = url
                view = await wait_until_entered(desk, 1)
                assert [game["entered"] for game in _get_games(view)] == [True, False]
                seen = await desk.organiser.ask()
                assert seen.body["online"] == [{"round": 1, "table": 1, "code": code}]
        assert len(list_results(await load_tournament_game(tmp_path, desk))) == 1

    run(play())


def test_rooms_are_told_to_those_who_need_them(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            referee = await desk.grant_link(Role.REFEREE, "Ola")
            screen = await desk.grant_link(Role.SCREEN, "wall")
            await desk.seat_players(8)
            sheets = [await desk.get_sheet_link(1), await desk.get_sheet_link(2)]
            code = (await go_online(desk, 1)).body["code"]
            here = [{"round": 1, "table": 1, "code": code}]
            for link, seen in (
                (desk.organiser, here),
                (referee, here),
                (sheets[0], here),
                (sheets[1], []),
                (screen, []),
                (desk.anybody, []),
            ):
                assert (await link.ask()).body["online"] == seen
            for link in (referee, screen, sheets[0], desk.anybody):
                assert (await link.ask("/online", b'{"table":1}')).status == 403

    run(look())


def test_what_cannot_be_played_online_is_refused(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            assert (await go_online(desk, 1)).codes == ["round_not_running"]
            await desk.seat_players(8)
            for table in (0, 3):
                assert (await go_online(desk, table)).codes == ["no_table"]
            view = await desk.organiser.view()
            gone = view["rounds"][0]["tables"][1]["seats"][0]
            await desk.organiser.execute("Withdraw", player=gone["player"], reason="ill")
            told = await go_online(desk, 2)
            assert (told.status, told.codes) == (409, ["seat_empty"])

    run(look())


def test_a_result_typed_by_a_referee_stands(tmp_path: Path) -> None:
    """What is played online does not replace what was entered before."""

    async def play() -> None:
        async with run_tournament(tmp_path, settings=ONE_ROUND) as desk, AsyncExitStack() as stack:
            await desk.seat_players(3)
            code = (await go_online(desk, 1)).body["code"]
            players = await seat_players(stack, desk, code)
            await desk.organiser.execute("EnterResult", **desk.build_result(1, 1, 0, 51, 52))
            for _ in range(2):
                await play_game(players)
            games = _get_games(await wait_until_entered(desk, 2))
            assert games[0]["paper"]["racks"][1]["tiles"] == 51
            assert games[1]["by"]["name"] == "online 1"

    run(play())


def test_a_game_that_nobody_finished_is_left_to_the_referee(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_tournament(tmp_path, settings=ONE_ROUND) as desk, AsyncExitStack() as stack:
            await desk.seat_players(3)
            code = (await go_online(desk, 1)).body["code"]
            players = await seat_players(stack, desk, code)
            await begin_game(players)
            await players[1].send_command(Leave(1))
            await players[2].send_command(Leave(2))
            await players[0].wait_until(lambda one: one.is_game_over)
            await play_game(players)
            games = _get_games(await wait_until_entered(desk, 1))
            assert [game["entered"] for game in games] == [False, True]
            told = await desk.organiser.do("EnterResult", **desk.build_result(1, 1, 0, 51, 52))
            assert told.status == 200

    run(play())
