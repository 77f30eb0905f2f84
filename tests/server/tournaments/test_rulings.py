"""A referee rules about the game of an online table: everybody there sees it, and it is logged."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from kostka.client import Connection
from kostka.numbers import Draw, EndTurn
from kostka.numbers import events as ev
from kostka.protocol.responses import GameNews
from kostka.server.games import read_record
from kostka.tournament import Role
from tests.server.stores import open_store
from tests.server.tournaments.test_online import begin_game, seat_players
from tests.server.tournaments.test_online_pause import pause, resume
from tests.server.tournaments.test_online_time import Time, time
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.test_seat_links import run_online_table
from tests.server.tournaments.tournament_client import Link, Reply

__all__ = ["time"]

UNDO: dict[str, Any] = {"type": "UndoMove"}
END: dict[str, Any] = {"type": "EndGame"}
TURN_MS = 40_000


def make_penalty(seat: int, tiles: int) -> dict[str, Any]:
    return {"type": "GivePenalty", "seat": seat, "tiles": tiles}


async def rule(link: Link, ruling: object, reason: str = "a tile fell", table: int = 1) -> Reply:
    body = json.dumps({"ruling": ruling, "reason": reason}).encode()
    return await link.ask(f"/online/{table}/rulings", body)


async def get_codes(link: Link, ruling: object, **fields: Any) -> tuple[int, list[str]]:
    reply = await rule(link, ruling, **fields)
    return reply.status, reply.codes


def get_game(player: Connection) -> GameNews:
    assert isinstance(player.game, GameNews)
    return player.game


async def wait_for_event(players: list[Connection], kind: type[ev.AnyEvent]) -> list[Any]:
    """Wait until everybody has heard of an event; return it as each of them saw it."""
    seen = []
    for player in players:
        await player.wait_until(lambda one: any(isinstance(e, kind) for e in get_game(one).events))
        seen += [event for event in get_game(player).events if isinstance(event, kind)]
    return seen


async def draw_tile(players: list[Connection]) -> None:
    """Let the first player draw and end the turn."""
    await players[0].send_command(Draw(0))
    await players[0].send_command(EndTurn(0))
    for player in players:
        await player.wait_until(lambda one: get_game(one).view.turn == 1)


@pytest.mark.clause("Z-30", "Z-32")
def test_a_move_is_taken_back_and_its_player_has_the_whole_time_again(
    tmp_path: Path, time: Time
) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            await begin_game(players)
            before = get_game(players[0]).view
            await draw_tile(players)
            time.ahead += TURN_MS // 2
            await pause(desk, players)
            referee = await desk.grant_link(Role.REFEREE, "Ula")
            reply = await rule(referee, UNDO)
            assert (reply.status, reply.body["code"]) == (200, code)
            undone = await wait_for_event(players, ev.MoveUndone)
            assert undone == len(players) * [ev.MoveUndone("Ula", "a tile fell")]
            view = get_game(players[0]).view
            assert (view.turn, view.pool, view.seats) == (0, before.pool, before.seats)
            await resume(desk, players)
            clock = get_game(players[0]).clock
            assert clock.deadline is not None
            assert TURN_MS - 5000 < clock.deadline - clock.now <= TURN_MS
            await draw_tile(players)

    run(play())


@pytest.mark.usefixtures("time")
@pytest.mark.clause("Z-30", "Z-32")
def test_a_penalty_is_drawn_and_only_its_player_sees_the_tiles(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            await begin_game(players)
            await pause(desk, players)
            referee = await desk.grant_link(Role.REFEREE, "Ula")
            assert (await rule(referee, make_penalty(1, 2))).status == 200
            drawn = await wait_for_event(players, ev.Drew)
            assert [len(event.tiles) for event in drawn] == len(players) * [2]
            shown = [event.tiles != (-1, -1) for event in drawn]
            assert shown == [seat == 1 for seat in range(len(players))]
            assert get_game(players[0]).view.seats[1].tiles == 16

    run(play())


@pytest.mark.usefixtures("time")
@pytest.mark.clause("Z-30", "Z-32")
def test_the_game_is_ended_and_the_reason_is_in_its_record(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            await begin_game(players)
            await pause(desk, players)
            head = await desk.grant_link(Role.HEAD_REFEREE, "Ewa")
            assert (await rule(head, END, reason="the fire alarm")).status == 200
            ended = await wait_for_event(players, ev.EndedByReferee)
            assert set(ended) == {ev.EndedByReferee("Ewa", "the fire alarm")}
            game = get_game(players[0]).game
            assert await get_codes(head, UNDO) == (409, ["not_running"])
        store = await open_store(tmp_path)
        data = await store.load_game_log(game)
        await store.close()
        assert data is not None
        record = read_record(data)
        record.verify_record()
        assert record.result is not None
        assert record.result.ending.value == "referee"

    run(play())


@pytest.mark.usefixtures("time")
@pytest.mark.clause("Z-30", "Z-32")
def test_what_is_refused_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            referee = await desk.grant_link(Role.REFEREE, "Ula")
            await begin_game(players)
            before = get_game(players[0]).view
            assert await get_codes(referee, END) == (409, ["clock_runs"])
            await pause(desk, players)
            await check_refusals(referee)
            for link in (desk.organiser, await desk.get_sheet_link(1)):
                assert (await rule(link, END)).status == 403
            await resume(desk, players)
            assert get_game(players[0]).view == before

    run(play())


async def check_refusals(referee: Link) -> None:
    assert await get_codes(referee, UNDO) == (409, ["nothing_to_undo"])
    assert await get_codes(referee, END, reason=" ") == (409, ["no_reason"])
    assert await get_codes(referee, make_penalty(5, 1)) == (409, ["no_seat"])
    assert await get_codes(referee, END, table=9) == (404, ["not_online"])
    for wrong in (make_penalty(0, 21), make_penalty(-1, 1), {"type": "Win"}, "EndGame"):
        assert (await rule(referee, wrong)).status == 400
