"""Rooms and the people in them, with a clock of our own and no sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from kostka.numbers import Game, Leave
from kostka.protocol import PROTOCOL, requests, responses
from kostka.protocol.rooms import Settings, Stage
from kostka.server.rooms.due_times import IDLE_IN_PLAY_MS, IDLE_MS
from kostka.server.rooms.room import STAND_IN_LEVEL
from kostka.server.rooms.scheduler import BotPace
from tests.server.world import Wire, draw, run, world

HOUR = 3_600_000


# --- who is there -----------------------------------------------------------------------------


def test_a_bot_takes_over_for_who_stays_away_and_gives_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing(stand_in_seconds=0)
            first, other = (ala, bob) if ala.on_turn else (bob, ala)
            seat = other.seat
            assert seat is not None
            await other.go()
            for _ in range(3):
                await draw(first)
                await first.until(lambda one: one.on_turn)  # the bot has moved
            assert first.here.chairs[seat].bot == STAND_IN_LEVEL
            assert first.here.chairs[seat].guest == other.session.guest
            again = await made.back(other)
            assert again.seat == seat
            assert first.here.chairs[seat].bot is None
            await draw(first)
            await again.until(lambda one: one.on_turn)
            await draw(again)

    run(play())


@pytest.mark.parametrize("settings", [{"stand_in_seconds": None}, {"stand_in_seconds": 3600}, {}])
def test_nobody_is_taken_over_before_their_time(
    tmp_path: Path, settings: dict[str, int | None]
) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing(**settings)
            first, other = (ala, bob) if ala.on_turn else (bob, ala)
            await other.go()
            await draw(first)
            await asyncio.sleep(0.05)
            assert other.seat is not None
            assert first.here.chairs[other.seat].bot is None
            assert not first.on_turn

    run(play())


def test_nobody_is_taken_over_if_nobody_waits(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing(stand_in_seconds=0)
            place = made.lobby.rooms[ala.here.code]
            for person in (ala, bob):
                await person.go()
            await asyncio.sleep(0.05)
            assert [chair.bot for chair in place.room.chairs] == [None, None]

    run(play())


def test_who_comes_and_goes_does_not_keep_a_bot_from_moving(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            made.lobby.scheduler.bot_pace = BotPace((10, 10))
            ala = await made.comes("Ala")
            await ala.ask(requests.Create, settings=Settings("travel", bots=(1,)))
            await ala.ask(requests.Begin)
            place = made.lobby.rooms[ala.here.code]
            if ala.on_turn:
                await draw(ala)
            plan = made.lobby.scheduler.find_plan(place)
            assert plan is not None
            due = plan.timer
            assert due is not None
            eve = await made.comes("Eve", ala.here.code)
            await eve.ask(requests.GoOut)
            await eve.go()
            assert plan.timer is due
            assert not due.cancelled()

    run(play())


def test_the_host_is_always_somebody_who_is_there(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.pair(seats=3)
            code = ala.here.code
            cyd = await made.comes("Cyd", code)
            assert await bob.ask(requests.SeatBot, seat=2, level=1) == "not_host"
            await ala.go()
            assert bob.here.host == bob.session.guest
            assert await cyd.ask(requests.SeatBot, seat=2, level=1) == "not_host"
            assert not await bob.ask(requests.SeatBot, seat=2, level=1)
            ala = await made.back(ala)
            assert bob.here.host == ala.session.guest  # she has it back
            assert await bob.ask(requests.ClearSeat, seat=2) == "not_host"
            await ala.go()
            assert not await bob.ask(requests.ClearSeat, seat=0)  # for good
            ala = await made.back(ala)
            assert (ala.seat, ala.here.host) == (None, bob.session.guest)

    run(play())


def test_a_match_goes_on_though_its_host_has_gone(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing(games=2)
            assert not await ala.ask(requests.Do, turn=0, command=Leave(0))
            assert bob.here.stage is Stage.BETWEEN
            assert await bob.ask(requests.Begin) == "not_host"
            await ala.go()
            assert not await bob.ask(requests.Begin)
            assert len(await made.store.list_game_ids(bob.here.code)) == 2

    run(play())


def test_the_host_sends_a_guest_from_their_seat_and_closes_the_room(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.pair()
            code = ala.here.code
            assert not await ala.ask(requests.ClearSeat, seat=1)
            bob.listen()
            assert bob.seat is None
            assert await bob.ask(requests.CloseRoom) == "not_host"
            assert not await ala.ask(requests.CloseRoom)
            assert bob.here.stage is Stage.CLOSED
            assert await bob.ask(requests.Sit, seat=1) == "not_in_a_room"
            assert await bob.ask(requests.Enter, room=code) == "no_room"

    run(play())


# --- left alone -------------------------------------------------------------------------------


def test_rooms_left_alone_are_closed_and_their_games_kept(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing()
            code, game = ala.here.code, ala.game.game if ala.game else ""
            await ala.ask(requests.Do, turn=0, command=Leave(0))
            assert ala.here.stage is Stage.OVER
            await ala.go()
            await made.sweep(HOUR)
            assert code in made.lobby.rooms  # Bob is still there
            await bob.go()
            await made.sweep(IDLE_MS[Stage.OVER])
            assert code in made.lobby.rooms
            await made.sweep(1)
            assert code not in made.lobby.rooms
            kept = await made.store.find_room(code)
            assert kept is not None
            assert kept.closed
            record = await made.store.load_game_log(game)
            assert record is not None
            assert Game.load(record).state.result is not None
        async with world(tmp_path) as made:
            assert not made.lobby.rooms

    run(play())


def test_a_room_in_play_is_kept_for_a_day(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing(rules={"turn_seconds": None}, stand_in_seconds=None)
            code = ala.here.code
            for person in (ala, bob):
                await person.go()
            await made.sweep(IDLE_IN_PLAY_MS)
            assert code in made.lobby.rooms
            again = await made.back(ala)
            await again.go()
            await made.sweep(IDLE_IN_PLAY_MS)
            assert code in made.lobby.rooms  # the day starts again
            await made.sweep(1)
            assert code not in made.lobby.rooms
            assert await made.store.list_game_ids(code)

    run(play())


# --- the clock and drafts ---------------------------------------------------------------------


def test_time_runs_out_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kostka.server.games.clock.GRACE_MS", 0)

    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing(rules={"turn_seconds": 1}, bank_seconds=0)
            assert ala.game is not None
            assert ala.game.clock.deadline == made.time + 1000
            turns = ala.game.view.turns
            made.time += 1000
            await bob.until(lambda one: one.game is not None and one.game.view.turns > turns)

    run(play())


def test_after_a_restart_the_clock_is_where_it_was(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, _ = await made.playing(bank_seconds=30)
            assert ala.game is not None
            deadline, seen = ala.game.clock.deadline, made.time
            assert deadline == seen + 90_000
        for down, ends in ((20_000, deadline), (600_000, seen + 600_000 + 15_000)):
            async with world(tmp_path) as made:
                made.time = seen + down
                again = await made.back(ala)
                assert again.game is not None
                assert again.game.clock.deadline == ends
                assert again.game.clock.banks == (30_000, 30_000)

    run(play())


def test_a_draft_is_seen_by_others_and_found_again_on_another_device(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.playing()
            first, other = (ala, bob) if ala.on_turn else (bob, ala)
            assert first.game is not None
            assert first.seat is not None
            turn = first.game.view.turns
            rack = first.game.view.seats[first.seat].rack or ()
            phone = await made.back(first)
            for table in ((rack[:3],), (rack[:2], rack[4:6])):
                assert not await first.ask(requests.Draft, turn=turn, table=table)
                other.listen()
                phone.listen()
                news = responses.DraftNews(first.seat, turn, table)
                assert other.drafts[-1] == news
                judged = phone.drafts[-1].judged  # else it would have to send the draft back
                assert judged is not None
                assert len(judged.sets) == len(table)
                assert phone.drafts[-1] == replace(news, judged=judged)
            await first.go()  # a reload
            reloaded = await made.back(first)
            watcher = await made.comes("Cyd", reloaded.here.code)
            for person in (reloaded, watcher):
                assert person.game is not None
                assert person.game.draft == table
            await draw(reloaded)
            late = await made.comes("Dan", reloaded.here.code)
            assert late.game is not None
            assert late.game.draft is None
        async with world(tmp_path) as made:  # the server was down; what was not sent again is gone
            second = await made.back(other)
            again = await made.back(first)
            assert second.game is not None
            assert second.game.draft is None
            on_turn, waits = (second, again) if second.on_turn else (again, second)
            assert on_turn.game is not None
            assert on_turn.seat is not None
            turn, rack = on_turn.game.view.turns, on_turn.game.view.seats[on_turn.seat].rack or ()
            assert not await on_turn.ask(
                requests.Draft, turn=turn, table=(*on_turn.game.view.table, rack[:2])
            )
            waits.listen()
            assert waits.drafts[-1].table[-1] == rack[:2]

    run(play())


# --- slow readers -----------------------------------------------------------------------------


def test_a_slow_reader_is_dropped_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kostka.server.transport.session.MAX_QUEUED", 5)

    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await made.pair(rules={"turn_seconds": None})
            slow = await made.comes("Eve", ala.here.code)
            slow.wire.full = True
            assert not await ala.ask(requests.Begin)
            for _ in range(5):
                bob.listen()
                await draw(ala if ala.on_turn else bob)
                ala.listen()
            assert slow.session.is_closed
            (message,) = slow.session.queue
            last = responses.decode_message(message)
            assert isinstance(last, responses.GoodBye)
            assert last.code is responses.Farewell.SLOW
            assert not await ala.ask(requests.Rename, name="Ada")  # nobody else notices

    run(play())


def test_one_address_does_not_take_all_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kostka.server.rooms.lobby.MAX_SESSIONS_PER_ADDRESS", 2)
    monkeypatch.setattr("kostka.server.rooms.lobby.MAX_SESSIONS", 4)

    async def play() -> None:
        async with world(tmp_path) as made:
            lobby, hello = made.lobby, requests.Hello(PROTOCOL)
            assert lobby.can_connect("203.0.113.5")
            guests = [(await lobby.open_session(hello, "203.0.113.5", Wire()))[0] for _ in range(2)]
            assert not lobby.can_connect("203.0.113.5")
            assert lobby.can_connect("203.0.113.6")
            await lobby.close_session(guests[0])
            assert lobby.can_connect("203.0.113.5")
            for _ in range(3):
                assert lobby.can_connect("127.0.0.1")
                await lobby.open_session(hello, "127.0.0.1", Wire())
            assert not lobby.can_connect("127.0.0.1")  # the server is full

    run(play())
