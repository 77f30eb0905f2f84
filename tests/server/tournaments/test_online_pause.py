"""The desk stops the clock of a table: its room is paused, and goes on with the time left."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from kostka.client import Connection, connect
from kostka.numbers import Draw
from kostka.protocol import requests
from kostka.protocol.responses import Clock
from kostka.protocol.rooms import Pauser
from tests.server.running import server
from tests.server.tournaments.test_online import ONE_ROUND, begin_game, seat_players
from tests.server.tournaments.test_online_time import Time, time
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.test_seat_links import get_refusal_code, run_online_table
from tests.server.tournaments.tournament_client import RunningTournament, run_tournament

__all__ = ["time"]

TURN_MS = 60_000


def read_clock(player: Connection) -> Clock:
    assert player.game is not None
    return player.game.clock


def is_paused(player: Connection) -> bool:
    return player.room is not None and player.room.paused is Pauser.ORGANISER


async def wait_for_pause(players: list[Connection], *, paused: bool) -> None:
    for player in players:
        await player.wait_until(
            lambda one: is_paused(one) == paused and (read_clock(one).deadline is None) == paused
        )


async def pause(desk: RunningTournament, players: list[Connection]) -> None:
    await desk.organiser.execute("StopClock", table=1)
    await wait_for_pause(players, paused=True)


async def resume(desk: RunningTournament, players: list[Connection]) -> None:
    await desk.organiser.execute("ResumeClock", table=1)
    await wait_for_pause(players, paused=False)


def test_a_stopped_clock_pauses_the_move_and_refuses_moves(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            watching = await stack.enter_async_context(connect(desk.url))
            await watching.enter_room(code)
            await begin_game(players)
            time.ahead += TURN_MS // 2
            await pause(desk, [*players, watching])
            left = read_clock(players[0]).left
            assert left is not None
            assert 0 < left <= TURN_MS // 2
            time.ahead += 100 * TURN_MS  # nobody's time runs out
            await time.wait_for_check()
            mine = requests.Do, {"turn": 1, "command": Draw(0)}
            draft = requests.Draft, {"turn": 1, "table": ()}
            for kind, fields in (mine, draft):
                assert await get_refusal_code(players[0], kind, **fields) == "paused"
            await resume(desk, [*players, watching])
            clock = read_clock(players[0])
            assert clock.left is None
            assert clock.deadline is not None
            assert left - 5000 < clock.deadline - clock.now <= left
            await players[0].send_command(Draw(0))

    run(play())


def test_a_pause_outlives_the_server(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            await begin_game(players)
            await pause(desk, players)
            left, token = read_clock(players[0]).left, players[0].token
        time.ahead += 10 * TURN_MS
        async with server(tmp_path) as url, connect(url, token=token) as ala:
            desk.url = desk.organiser.url = url
            await ala.enter_room(code)
            assert is_paused(ala)
            assert (read_clock(ala).left, read_clock(ala).deadline) == (left, None)
            refused = await get_refusal_code(ala, requests.Do, turn=1, command=Draw(0))
            assert refused == "paused"
            await resume(desk, [ala])
            await ala.send_command(Draw(0))

    run(play())


@pytest.mark.usefixtures("time")
def test_a_stop_or_a_resumption_while_the_server_could_not_act_is_made_up_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash between the desk's entry and the room leaves them apart only for a moment."""

    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            await begin_game(players)
            with monkeypatch.context() as patch:
                name = "kostka.server.tournaments.online_tables.OnlineTables.sync_pauses"
                patch.setattr(name, do_nothing)
                await pause(desk, players)
                await resume(desk, players)

    run(play())


async def do_nothing(*_: object) -> None:
    pass


def test_no_game_begins_while_the_clock_is_stopped(tmp_path: Path) -> None:
    async def play() -> None:
        async with run_online_table(tmp_path) as (desk, code), AsyncExitStack() as stack:
            players = await seat_players(stack, desk, code)
            await desk.organiser.execute("CallReferee", table=1, about="a tile fell")
            await players[0].wait_until(is_paused)
            assert await get_refusal_code(players[0], requests.Begin) == "paused"
            await desk.organiser.execute("ResumeClock", table=1)
            await players[0].wait_until(lambda one: not is_paused(one))
            await begin_game(players)
            clock = read_clock(players[0])
            assert clock.deadline is not None
            assert clock.deadline - clock.now <= TURN_MS

    run(play())


def test_other_tables_and_void_rounds_play_on(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        async with run_tournament(tmp_path, settings=ONE_ROUND) as desk, AsyncExitStack() as stack:
            await desk.seat_players(7)
            told = await desk.organiser.ask("/online", b'{"table": 2}')
            players = await seat_players(stack, desk, told.body["code"], table=2)
            await begin_game(players)
            await desk.organiser.execute("StopClock", table=1)
            await time.wait_for_check()
            assert not is_paused(players[0])
            await desk.organiser.execute("StopClock", table=2)
            await wait_for_pause(players, paused=True)
            await desk.organiser.execute("VoidRound", reason="the fire alarm")
            await wait_for_pause(players, paused=False)

    run(play())
