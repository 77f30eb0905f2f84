"""What it costs not to have opened when another player goes out (N-41)."""

from __future__ import annotations

import pytest

from kostka.editions import CLASSIC, SIX, TOURNAMENT, TRAVEL, TWIST, Edition, apply_house_rules
from kostka.numbers import (
    Announce,
    Draw,
    EndTurn,
    Leave,
    Pass,
    Penalise,
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
    lay_proposal,
    list_event_names,
    list_points,
    list_score_reasons,
    play_commands,
)

FLAT = pytest.mark.parametrize("edition", [CLASSIC, SIX, TOURNAMENT], ids=lambda e: e.key)

CAN_OPEN = "K10 R10 O10 K1"
ONE_SHORT = "K10 R10 K1"
"""Opens with B10 or O10."""


def game(  # noqa: PLR0913
    loser: str,
    edition: Edition = CLASSIC,
    *,
    pool: str = "R1 R2 R3 R4 R5",
    turn: int = 0,
    had_turn: bool = True,
    announced: bool = False,
    last_round: tuple[int, ...] | None = None,
) -> State:
    """Seat 0 goes out with B3 as soon as it is on turn; seat 1 has not opened."""
    others = [""] * (edition.players_min - 2)
    return build_position(
        edition,
        racks=("B3", loser, *others),
        table="B4 B5 B6",
        pool=pool,
        opened=(True, False, *(True for _ in others)),
        had_turn=(True, had_turn, *(True for _ in others)),
        announced=(False, announced, *(False for _ in others)),
        turn=turn,
        last_round=last_round,
    )


def goes_out(state: State) -> State:
    """Seat 0 places B3, and B7 if it has drawn that; others before it draw and end their turns."""
    while state.turn != 0:
        assert state.turn is not None
        command = Draw if state.drawn is None else EndTurn
        state = play_commands(state, command(state.turn))
    seven = " B7" if "B7" in format_rack(state, 0) else ""
    return play_commands(state, Place(0, lay_proposal(state, 0, f"B3 B4 B5 B6{seven}")))


def lost(state: State) -> tuple[int, str]:
    """Let seat 0 go out; give the points of seat 1 and how they came about."""
    over = goes_out(state)
    assert sum(list_points(over)) == 0
    return int(list_points(over)[1]), list_score_reasons(over)[1]


# --- minus 100, minus 200 ---------------------------------------------------------------------


@pytest.mark.clause("N-41", "Z-16")
@FLAT
def test_who_could_not_open_loses_100_whatever_the_rack_counts(edition: Edition) -> None:
    assert lost(game("K1 R5", edition)) == (-100, "not_opened")
    assert lost(game("J K13 R13 B13 K12 R12 B12 K11", edition))[0] == -200
    assert lost(game("K9 R9 O9 K1", edition)) == (-100, "not_opened")


@pytest.mark.clause("N-41", "Z-16")
@FLAT
@pytest.mark.parametrize(
    "rack_held",
    [CAN_OPEN, "K10 R10 J", "J J K10", "R1 R2 R3 K8 B8 O8 K2", "B9 B10 B11", "K6 R6 J K4 R4 O4"],
)
def test_who_could_have_opened_loses_200_jokers_included(edition: Edition, rack_held: str) -> None:
    assert lost(game(rack_held, edition)) == (-200, "could_have_opened")


@pytest.mark.clause("N-41")
@pytest.mark.parametrize("edition", [TRAVEL, TWIST], ids=lambda e: e.key)
def test_where_there_are_no_flat_scores_the_rack_is_counted(edition: Edition) -> None:
    assert lost(game(CAN_OPEN, edition)) == (-31, "rack")
    assert lost(game("K1 R5", edition)) == (-6, "rack")


@pytest.mark.clause("N-41")
def test_who_has_opened_counts_the_rack() -> None:
    state = build_position(racks=("B3", CAN_OPEN), table="B4 B5 B6")
    assert lost(state) == (-31, "rack")


@pytest.mark.clause("N-41")
def test_both_flat_scores_are_fields_of_the_edition() -> None:
    house = apply_house_rules(CLASSIC, not_opened=20, could_have_opened=70)
    assert lost(game("K1 R5", house)) == (-20, "not_opened")
    assert lost(game(CAN_OPEN, house)) == (-70, "could_have_opened")


@pytest.mark.clause("N-41")
def test_without_a_threshold_any_set_could_have_opened() -> None:
    low = "K1 R1 B1 O9"
    assert lost(game(low)) == (-100, "not_opened")
    free = apply_house_rules(CLASSIC, opening_threshold=0)
    assert lost(game(low, free)) == (-200, "could_have_opened")
    assert lost(game("K1 R1 B2 O9", free)) == (-100, "not_opened")


@pytest.mark.clause("N-41")
def test_the_winner_gets_the_flat_scores_of_all() -> None:
    state = build_position(
        racks=("B3", CAN_OPEN, "K1 R5", "K7"),
        table="B4 B5 B6",
        opened=(True, False, False, True),
    )
    over = goes_out(state)
    assert list_points(over) == [307, -200, -100, -7]
    assert list_score_reasons(over) == ["won", "could_have_opened", "not_opened", "rack"]


# --- at least one turn with it ----------------------------------------------------------------


@pytest.mark.clause("N-41")
def test_who_never_had_a_turn_loses_100_though_the_rack_could_open() -> None:
    assert lost(game(CAN_OPEN, had_turn=False)) == (-100, "not_opened")


@pytest.mark.clause("N-41")
def test_one_turn_is_enough_to_lose_200() -> None:
    state = game(CAN_OPEN, had_turn=False, pool="B7 R1 R2")
    waited = play_commands(state, Draw(0), Draw(1), EndTurn(1))
    assert lost(waited) == (-200, "could_have_opened")


@pytest.mark.clause("N-41")
def test_a_tile_drawn_in_the_last_turn_without_an_announcement_costs_200() -> None:
    state = play_commands(game(ONE_SHORT, pool="B10 R2 R3", turn=1), Draw(1), EndTurn(1))
    assert lost(state) == (-200, "could_have_opened")


@pytest.mark.clause("N-41", "N-26", "N-20")
@FLAT
def test_a_tile_that_the_clock_made_draw_counts_like_any_other(edition: Edition) -> None:
    state = game(ONE_SHORT, edition, pool="B10 R2 R3 R4 R5", turn=1)
    assert list_event_names(decide(state, RunOutOfTime(1))) == ["TimedOut", "Drew"]
    late = play_commands(state, RunOutOfTime(1))
    assert (late.turn, format_rack(late, 1)) == (1, f"{ONE_SHORT} B10")
    assert lost(play_commands(late, EndTurn(1))) == (-200, "could_have_opened")
    assert lost(play_commands(late, Announce(1), EndTurn(1))) == (-100, "announced")


@pytest.mark.clause("N-41", "N-26", "N-20")
@pytest.mark.parametrize("way", ["refused", "penalty"])
def test_a_penalty_tile_counts_like_any_other(way: str) -> None:
    house = apply_house_rules(CLASSIC, invalid_move=way)
    state = game(ONE_SHORT, house, pool="B10 R2 R3", turn=1)
    draft = lay_proposal(state, 1, "B4 B5 B6 | K10 R10")
    command = Place(1, draft) if way == "penalty" else RunOutOfTime(1, draft)
    failed = play_commands(state, command)
    assert (failed.turn, format_rack(failed, 1)) == (1, f"{ONE_SHORT} B10")
    assert lost(play_commands(failed, EndTurn(1))) == (-200, "could_have_opened")
    assert lost(play_commands(failed, Announce(1), EndTurn(1))) == (-100, "announced")


@pytest.mark.clause("N-20", "N-55")
def test_without_a_draw_there_is_nothing_to_announce_after_a_failed_move() -> None:
    house = apply_house_rules(CLASSIC, failed_move_penalty=0)
    state = game(ONE_SHORT, house, turn=1)
    failed = play_commands(state, RunOutOfTime(1, lay_proposal(state, 1, "B4 B5 B6 | K10 R10")))
    assert failed.turn == 0


@pytest.mark.clause("N-20")
def test_no_clock_runs_while_an_announcement_is_possible() -> None:
    drawn = play_commands(game(ONE_SHORT, pool="B10 R2", turn=1), Draw(1))
    assert explain_refusal(drawn, RunOutOfTime(1)) == ["drew_already N-20"]


@pytest.mark.clause("N-41")
def test_a_referees_penalty_in_anothers_turn_came_too_late_until_the_next_turn() -> None:
    state = play_commands(game(ONE_SHORT, pool="B10 B7 R3 R4 R5"), Penalise(1, 1, "Ref", "talked"))
    assert lost(state) == (-100, "not_opened")
    waited = play_commands(state, Draw(0), Draw(1), EndTurn(1))
    assert lost(waited) == (-200, "could_have_opened")


@pytest.mark.clause("N-41")
def test_a_referees_penalty_in_the_own_turn_leaves_the_rest_of_it_to_open_or_announce() -> None:
    state = play_commands(
        game(ONE_SHORT, pool="B10 R2 R3", turn=1), Penalise(1, 1, "Ref", "talked")
    )
    assert lost(play_commands(state, RunOutOfTime(1))) == (-200, "could_have_opened")
    drawn = play_commands(game(ONE_SHORT, pool="R2 B10 R3", turn=1), Draw(1))
    silent = play_commands(drawn, Penalise(1, 1, "Ref", "talked"), EndTurn(1))
    assert lost(silent) == (-200, "could_have_opened")


@pytest.mark.clause("N-41", "Z-16")
@FLAT
def test_who_could_open_before_the_clock_made_draw_still_loses_200(edition: Edition) -> None:
    """The opening was possible in that turn; one more tile does not change that."""
    state = play_commands(game(CAN_OPEN, edition, turn=1), RunOutOfTime(1))
    assert lost(state) == (-200, "could_have_opened")


@pytest.mark.clause("N-41", "Z-16")
def test_who_could_open_before_a_failed_move_still_loses_200() -> None:
    state = game(CAN_OPEN, turn=1)
    failed = play_commands(state, RunOutOfTime(1, lay_proposal(state, 1, "B4 B5 B6 | K10 R10")))
    assert lost(failed) == (-200, "could_have_opened")


@pytest.mark.clause("N-41", "Z-16")
def test_who_could_open_before_a_referees_penalty_still_loses_200() -> None:
    state = play_commands(game(CAN_OPEN), Penalise(1, 1, "Ref", "talked"))
    assert lost(state) == (-200, "could_have_opened")


# --- the announcement -------------------------------------------------------------------------


@pytest.mark.clause("N-41", "Z-16")
@FLAT
def test_announced_in_time_the_tile_drawn_costs_100(edition: Edition) -> None:
    state = game(ONE_SHORT, edition, pool="B10 R2 R3 R4 R5", turn=1)
    drawn = play_commands(state, Draw(1))
    events = decide(drawn, Announce(1))
    assert list_event_names(events) == ["OpeningAnnounced"]
    assert find_only_event(events, ev.OpeningAnnounced).seat == 1
    announced = play_commands(drawn, Announce(1), EndTurn(1))
    assert lost(announced) == (-100, "announced")


@pytest.mark.clause("N-41")
def test_after_the_announcement_the_rack_may_be_counted_instead() -> None:
    house = apply_house_rules(CLASSIC, announced_opening="count_rack")
    state = play_commands(game(ONE_SHORT, house, pool="B10 R2", turn=1), Draw(1))
    assert lost(play_commands(state, Announce(1), EndTurn(1))) == (-31, "rack")
    assert lost(play_commands(state, EndTurn(1))) == (-200, "could_have_opened")


@pytest.mark.clause("N-41", "Z-16")
@FLAT
@pytest.mark.parametrize("way", ["flat", "count_rack"])
def test_an_announcement_that_does_not_help_is_accepted_all_the_same(
    edition: Edition, way: str
) -> None:
    house = apply_house_rules(edition, announced_opening=way)
    for rack, tile, score in (
        (ONE_SHORT, "B9", (-100, "not_opened")),
        (CAN_OPEN, "B10", (-200, "could_have_opened")),
    ):
        drawn = play_commands(game(rack, house, pool=f"{tile} R2 R3 R4 R5", turn=1), Draw(1))
        assert list_event_names(decide(drawn, Announce(1))) == ["OpeningAnnounced"]
        assert lost(play_commands(drawn, Announce(1), EndTurn(1))) == score
        assert lost(play_commands(drawn, EndTurn(1))) == score


@pytest.mark.clause("N-41")
def test_who_leaves_in_the_turn_after_the_announcement_loses_200() -> None:
    """The opening was possible in that turn, which was their last."""
    left = play_commands(game(f"{CAN_OPEN} B10", turn=1, announced=True), Leave(1))
    assert list_score_reasons(left) == ["won", "could_have_opened"]


@pytest.mark.clause("N-41")
def test_an_announcement_comes_after_a_draw_and_once() -> None:
    state = game(ONE_SHORT, pool="B10 R2", turn=1)
    assert explain_refusal(state, Announce(1)) == ["announced_early N-41"]
    announced = play_commands(state, Draw(1), Announce(1))
    assert explain_refusal(announced, Announce(1)) == ["announced_twice N-41"]


@pytest.mark.clause("N-41")
def test_who_has_opened_has_nothing_to_announce() -> None:
    assert explain_refusal(game(ONE_SHORT), Announce(0)) == ["announced_open N-41"]


@pytest.mark.clause("N-41")
@pytest.mark.parametrize("edition", [TRAVEL, TWIST], ids=lambda e: e.key)
def test_where_there_are_no_flat_scores_nothing_is_announced(edition: Edition) -> None:
    assert explain_refusal(game(ONE_SHORT, edition, turn=1), Announce(1)) == [
        "no_announcement N-41"
    ]


@pytest.mark.clause("N-41")
def test_without_a_threshold_any_set_is_announced() -> None:
    free = apply_house_rules(CLASSIC, opening_threshold=0)
    state = play_commands(
        game("K1 R1 O9", free, pool="B1 R2", turn=1), Draw(1), Announce(1), EndTurn(1)
    )
    assert lost(state) == (-100, "announced")
    nothing = play_commands(game("K1 R1 O9", free, pool="B2 R2", turn=1), Draw(1), Announce(1))
    assert lost(play_commands(nothing, EndTurn(1))) == (-100, "not_opened")


# --- an announcement lapses -------------------------------------------------------------------


@pytest.mark.clause("N-41")
def test_who_announces_and_draws_again_loses_200() -> None:
    state = game(f"{CAN_OPEN} B10", turn=1, announced=True)
    drawn = play_commands(state, Draw(1))
    assert not drawn.seats[1].announced
    assert lost(play_commands(drawn, EndTurn(1))) == (-200, "could_have_opened")


@pytest.mark.clause("N-41")
def test_who_announces_and_passes_loses_200() -> None:
    state = game(CAN_OPEN, turn=1, announced=True, pool="", last_round=(1, 0))
    assert lost(play_commands(state, Pass(1))) == (-200, "could_have_opened")


@pytest.mark.clause("N-41")
def test_who_announces_and_lets_time_run_out_loses_200() -> None:
    in_last_round = game(CAN_OPEN, turn=1, announced=True, pool="", last_round=(1, 0))
    assert lost(play_commands(in_last_round, RunOutOfTime(1))) == (-200, "could_have_opened")
    before = game(CAN_OPEN, turn=1, announced=True)
    assert lost(play_commands(before, RunOutOfTime(1))) == (-200, "could_have_opened")


@pytest.mark.clause("N-41")
def test_who_announces_and_fails_loses_200() -> None:
    state = game(CAN_OPEN, turn=1, announced=True)
    failed = play_commands(state, RunOutOfTime(1, lay_proposal(state, 1, "B4 B5 B6 | K10 R10")))
    assert not failed.seats[1].announced
    assert lost(failed) == (-200, "could_have_opened")


@pytest.mark.clause("N-41")
def test_an_announcement_is_fulfilled_by_opening() -> None:
    state = game(CAN_OPEN, turn=1, announced=True)
    opened = play_commands(state, Place(1, lay_proposal(state, 1, "B4 B5 B6 | K10 R10 O10")))
    assert (opened.seats[1].opened, opened.seats[1].announced) == (True, False)
    over = play_commands(opened, Place(0, lay_proposal(opened, 0, "B3 B4 B5 B6 | K10 R10 O10")))
    assert list_points(over) == [1, -1]
    assert list_score_reasons(over) == ["won", "rack"]


# --- where it does not apply ------------------------------------------------------------------


@pytest.mark.clause("N-41", "N-53")
@FLAT
def test_after_an_empty_pool_nobody_pays_the_flat_scores(edition: Edition) -> None:
    others = ["K7"] * (edition.players_min - 2)
    players = 2 + len(others)
    state = build_position(
        edition,
        racks=("K5", CAN_OPEN, *others),
        pool="",
        opened=False,
        turn=players - 1,
        last_round=(players - 1,),
    )
    over = play_commands(state, Pass(players - 1))
    assert list_points(over)[1] == -26
    assert list_score_reasons(over)[1] == "difference"


@pytest.mark.clause("N-41", "N-50")
def test_who_goes_out_in_the_last_round_makes_the_others_pay_them() -> None:
    state = game(CAN_OPEN, pool="", last_round=(0, 1))
    assert lost(state) == (-200, "could_have_opened")
