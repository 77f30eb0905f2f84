"""The time of a tournament round ends, and with it the game (Z-17)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kostka.editions import CLASSIC, SIX, TOURNAMENT, TRAVEL, TWIST, Edition, apply_house_rules
from kostka.numbers import (
    Draw,
    EndGame,
    Ending,
    EndRoundTime,
    EndTurn,
    Pass,
    Place,
    RunOutOfTime,
    State,
    decide,
)
from kostka.numbers import events as ev
from tests.positions import (
    build_position,
    explain_refusal,
    find_only_event,
    format_rack,
    format_table_of,
    get_result,
    lay_proposal,
    list_big_points,
    list_event_names,
    list_points,
    list_score_reasons,
    open_game,
    play_commands,
)


def game(racks: tuple[str, ...] = ("K9", "R9 B7", "B5"), *, opened: bool = True) -> State:
    return build_position(
        TOURNAMENT, racks=racks, table="B4 B5 B6", pool=["R1 R2 R3"], turn=1, opened=opened
    )


@pytest.mark.clause("Z-17")
def test_the_turn_goes_on_and_then_everybody_has_one_more_move() -> None:
    state = game()
    assert list_event_names(decide(state, EndRoundTime())) == ["RoundTimeEnded"]
    over = play_commands(state, EndRoundTime())
    assert (over.turn, over.last_round) == (1, None)
    events = decide(over, Draw(1))
    assert list_event_names(events) == ["Drew", "LastRoundBegan", "TurnBegan"]
    assert find_only_event(events, ev.LastRoundBegan).seats == (2, 0, 1)


@pytest.mark.clause("Z-17")
@pytest.mark.parametrize("how", ["place", "time", "end of an open turn"])
def test_however_the_turn_ends_the_last_round_follows(how: str) -> None:
    state = play_commands(game(opened=how != "end of an open turn"), EndRoundTime())
    if how == "place":
        after = play_commands(state, Place(1, lay_proposal(state, 1, "B4 B5 B6 B7")))
        assert format_table_of(after) == "B4 B5 B6 B7"
    elif how == "time":
        after = play_commands(state, RunOutOfTime(1))
        assert format_rack(after, 1) == "R9 B7 R1"  # it was an ordinary turn still
    else:
        after = play_commands(state, Draw(1), EndTurn(1))
    assert after.last_round == (2, 0, 1)
    assert after.turn == 2


@pytest.mark.clause("Z-17")
def test_time_over_in_an_open_turn_lets_it_end() -> None:
    state = play_commands(game(opened=False), Draw(1), EndRoundTime())
    assert state.turn == 1
    assert play_commands(state, EndTurn(1)).last_round == (2, 0, 1)


@pytest.mark.clause("Z-17")
def test_in_the_last_round_nothing_is_drawn_though_there_are_tiles() -> None:
    state = play_commands(game(), EndRoundTime(), Draw(1))
    assert state.pool_size == 2
    assert explain_refusal(state, Draw(2)) == ["last_round Z-17"]
    passed = play_commands(state, RunOutOfTime(2))
    assert format_rack(passed, 2) == "B5"
    assert passed.turn == 0


@pytest.mark.clause("Z-17", "Z-18")
def test_the_lowest_rack_wins_and_the_others_score_the_difference() -> None:
    over = play_commands(game(), EndRoundTime(), Draw(1), Pass(2), Pass(0), Pass(1))
    assert get_result(over).ending is Ending.ROUND_TIME
    assert list_points(over) == [-4, -12, 16]
    assert list_big_points(over) == [0, 0, 1]
    assert list_score_reasons(over) == ["difference", "difference", "won"]


@pytest.mark.clause("Z-17", "N-54")
def test_who_ties_gets_a_big_point_each() -> None:
    state = game(("K5", "R9", "B5"))
    over = play_commands(state, EndRoundTime(), Draw(1), Pass(2), Pass(0), Pass(1))
    assert list_points(over) == [Fraction(5, 2), -5, Fraction(5, 2)]
    assert list_big_points(over) == [1, 0, 1]


@pytest.mark.clause("Z-17", "N-53")
def test_nobody_pays_for_not_having_opened() -> None:
    state = game(("K9", "R9", "K1"), opened=False)
    over = play_commands(state, EndRoundTime(), Draw(1), EndTurn(1), Pass(2), Pass(0), Pass(1))
    assert list_points(over) == [-8, -9, 17]


@pytest.mark.clause("Z-17", "N-40", "N-41")
def test_who_goes_out_in_the_last_round_wins_as_always() -> None:
    state = build_position(
        TOURNAMENT,
        racks=("B7", "R9", "K1"),
        table="B4 B5 B6",
        pool=["R1 R2 R3"],
        turn=2,
        opened=(True, False, True),
    )
    last = play_commands(state, EndRoundTime(), Draw(2))
    over = play_commands(last, Place(0, lay_proposal(last, 0, "B4 B5 B6 B7")))
    assert get_result(over).ending is Ending.WENT_OUT
    assert list_points(over) == [102, -100, -2]


@pytest.mark.clause("Z-17")
def test_time_is_over_once() -> None:
    state = play_commands(game(), EndRoundTime())
    assert explain_refusal(state, EndRoundTime()) == ["round_time_twice Z-17"]
    assert explain_refusal(play_commands(state, Draw(1)), EndRoundTime()) == [
        "round_time_twice Z-17"
    ]


@pytest.mark.clause("Z-17")
def test_in_the_last_round_of_an_empty_pool_time_changes_nothing() -> None:
    state = build_position(TOURNAMENT, racks=("K1", "K2"), pool=["R1"])
    assert explain_refusal(play_commands(state, Draw(0)), EndRoundTime()) == [
        "round_time_twice Z-17"
    ]


@pytest.mark.clause("Z-17")
def test_a_last_tile_drawn_after_time_is_over_makes_one_last_round() -> None:
    state = build_position(TOURNAMENT, racks=("K1", "K2", "K3"), pool=["R1"], turn=1)
    after = play_commands(state, EndRoundTime(), Draw(1))
    assert after.last_round == (2, 0, 1)
    over = play_commands(after, Pass(2), Pass(0), Pass(1))
    assert get_result(over).ending is Ending.POOL_EMPTY


@pytest.mark.clause("Z-17", "N-52")
def test_where_play_goes_on_without_a_pool_time_still_gives_everybody_a_last_move() -> None:
    timed = apply_house_rules(TWIST, timed_rounds=True)
    state = build_position(timed, racks=("K1 B7", "K2", "K3"), table="B4 B5 B6", pool="")
    last = play_commands(state, EndRoundTime(), Place(0, lay_proposal(state, 0, "B4 B5 B6 B7")))
    assert last.last_round == (1, 2, 0)
    passed = play_commands(last, Pass(1))
    assert passed.turn == 2
    assert list_points(play_commands(passed, Pass(2), Pass(0))) == [3, -1, -2]


@pytest.mark.clause("Z-17")
def test_a_game_not_started_is_not_played() -> None:
    assert explain_refusal(open_game(TOURNAMENT, 4).state, EndRoundTime()) == ["not_started N-6"]
    over = play_commands(game(), EndGame("Ref", "fire alarm"))
    assert explain_refusal(over, EndRoundTime()) == ["finished N-40"]


@pytest.mark.clause("Z-17")
@pytest.mark.parametrize("edition", [CLASSIC, SIX, TRAVEL, TWIST], ids=lambda e: e.key)
def test_outside_tournaments_no_round_has_a_time(edition: Edition) -> None:
    state = build_position(edition, racks=["K1"] + ["K2"] + ["K3"] * (edition.players_min - 2))
    assert explain_refusal(state, EndRoundTime()) == ["no_round_time Z-17"]
