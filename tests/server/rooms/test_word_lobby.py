"""Word games in a hall with a clock of our own: drafts, challenges and how the last move stands."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sized
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from msgspec.structs import replace

from kostka.protocol import requests, responses
from kostka.protocol.rooms import Settings
from kostka.server.games import word as word_kind
from kostka.server.games.solver_thread import SOLVER_THREAD
from kostka.server.games.typed_live_game import TypedLiveGame
from kostka.server.rooms import scheduler
from kostka.server.rooms.live_room import LiveRoom
from kostka.server.rooms.scheduler import BotPace
from kostka.word import (
    WORD,
    Accept,
    AnyCommand,
    Challenge,
    Draw,
    Game,
    Phase,
    State,
    View,
    apply_word_house_rules,
)
from kostka.word.events import Challenged
from tests.server.world import Person, World, run, world
from tests.word.positions import build_place_command, build_position

CHALLENGED = apply_word_house_rules(WORD, judging="challenge")


async def seated(
    made: World, *, seats: int = 2, bots: tuple[int, ...] = (), seconds: int = 60, **more: Any
) -> tuple[Person, Person | None]:
    """Ala and Bob at a table, unless bots have all its other seats."""
    ala = await made.comes("Ala")
    rules = {"judging": "challenge", "turn_seconds": seconds}
    settings = Settings("word", rules=rules, seats=seats, bots=bots, **more)
    assert not await ala.ask(requests.Create, settings=settings)
    bob = None
    if len(bots) + 1 < seats:
        bob = await made.comes("Bob", ala.here.code)
        assert not await bob.ask(requests.Sit, seat=1)
    assert not await ala.ask(requests.Begin)
    return ala, bob


def at(made: World, ala: Person, state: State) -> State:
    """Put the game into a position, in which it is mostly Ala's turn."""
    place = made.lobby.rooms[ala.here.code]
    game = running(place)
    before = game.state
    game.state = replace(state, header=before.header, turns=before.turns)
    made.lobby.scheduler.plan_next_step(place)
    state = game.state
    assert isinstance(state, State)
    return state


def running(place: LiveRoom) -> Game:
    assert isinstance(place.game, TypedLiveGame)
    assert isinstance(place.game.game, Game)
    return place.game.game


def bots(place: LiveRoom) -> Sized:
    assert isinstance(place.game, TypedLiveGame)
    return place.game._bots


def failures(made: World, place: LiveRoom) -> int:
    plan = made.lobby.scheduler.find_plan(place)
    assert place.game is not None
    return 0 if plan is None else plan.count_failures(place.game)


async def lays(person: Person, state: State, text: str) -> str:
    return await person.ask(
        requests.WordDo, turn=state.turns, command=build_place_command(state, text)
    )


def last_move() -> State:
    """Before a move that empties a rack, with nothing left to draw."""
    return build_position(["KAT", "BOK"], "KOSZYK", pool="", edition=CHALLENGED)


@pytest.mark.clause("W-13", "W-16")
def test_the_last_move_stands_by_itself_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kostka.server.games.clock.GRACE_MS", 0)
    monkeypatch.setattr(word_kind, "CHALLENGE_SECONDS", 1)

    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await seated(made)
            assert bob is not None
            state = at(made, ala, last_move())
            assert not await lays(ala, state, "KOSZYK KAT")
            await bob.until(lambda one: one.word is not None and one.word.view.waiting == (1,))
            assert bob.word is not None
            assert bob.word.view.phase is Phase.ACCEPTING
            assert bob.word.clock.deadline == made.time + 1000
            made.time += 1000
            await bob.until(lambda one: one.word is not None and one.word.view.result is not None)

    run(play())


@pytest.mark.clause("W-13")
@pytest.mark.parametrize(("text", "stands"), [("KOSZYK KAT", True), ("KOSZYK KTA", False)])
def test_a_bot_accepts_what_it_knows_and_challenges_what_it_does_not(
    text: str, stands: bool, tmp_path: Path
) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, _ = await seated(made, bots=(3,))
            state = at(made, ala, last_move())
            assert not await lays(ala, state, text)
            await ala.until(
                lambda one: one.word is not None and one.word.view.phase is not Phase.ACCEPTING
            )
            assert ala.word is not None
            assert (ala.word.view.result is not None) == stands
            assert ala.word.view.seats[0].points == (6 if stands else 0)

    run(play())


@pytest.mark.clause("W-13")
def test_a_bot_stands_in_for_who_is_away_from_the_last_move(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await seated(made, stand_in_seconds=0)
            assert bob is not None
            state = at(made, ala, last_move())
            await bob.go()
            assert not await lays(ala, state, "KOSZYK KAT")
            await ala.until(lambda one: one.word is not None and one.word.view.result is not None)

    run(play())


@pytest.mark.clause("W-13")
def test_a_challenge_that_comes_too_late_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await seated(made)
            assert bob is not None
            state = at(made, ala, build_position(["TKAB", "BOK"], "KOSZYK", edition=CHALLENGED))
            assert not await lays(ala, state, "KOSZYK KTA")
            asked = {"turn": state.turns + 1, "command": Challenge(1)}
            assert not await bob.ask(requests.WordDo, **asked)
            assert bob.word is not None
            assert isinstance(bob.word.events[0], Challenged)
            assert await bob.ask(requests.WordDo, **asked) == "late"

    run(play())


@pytest.mark.clause("W-13")
def test_a_challenge_does_not_hit_a_last_move_that_came_in_between(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await seated(made)
            assert bob is not None
            state = at(
                made, ala, build_position(["KOT", "TKAB"], "KOSZYK", edition=CHALLENGED, pool="")
            )
            place = made.lobby.rooms[ala.here.code]
            state = running(place).state = replace(state, turn=1)
            meant = {"turn": state.turns, "command": Challenge(0)}  # for what lay there before
            assert not await lays(bob, state, "KOSZYK KTAB")
            assert await ala.ask(requests.WordDo, **meant) == "late"
            assert not await ala.ask(requests.WordDo, turn=state.turns + 1, command=Challenge(0))
            assert ala.word is not None
            assert isinstance(ala.word.events[0], Challenged)
            assert ala.word.view.turns == state.turns + 2
            assert await ala.ask(requests.WordDo, turn=state.turns + 1, command=Accept(0)) == "late"

    run(play())


@pytest.mark.clause("W-13")
@pytest.mark.parametrize("lays_a_word", [True, False])
def test_people_have_time_to_challenge_before_a_bot_moves(
    lays_a_word: bool, tmp_path: Path
) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await seated(made, seats=3, bots=(3,))
            assert bob is not None
            made.lobby.scheduler.bot_pace = BotPace((100, 100))
            racks = ["SOS", "KATB", "MNO"]
            state = at(made, ala, build_position(racks, "KOSZYK", edition=CHALLENGED, turn=1))
            place = made.lobby.rooms[ala.here.code]
            command = build_place_command(state, "KOSZYK KAT") if lays_a_word else Draw(1)
            assert not await bob.ask(requests.WordDo, turn=state.turns, command=command)
            plan = made.lobby.scheduler.find_plan(place)
            assert plan is not None
            assert isinstance(plan.timer, asyncio.TimerHandle)
            wait = plan.timer.when() - asyncio.get_running_loop().time()
            assert (wait > 200) == lays_a_word

    run(play())


@pytest.mark.clause("W-10")
def test_a_draft_is_seen_by_others_and_found_again_on_another_device(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, bob = await seated(made)
            assert bob is not None
            state = at(made, ala, build_position(["KA?B", "BOK"], "KOSZYK", edition=CHALLENGED))
            laid = build_place_command(state, "KOSZYK KAt")
            phone = await made.back(ala)
            draft = {"turn": state.turns, "table": laid.table, "letters": laid.letters}
            assert not await ala.ask(requests.WordDraft, **draft)
            assert isinstance(ala.answer, responses.WordDraftJudged)
            assert ala.answer.made == ("KAT",)
            bob.listen()
            phone.listen()
            news = responses.WordDraftNews(0, state.turns, laid.table, laid.letters)
            assert bob.word_drafts == [news]
            assert phone.word_drafts == [replace(news, judged=ala.answer)]
            again = await made.back(ala)
            assert again.word is not None
            assert again.word.draft == responses.WordsLaid(laid.table, laid.letters)

    run(play())


@contextmanager
def busy_search() -> Iterator[None]:
    """Let other searches last for as long as we like."""
    over = Event()
    SOLVER_THREAD.submit(over.wait, 60)
    try:
        yield
    finally:
        over.set()


def test_a_room_does_not_wait_for_a_hint(tmp_path: Path) -> None:
    async def play() -> None:
        async with world(tmp_path) as made:
            ala, _ = await seated(made, bots=(1,))
            phone = await made.back(ala)
            state = at(made, ala, build_position(["KAB", "BOK"], "KOSZYK", edition=CHALLENGED))
            with busy_search():
                asked = {"turn": state.turns, "grade": 1}
                hint = asyncio.create_task(ala.ask(requests.AskHint, **asked))
                await asyncio.sleep(0)
                drawn = {"turn": state.turns, "command": Draw(0)}
                assert not await phone.ask(requests.WordDo, **drawn)
                assert not hint.done()
            assert await hint == "late"  # it is another turn by now

    run(play())


def test_bots_that_wait_for_a_search_keep_no_thread_busy(tmp_path: Path) -> None:
    async def play() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        async with world(tmp_path) as made:
            with busy_search():
                for _ in range(2):
                    ala, _ = await seated(made, bots=(1,))
                    state = at(
                        made, ala, build_position(["KAB", "BOK"], "KOSZYK", edition=CHALLENGED)
                    )
                    drawn = {"turn": state.turns, "command": Draw(0)}
                    assert not await ala.ask(requests.WordDo, **drawn)
                    await ala.until(lambda one: bool(bots(made.lobby.rooms[one.here.code])))
                await asyncio.wait_for(asyncio.to_thread(int), 30)

    run(play())


class Stubborn:
    """A bot that asks for what is refused."""

    def choose_command(self, _: View) -> AnyCommand:
        return Challenge(1)


def test_the_time_of_a_bot_runs_out_if_its_moves_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("kostka.server.games.clock.GRACE_MS", 0)
    monkeypatch.setattr(scheduler, "RETRY_SECONDS", 0.001)
    monkeypatch.setattr(word_kind, "make_word_bot", lambda *_: Stubborn())

    async def play() -> None:
        async with world(tmp_path) as made:
            ala, _ = await seated(made, seconds=1, bots=(3,))
            state = at(made, ala, build_position(["KAB", "BOK"], "KOSZYK", edition=CHALLENGED))
            drawn = {"turn": state.turns, "command": Draw(0)}
            assert not await ala.ask(requests.WordDo, **drawn)
            place = made.lobby.rooms[ala.here.code]
            await ala.until(lambda _: failures(made, place) == scheduler.MAX_BOT_FAILURES)
            made.time += 1000
            await ala.until(lambda one: one.word is not None and one.word.view.turn == 0)

    run(play())
    failed = [record.getMessage() for record in caplog.records]
    assert failed == ["step_failed"] * scheduler.MAX_BOT_FAILURES
