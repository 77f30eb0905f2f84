"""After a draw: how long a player who has not opened may announce, and whose clock runs (N-20)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kostka.editions import CLASSIC, TRAVEL, Edition, apply_house_rules
from kostka.numbers import Announce, Draw, EndTurn, Game, Penalise
from kostka.numbers import events as ev
from kostka.protocol.rooms import Pauser
from kostka.server.games import clock
from kostka.server.games.live_game import LiveGame
from kostka.server.games.numbers import RULES, NumberEdition, NumberGame

pytestmark = pytest.mark.clause("N-20")

NOW = 1_000_000
WINDOW = 5000


def start_game(edition: Edition = CLASSIC, bank_seconds: int = 0) -> NumberGame:
    return NumberEdition(edition).start_game(
        "g",
        ("Ala", "Bob"),
        seed=bytes(range(32)),
        contributions=(),
        starter=0,
        now=NOW,
        bank_seconds=bank_seconds,
    )


def load_again(game: NumberGame, bank_seconds: int = 0) -> NumberGame:
    return NumberGame("g", RULES, Game.load(game.game.to_bytes()), bank_seconds)


def list_new_events(game: NumberGame) -> list[str]:
    return [type(event).__name__ for event in game._new_events]


def check_turn_ends_at(game: LiveGame, end: int) -> None:
    """Without a grace period: others see when the turn is over."""
    assert (game.deadline, game.turn_end) == (end, end)
    assert not game.end_turn_if_overdue(end - 1)
    assert game.end_turn_if_overdue(end)


@pytest.mark.parametrize("seconds", [60, 2, None])
@pytest.mark.parametrize("announces", [True, False])
def test_the_turn_ends_by_itself_whatever_the_time_for_a_move(
    seconds: int | None, announces: bool
) -> None:
    game = start_game(apply_house_rules(CLASSIC, turn_seconds=seconds))
    game.play_command(0, 1, Draw(0), NOW + 1000)
    if announces:
        game.play_command(0, 1, Announce(0), NOW + 3000)
    again = load_again(game)  # after a crash
    for one in (game, again):
        check_turn_ends_at(one, NOW + 1000 + WINDOW)
        assert list_new_events(one) == ["TurnEnded", "TurnBegan"]
    assert game.game.to_bytes() == again.game.to_bytes()


@pytest.mark.parametrize("seconds", [3, 10])
def test_how_long_it_lasts_is_a_house_rule(seconds: int) -> None:
    game = start_game(apply_house_rules(CLASSIC, announcement_seconds=seconds))
    game.play_command(0, 1, Draw(0), NOW)
    check_turn_ends_at(game, NOW + 1000 * seconds)


def test_the_player_may_end_the_turn_earlier() -> None:
    game = start_game()
    game.play_command(0, 1, Draw(0), NOW)
    game.play_command(0, 1, EndTurn(0), NOW + 100)
    assert game.deadline == NOW + 100 + 60_000


@pytest.mark.clause("N-26", "N-41")
def test_it_follows_a_draw_by_time_out_and_a_penalty_too() -> None:
    game, late = start_game(), NOW + 62_000
    game.check_and_keep_draft(0, 1, (game.game.state.seats[0].rack[:2],))
    assert game.end_turn_if_overdue(late)
    assert list_new_events(game) == ["TimedOut", "MoveFailed", "Drew"]
    assert game.draft is None
    check_turn_ends_at(game, late + WINDOW)
    late += WINDOW + 62_000
    assert game.end_turn_if_overdue(late)
    assert list_new_events(game) == ["TimedOut", "Drew"]
    game.play_command(1, 2, Announce(1), late + 4999)
    check_turn_ends_at(game, late + WINDOW)


def test_no_clock_of_the_player_runs_in_it() -> None:
    game = start_game(bank_seconds=30)
    game.play_command(0, 1, Draw(0), NOW + 59_000)
    check_turn_ends_at(game, NOW + 59_000 + WINDOW)
    assert game.time_banks == (30_000, 30_000)
    start = NOW + 59_000 + WINDOW
    game.play_command(1, 2, Draw(1), start + 70_000)  # 10 seconds beyond those for the move
    game.end_turn_if_overdue(start + 90_000)
    assert game.time_banks == (30_000, 20_000)


def test_a_referees_penalty_neither_opens_nor_prolongs_it() -> None:
    game = start_game()
    game._execute_command(Penalise(0, 1, "Ref", "talked"), NOW + 1000)
    assert game.deadline == NOW + 60_000
    game.play_command(0, 1, Draw(0), NOW + 2000)
    game._execute_command(Penalise(0, 1, "Ref", "talked"), NOW + 3000)
    check_turn_ends_at(game, NOW + 2000 + WINDOW)


def test_a_pause_stops_it() -> None:
    game = start_game()
    game.play_command(0, 1, Draw(0), NOW)
    pause = clock.Pause(Pauser.ORGANISER, NOW + 2000)
    game.set_pauses((pause,))
    assert (game.deadline, game.turn_end) == (None, None)
    assert not game.end_turn_if_overdue(NOW * 10)
    game.set_pauses((replace(pause, end=NOW + 100_000),))
    check_turn_ends_at(game, NOW + 100_000 + 3000)


def test_after_the_server_was_down_there_is_time_to_come_back() -> None:
    game = start_game()
    game.play_command(0, 1, Draw(0), NOW)
    again = load_again(game)
    again.resume_clock(NOW + 60_000)
    check_turn_ends_at(again, NOW + 60_000 + clock.RETURN_MS)


def test_a_hand_over_between_nodes_does_not_change_it() -> None:
    game = start_game()
    game.play_command(0, 1, Draw(0), NOW)
    left = game.build_hand_over()
    again = load_again(game)
    again.apply_hand_over(left)
    check_turn_ends_at(again, NOW + WINDOW)


@pytest.mark.parametrize(
    "edition", [TRAVEL, apply_house_rules(CLASSIC, not_opened=None, could_have_opened=None)]
)
def test_where_nothing_is_announced_a_draw_ends_the_turn(edition: Edition) -> None:
    game = start_game(edition)
    game.play_command(0, 1, Draw(0), NOW + 1000)
    assert (game.turn_number, game.deadline) == (2, NOW + 61_000)


def test_in_older_games_the_turn_stays_open_in_the_players_own_time() -> None:
    game = start_game(apply_house_rules(CLASSIC, announcement_judging="at_once"), bank_seconds=30)
    game.play_command(0, 1, Draw(0), NOW + 1000)
    assert (game.deadline, game.turn_end) == (NOW + 90_000, NOW + 90_000 + clock.GRACE_MS)
    assert game.end_turn_if_overdue(NOW + 100_000)
    assert isinstance(game._new_events[0], ev.TimedOut)
    assert game.time_banks == (0, 30_000)
