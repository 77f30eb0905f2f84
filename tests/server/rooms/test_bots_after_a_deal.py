"""After each deal bots place nothing for a while, so that people can ask for a new one (N-7)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kostka.editions import CLASSIC, TRAVEL, Edition, apply_house_rules
from kostka.numbers import Draw, EndTurn, Place
from kostka.numbers import events as ev
from kostka.protocol import requests
from kostka.protocol.rooms import Pauser, Settings
from kostka.server.games import clock
from kostka.server.games.live_game import ChosenMove
from kostka.server.games.numbers import RULES, NumberEdition, NumberGame
from kostka.server.games.typed_live_game import TypedLiveGame
from kostka.server.rooms import scheduler
from kostka.server.rooms.live_room import LiveRoom
from kostka.server.rooms.scheduler import BotPace
from tests.positions import make_seed
from tests.server.world import Person, World, run, world

pytestmark = pytest.mark.clause("N-7")

NOW = 1_000_000
EASY = {"opening_threshold": 0}
"""So that somebody can place in the first turn."""


def deal_game(edition: Edition, number: int = 0) -> NumberGame:
    return NumberEdition(edition).start_game(
        "g",
        ("Ala", "Bob"),
        seed=make_seed(number),
        contributions=(),
        starter=0,
        now=NOW,
        bank_seconds=0,
    )


def choose_move(game: NumberGame, seat: int = 0) -> ChosenMove:
    return asyncio.run(game.choose_bot_move(seat, 1, lambda: 1))


def find_placing_game(edition: Edition) -> NumberGame:
    """Return a game in which a bot would place in the first turn."""
    for number in range(50):
        game = deal_game(edition, number)
        bot = RULES.make_bot(1, 1, game.game.state)
        if isinstance(bot.choose_command(game.game.view(0)), Place):
            return game
    raise AssertionError("nobody can place")


def test_a_move_that_places_waits_since_the_deal() -> None:
    game = find_placing_game(apply_house_rules(CLASSIC, **EASY))
    assert choose_move(game).waits_since == NOW
    pause = clock.Pause(Pauser.ORGANISER, NOW + 1000, NOW + 5000)
    game.set_pauses((pause,))  # nobody can ask meanwhile
    assert choose_move(game).waits_since == NOW + 4000


def test_after_the_server_was_down_people_have_the_whole_time_again() -> None:
    game = find_placing_game(apply_house_rules(CLASSIC, **EASY))
    game.resume_clock(NOW + 60_000)
    assert choose_move(game).waits_since == NOW + 60_000


def test_a_draw_does_not_wait() -> None:
    game = deal_game(apply_house_rules(CLASSIC, opening_threshold=100))
    assert choose_move(game).waits_since is None
    game.play_command(0, 1, Draw(0), NOW)
    assert choose_move(game).waits_since is None  # it ends the turn
    game.play_command(0, 1, EndTurn(0), NOW)


@pytest.mark.parametrize(
    "edition",
    [
        apply_house_rules(TRAVEL, **EASY),
        apply_house_rules(CLASSIC, **EASY, three_doubles_redeal=False),
        apply_house_rules(CLASSIC, **EASY, redeal_right="first_move"),
    ],
    ids=["travel", "no redeal", "older game"],
)
def test_where_nobody_may_ask_nobody_waits(edition: Edition) -> None:
    assert choose_move(find_placing_game(edition)).waits_since is None


# --- in a room --------------------------------------------------------------------------------


def list_placings(room: LiveRoom) -> tuple[int, list[int]]:
    """Return when the tiles were dealt last, and when tiles were placed since."""
    assert isinstance(room.game, TypedLiveGame)
    dealt, placed = 0, list[int]()
    for entry in room.game.game.log.entries:
        assert entry.at is not None
        if isinstance(entry.event, ev.Dealt):
            dealt, placed = entry.at, []
        elif isinstance(entry.event, ev.Placed):
            placed.append(entry.at)
    return dealt, placed


async def sit_with_bots(made: World) -> Person:
    made.lobby.scheduler.bot_pace = BotPace((0, 0))
    ala = await made.comes("Ala")
    settings = Settings("six", seats=5, bots=(1, 1, 1, 1), rules=EASY)
    assert not await ala.ask(requests.Create, settings=settings)
    assert not await ala.ask(requests.Begin)
    return ala


async def play_until_somebody_waits(ala: Person, waits: list[float]) -> None:
    while not waits:
        await ala.until(lambda one: one.on_turn or bool(waits))
        if not waits:
            assert ala.game is not None
            assert ala.seat is not None
            command = EndTurn(ala.seat) if ala.game.view.turn_open else Draw(ala.seat)
            await ala.ask(requests.Do, turn=ala.game.view.turns, command=command)


def test_bots_place_ten_seconds_after_the_deal_and_draw_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def play() -> None:
        async with world(tmp_path) as made:

            async def let_time_pass(seconds: float) -> None:
                waits.append(seconds)
                made.time += round(1000 * seconds)

            monkeypatch.setattr(scheduler, "sleep", let_time_pass)
            ala = await sit_with_bots(made)
            await play_until_somebody_waits(ala, waits)
            room = made.lobby.rooms[ala.here.code]
            await ala.until(lambda _: bool(list_placings(room)[1]))
            dealt, placed = list_placings(room)
            assert placed[0] == dealt + 10_000
            assert waits == [10]

    run(play())


def test_the_wait_goes_on_after_a_hand_over_and_begins_again_after_a_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def wait_for_ever(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.Event().wait()

    monkeypatch.setattr(scheduler, "sleep", wait_for_ever)

    async def play() -> None:
        async with world(tmp_path) as made:
            ala = await sit_with_bots(made)
            await play_until_somebody_waits(ala, waits)
            made.time += 3000
            seen = made.time
        gaps: list[int] = []
        for gap in (0, 600_000):
            async with world(tmp_path) as made:
                made.lobby.scheduler.bot_pace = BotPace((0, 0))
                made.time = seen + gap
                again = await made.back(ala)
                await again.until(lambda _: len(waits) > 1 + len(gaps))
                gaps.append(gap)
                assert not list_placings(made.lobby.rooms[again.here.code])[1]

    run(play())
    assert waits == [10, 7, 10]
