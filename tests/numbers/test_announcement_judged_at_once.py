"""Announcements as older games and some house rules have them: judged at once (N-41)."""

from __future__ import annotations

import pytest

from kostka.editions import CLASSIC, apply_house_rules
from kostka.numbers import Announce, Draw, EndTurn, Penalise, RunOutOfTime, decide
from tests.numbers.test_not_opened import CAN_OPEN, ONE_SHORT, game, lost
from tests.positions import (
    explain_refusal,
    format_rack,
    lay_proposal,
    list_event_names,
    play_commands,
)

OLD = apply_house_rules(CLASSIC, announcement_judging="at_once")


@pytest.mark.clause("N-41", "N-26")
def test_a_tile_that_the_clock_made_draw_came_too_late_to_open_or_to_announce() -> None:
    state = play_commands(game(ONE_SHORT, OLD, pool="B10 R2 R3", turn=1), RunOutOfTime(1))
    assert format_rack(state, 1) == f"{ONE_SHORT} B10"
    assert lost(state) == (-100, "not_opened")


@pytest.mark.clause("N-41", "N-26")
def test_a_penalty_tile_came_too_late_to_open_or_to_announce() -> None:
    state = game(ONE_SHORT, OLD, pool="B10 R2 R3", turn=1)
    failed = play_commands(state, RunOutOfTime(1, lay_proposal(state, 1, "B4 B5 B6 | K10 R10")))
    assert format_rack(failed, 1) == f"{ONE_SHORT} B10"
    assert lost(failed) == (-100, "not_opened")


@pytest.mark.clause("N-41")
def test_a_penalty_tile_counts_once_a_turn_began_with_it() -> None:
    state = play_commands(
        game(ONE_SHORT, OLD, pool="B10 B7 R3 R4 R5"), Penalise(1, 1, "Ref", "talked"), Draw(0)
    )
    assert state.turn == 1
    assert lost(play_commands(state, RunOutOfTime(1))) == (-200, "could_have_opened")


@pytest.mark.clause("N-41")
def test_time_running_out_after_the_announcement_does_not_take_it_back() -> None:
    state = play_commands(
        game(ONE_SHORT, OLD, pool="B10 R2", turn=1), Draw(1), Announce(1), RunOutOfTime(1)
    )
    assert lost(state) == (-100, "announced")


@pytest.mark.clause("N-41")
def test_an_announcement_is_refused_if_the_rack_cannot_open() -> None:
    state = play_commands(game(ONE_SHORT, OLD, pool="B9 R2", turn=1), Draw(1))
    assert explain_refusal(state, Announce(1)) == ["announced_nothing N-41"]


@pytest.mark.clause("N-41")
def test_an_announcement_is_refused_if_the_rack_could_open_before_the_draw() -> None:
    state = play_commands(game(CAN_OPEN, OLD, pool="B10 R2", turn=1), Draw(1))
    assert explain_refusal(state, Announce(1)) == ["announced_late N-41"]
    assert lost(play_commands(state, EndTurn(1))) == (-200, "could_have_opened")


@pytest.mark.clause("N-41")
def test_a_penalty_after_the_draw_does_not_count_as_before_the_draw() -> None:
    """The rack could not open before the draw; a referee's tile in the open turn completes it."""
    state = play_commands(game(ONE_SHORT, OLD, pool="R2 B10 R3", turn=1), Draw(1))
    assert explain_refusal(state, Announce(1)) == ["announced_nothing N-41"]
    penalised = play_commands(state, Penalise(1, 1, "Ref", "talked"))
    announced = play_commands(penalised, Announce(1), EndTurn(1))
    assert lost(announced) == (-100, "announced")


@pytest.mark.clause("N-20")
def test_the_open_rest_of_a_turn_ends_when_time_runs_out_without_a_second_draw() -> None:
    state = play_commands(game(ONE_SHORT, OLD, pool="B1 R2", turn=1), Draw(1))
    assert list_event_names(decide(state, RunOutOfTime(1))) == ["TimedOut", "TurnBegan"]
    after = play_commands(state, RunOutOfTime(1))
    assert format_rack(after, 1) == f"{ONE_SHORT} B1"
    assert after.turn == 0


@pytest.mark.clause("N-21")
def test_a_table_laid_after_the_draw_does_not_stand_when_time_runs_out() -> None:
    state = play_commands(game(CAN_OPEN, OLD, pool="B1 R2", turn=1), Draw(1))
    after = play_commands(state, RunOutOfTime(1, lay_proposal(state, 1, "B4 B5 B6 | K10 R10 O10")))
    assert (len(after.table), format_rack(after, 1), after.turn) == (1, f"{CAN_OPEN} B1", 0)
