"""The time of a round at tables that play online: one more move each, no further game (Z-17)."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from kostka.client import Connection, Refused, connect
from kostka.numbers import Ending, Game
from kostka.numbers.events import RoundTimeEnded
from kostka.protocol.requests import Begin
from kostka.protocol.rooms import Stage
from kostka.server import app
from kostka.server.ops.server_clock import ServerClock, read_wall_time_ms
from kostka.server.rooms.live_room import LiveRoom
from kostka.server.tournaments import online_tables as online
from kostka.tournament.clocks import MINUTE
from tests.server.running import plays_on, server
from tests.server.stores import open_store
from tests.server.tournaments.test_online import (
    begin_game,
    go_online,
    play_game,
    seat_players,
    wait_until_entered,
)
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.tournament_client import RunningTournament, run_tournament

TIMED = {"rounds": 1, "games": 2, "minutes": 1}


class Time:
    """The server's time, which a test puts forward, and the looks that it takes at the clocks."""

    def __init__(self) -> None:
        self.ahead = 0
        self.looks = 0

    def now(self) -> int:
        return read_wall_time_ms() + self.ahead

    def pass_round_time(self) -> None:
        """Let more than the time of a round go by."""
        self.ahead += MINUTE + 1

    async def wait_for_check(self) -> None:
        """Wait until a look that has not yet begun is over: the one after that under way."""
        until = self.looks + 2
        while self.looks < until:  # noqa: ASYNC110  (the server does not tell of its looks)
            await asyncio.sleep(0.01)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    found, look = Time(), online.OnlineTables._end_round_time_if_over

    async def counted(self: online.OnlineTables, room: LiveRoom) -> None:
        await look(self, room)
        found.looks += 1

    monkeypatch.setattr(app, "ServerClock", lambda: ServerClock(*[found.now] * 3))
    monkeypatch.setattr(online, "CLOCK_INTERVAL", 0.01)
    monkeypatch.setattr(online.OnlineTables, "_end_round_time_if_over", counted)
    return found


async def seat_players_and_begin(
    stack: AsyncExitStack, desk: RunningTournament
) -> list[Connection]:
    """Let the three players of a tournament sit down in the room of their table, and begin."""
    await desk.seat_players(3)
    code = (await go_online(desk, 1)).body["code"]
    players = await seat_players(stack, desk, code)
    await begin_game(players)
    return players


def is_over(player: Connection) -> bool:
    """Whether a player was told that the time of the round is over."""
    return player.game is not None and player.game.view.round_over


async def has_time_left(player: Connection) -> bool:
    """Let a player enter again, to be told how the game stands: whether its time is not over."""
    assert player.room is not None
    await player.enter_room(player.room.code)
    return not is_over(player)


async def load_record(folder: Path, name: str) -> Game:
    """Load a game from what a stopped server has left."""
    store = await open_store(folder)
    data = await store.load_game_log(name)
    await store.close()
    assert data is not None
    return Game.load(data)


def count_round_time_ends(game: Game) -> int:
    """Count how often the time of the round has ended in a game."""
    return sum(isinstance(event, RoundTimeEnded) for event in game.log.events)


def test_everybody_has_one_more_move_and_no_further_game_begins(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        async with run_tournament(tmp_path, settings=TIMED) as desk, AsyncExitStack() as stack:
            players = await seat_players_and_begin(stack, desk)
            assert players[0].game is not None
            name = players[0].game.game
            await time.wait_for_check()
            assert await has_time_left(players[0])
            time.pass_round_time()
            for player in players:
                await player.wait_until(is_over)
            await time.wait_for_check()
            await asyncio.gather(*map(plays_on, players))
            await players[0].wait_until(
                lambda one: one.room is not None and one.room.stage is Stage.BETWEEN
            )
            with pytest.raises(Refused, match="time of the round is over"):
                await players[0].ask(Begin)
            first, second = (await wait_until_entered(desk, 1))["rounds"][0]["tables"][0]["games"]
            assert first["paper"]["ending"] == Ending.ROUND_TIME
            assert not second["entered"]  # why it was not played is for the staff to say
        game = await load_record(tmp_path, name)
        assert count_round_time_ends(game) == 1
        assert game.state.turns == 4  # the move under way, and one more of each

    run(play())


def test_a_time_that_ends_while_the_server_is_down_is_over_once(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        async with run_tournament(tmp_path, settings=TIMED) as desk, AsyncExitStack() as stack:
            players = await seat_players_and_begin(stack, desk)
            assert players[0].room is not None
            assert players[0].game is not None
            code, name = players[0].room.code, players[0].game.game
        time.pass_round_time()
        for _ in range(2):
            async with server(tmp_path) as url, connect(url, name="Ola") as watching:
                await watching.enter_room(code)
                await watching.wait_until(is_over)
                await time.wait_for_check()
            assert count_round_time_ends(await load_record(tmp_path, name)) == 1

    run(play())


def test_the_time_waits_while_the_clock_of_the_table_is_stopped(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        async with run_tournament(tmp_path, settings=TIMED) as desk, AsyncExitStack() as stack:
            players = await seat_players_and_begin(stack, desk)
            await desk.organiser.execute("StopClock", table=1)
            time.pass_round_time()
            await time.wait_for_check()
            await desk.organiser.execute("ResumeClock", table=1)  # it has its time back
            await time.wait_for_check()
            assert await has_time_left(players[0])
            time.pass_round_time()
            await players[0].wait_until(is_over)

    run(play())


def test_a_void_round_has_no_time(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        async with run_tournament(tmp_path, settings=TIMED) as desk, AsyncExitStack() as stack:
            players = await seat_players_and_begin(stack, desk)
            await desk.organiser.execute("VoidRound", reason="the fire alarm")
            time.pass_round_time()
            await time.wait_for_check()
            await desk.start_round()  # the same round, drawn again
            time.pass_round_time()
            await time.wait_for_check()
            assert await has_time_left(players[0])

    run(play())


def test_a_closed_round_has_no_time(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        async with run_tournament(tmp_path, settings=TIMED) as desk, AsyncExitStack() as stack:
            players = await seat_players_and_begin(stack, desk)
            for game in (1, 2):
                await desk.organiser.execute("EnterResult", **desk.build_result(1, game, 0, 51, 52))
            await desk.organiser.execute("CloseRound")
            time.pass_round_time()
            await time.wait_for_check()
            assert await has_time_left(players[0])

    run(play())


def test_without_a_time_games_last_as_long_as_they_take(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        settings = {**TIMED, "minutes": None}
        async with run_tournament(tmp_path, settings=settings) as desk, AsyncExitStack() as stack:
            players = await seat_players_and_begin(stack, desk)
            time.pass_round_time()
            await time.wait_for_check()
            await asyncio.gather(*map(plays_on, players))
            await play_game(players)
            assert await has_time_left(players[0])

    run(play())
