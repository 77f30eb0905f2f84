"""Main time in live games: who is charged, when the flag falls, and what stops the clock (M-3)."""

from __future__ import annotations

import pytest

from kostka.editions import MSO
from kostka.numbers import commands as cmd
from kostka.numbers import events as ev
from kostka.protocol.rooms import Pauser
from kostka.server.games.clock import GRACE_MS, Pause
from kostka.server.games.numbers import NumberEdition, NumberGame, Numbers

START = 1_760_000_000_000
MAIN, DELAY = 600_000, 10_000


def start_game() -> tuple[NumberGame, int]:
    game = NumberEdition(MSO).start_game(
        "g", ("Ann", "Ben"), seed=bytes(32), contributions=(), starter=0, now=START, bank_seconds=0
    )
    return game, 0


def find_deadline(game: NumberGame) -> int | None:
    return game.deadline


def draw_at(game: NumberGame, seat: int, now: int) -> None:
    """Draw, and end the time for an announcement."""
    turn = game.turn_number
    game.play_command(seat, turn, cmd.Draw(seat), now)
    if game.game.state.drawn is not None:
        game.play_command(seat, turn, cmd.EndTurn(seat), now + 3_000)


@pytest.mark.clause("M-3", "M-5")
def test_each_player_is_charged_for_their_moves_but_not_for_the_announcement() -> None:
    game, seat = start_game()
    assert game.time_banks == (MAIN, MAIN)
    assert game.deadline == START + MAIN + DELAY
    draw_at(game, seat, START + 25_000)
    assert game.time_banks == (MAIN - 15_000, MAIN)
    began = START + 28_000
    assert game.deadline == began + MAIN + DELAY
    draw_at(game, 1, began + 9_000)
    assert game.time_banks == (MAIN - 15_000, MAIN)
    assert game.deadline == began + 12_000 + MAIN - 15_000 + DELAY


@pytest.mark.clause("M-4")
def test_the_flag_falls_after_the_grace_period_and_ends_the_game() -> None:
    game, _ = start_game()
    end = START + MAIN + DELAY
    assert not game.end_turn_if_overdue(end + GRACE_MS - 1)
    assert game.end_turn_if_overdue(end + GRACE_MS)
    assert game.result is not None
    assert game.result.ending.value == "flag_fell"
    names = [type(event).__name__ for event in game.game.log.events[-3:]]
    assert names == ["TimeUsed", "FlagFell", "Finished"]


@pytest.mark.clause("M-4")
def test_a_move_within_the_grace_period_stands_and_uses_everything() -> None:
    game, seat = start_game()
    draw_at(game, seat, START + MAIN + DELAY + GRACE_MS - 1)
    assert game.time_banks == (0, MAIN)
    assert game.result is None


@pytest.mark.clause("M-5")
def test_pauses_are_not_charged() -> None:
    game, seat = start_game()
    game.set_pauses((Pause(Pauser.ORGANISER, START + 5_000),))
    assert find_deadline(game) is None
    game.set_pauses((Pause(Pauser.ORGANISER, START + 5_000, START + 65_000),))
    assert find_deadline(game) == START + 60_000 + MAIN + DELAY
    draw_at(game, seat, START + 80_000)
    assert game.time_banks == (MAIN - 10_000, MAIN)


@pytest.mark.clause("M-5")
def test_a_restart_loses_no_time_left_and_does_not_charge_for_it() -> None:
    game, seat = start_game()
    draw_at(game, seat, START + 40_000)
    loaded = Numbers().load_game("g", game.game.to_bytes(), 0)
    assert loaded.time_banks == (MAIN - 30_000, MAIN)
    assert loaded.deadline == game.deadline
    back = START + 43_000 + 3_600_000
    loaded.resume_clock(back)
    assert loaded.deadline == back + MAIN + DELAY
    draw_at(loaded, 1, back + 12_000)
    assert loaded.time_banks == (MAIN - 30_000, MAIN - 2_000)


@pytest.mark.clause("M-5", "Z-30")
def test_an_undone_move_costs_no_time_and_the_clock_starts_again() -> None:
    game, seat = start_game()
    draw_at(game, seat, START + 40_000)
    game.game.do(cmd.Undo("referee", "wrong tile"), START + 50_000)
    assert game.time_banks == (MAIN, MAIN)
    assert game.deadline == START + 50_000 + MAIN + DELAY
    game.play_command(seat, game.turn_number, cmd.Draw(seat), START + 62_000)
    assert game.time_banks == (MAIN - 2_000, MAIN)
    used = [event for event in game.game.log.events if isinstance(event, ev.TimeUsed)]
    assert [event.milliseconds for event in used] == [40_000, 12_000]


@pytest.mark.clause("M-3")
def test_a_refused_move_is_not_charged() -> None:
    game, seat = start_game()
    lines = game.log_line_count
    with pytest.raises(Exception, match="N-"):
        game.play_command(seat, game.turn_number, cmd.Place(seat, ()), START + 30_000)
    assert game.log_line_count == lines
    assert game.time_banks == (MAIN, MAIN)
