"""The end of the pool: a last round, or play until somebody does not place."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kostka.editions import CLASSIC, SIX, TOURNAMENT, TRAVEL, TWIST, Edition, apply_house_rules
from kostka.numbers import (
    Draw,
    Ending,
    EndTurn,
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
    format_table_of,
    get_result,
    lay_proposal,
    list_event_names,
    list_points,
    play_commands,
)

FOUR = ("K9", "R9 B7", "B9", "O9")


def game(edition: Edition, turn: int = 1, pool: str = "K1", **changes: object) -> State:
    """Everybody has opened; seat 1 can place B7."""
    racks = (*FOUR, "K8") if edition.players_min == 5 else FOUR
    fields: dict[str, object] = {"racks": racks, "table": "B4 B5 B6", "pool": pool, "turn": turn}
    return build_position(edition, **(fields | changes))  # type: ignore[arg-type]


def turns_until_the_end(state: State) -> list[int]:
    """Let everybody pass; give the turns that were had."""
    seen = []
    while state.turn is not None:
        seen.append(state.turn)
        state = play_commands(state, Pass(state.turn))
    return seen


# --- the last round (N-50) --------------------------------------------------------------------


@pytest.mark.clause("N-50")
@pytest.mark.parametrize(
    ("edition", "drawer", "order"),
    [
        (CLASSIC, 1, [1, 2, 3, 0]),
        (CLASSIC, 0, [0, 1, 2, 3]),
        (SIX, 1, [1, 2, 3, 4, 0]),
        (TOURNAMENT, 1, [2, 3, 0, 1]),
        (TOURNAMENT, 3, [0, 1, 2, 3]),
    ],
)
def test_after_the_last_tile_everybody_has_one_more_turn(
    edition: Edition, drawer: int, order: list[int]
) -> None:
    """The drawer first, or last in a tournament."""
    state = game(edition, turn=drawer)
    events = decide(state, Draw(drawer))
    assert list_event_names(events) == ["Drew", "LastRoundBegan", "TurnBegan"]
    assert list(find_only_event(events, ev.LastRoundBegan).seats) == order
    assert turns_until_the_end(play_commands(state, Draw(drawer))) == order


@pytest.mark.clause("N-50")
def test_the_order_of_the_last_round_is_a_field_of_the_edition() -> None:
    house = apply_house_rules(CLASSIC, pool_end="last_round_drawer_last")
    assert turns_until_the_end(play_commands(game(house), Draw(1))) == [2, 3, 0, 1]


@pytest.mark.clause("N-50")
def test_the_last_tile_but_one_does_not_start_the_last_round() -> None:
    state = play_commands(game(CLASSIC, pool="K1 K2"), Draw(1))
    assert state.last_round is None
    assert state.turn == 2


@pytest.mark.clause("N-50", "N-20")
def test_the_last_round_begins_when_the_turn_of_the_drawer_is_over() -> None:
    state = play_commands(game(CLASSIC, opened=False), Draw(1))
    assert (state.turn, state.last_round, state.pool_size) == (1, None, 0)
    assert explain_refusal(state, Pass(1)) == ["drew_already N-20"]
    ended = play_commands(state, EndTurn(1))
    assert ended.last_round == (1, 2, 3, 0)


@pytest.mark.clause("N-50")
def test_in_the_last_round_tiles_are_placed_or_the_turn_passed() -> None:
    """Passing is free, also for a player who could move."""
    state = play_commands(game(CLASSIC), Draw(1))
    assert explain_refusal(state, Draw(1)) == ["pool_empty N-50"]
    placed = play_commands(state, Place(1, lay_proposal(state, 1, "B4 B5 B6 B7")))
    assert (placed.turn, format_table_of(placed)) == (2, "B4 B5 B6 B7")
    passed = play_commands(state, Pass(1))
    assert (passed.turn, format_table_of(passed)) == (2, "B4 B5 B6")


@pytest.mark.clause("N-50")
def test_after_the_last_round_the_lowest_rack_wins() -> None:
    state = game(CLASSIC, racks=("K9", "R9 B7", "K5", "O9"))
    over = play_commands(state, Draw(1), Pass(1), Pass(2), Pass(3), Pass(0))
    assert get_result(over).ending is Ending.POOL_EMPTY
    assert get_result(over).sheet.winners == (2,)
    assert list_points(over) == [-4, -12, 20, -4]


@pytest.mark.clause("N-50", "N-40")
@pytest.mark.parametrize("edition", [CLASSIC, TOURNAMENT], ids=lambda e: e.key)
def test_a_rack_emptied_in_the_last_round_ends_the_game_at_once(edition: Edition) -> None:
    state = game(edition, turn=3, racks=("B7", "K1", "B9", "O9"))
    state = play_commands(state, Draw(3))
    if edition is CLASSIC:
        state = play_commands(state, Pass(3))
    over = play_commands(state, Place(0, lay_proposal(state, 0, "B4 B5 B6 B7")))
    assert get_result(over).ending is Ending.WENT_OUT
    assert list_points(over) == [20, -1, -9, -10]


@pytest.mark.clause("N-50", "N-26")
def test_time_running_out_in_the_last_round_is_a_pass() -> None:
    state = play_commands(game(CLASSIC), Draw(1))
    assert list_event_names(decide(state, RunOutOfTime(1))) == ["TimedOut", "Passed", "TurnBegan"]
    late = RunOutOfTime(1, lay_proposal(state, 1, "B4 B5 B6 B7"))
    assert list_event_names(decide(state, late)) == ["TimedOut", "MoveFailed", "TurnBegan"]
    assert play_commands(state, late).table == state.table
    assert play_commands(state, late).turn == 2


# --- without the drawer (N-51) ----------------------------------------------------------------


@pytest.mark.clause("N-51")
@pytest.mark.parametrize(("drawer", "order"), [(1, [2, 3, 0]), (3, [0, 1, 2]), (0, [1, 2, 3])])
def test_in_travel_the_drawer_has_no_further_turn(drawer: int, order: list[int]) -> None:
    state = play_commands(game(TRAVEL, turn=drawer), Draw(drawer))
    assert turns_until_the_end(state) == order


@pytest.mark.clause("N-51")
def test_in_travel_the_drawer_can_still_win() -> None:
    state = game(TRAVEL, racks=("K9", "R2", "B9", "O9"))
    over = play_commands(state, Draw(1), Pass(2), Pass(3), Pass(0))
    assert get_result(over).sheet.winners == (1,)
    assert list_points(over) == [-6, 18, -6, -6]


# --- play goes on (N-52) ----------------------------------------------------------------------


@pytest.mark.clause("N-52")
def test_in_twist_drawing_the_last_tile_does_not_end_the_game() -> None:
    state = game(TWIST)
    assert list_event_names(decide(state, Draw(1))) == ["Drew", "TurnBegan"]
    after = play_commands(state, Draw(1))
    assert (after.turn, after.last_round, after.pool_size) == (2, None, 0)


@pytest.mark.clause("N-52", "N-26")
def test_in_twist_a_draw_of_the_clock_may_take_the_last_tile_and_play_goes_on() -> None:
    after = play_commands(game(TWIST), RunOutOfTime(1))
    assert (after.turn, after.pool_size) == (2, 0)


@pytest.mark.clause("N-52", "N-55")
def test_in_twist_a_penalty_may_take_the_last_tiles_and_play_goes_on() -> None:
    state = game(TWIST, pool="K1 K2")
    after = play_commands(state, RunOutOfTime(1, lay_proposal(state, 1, "B4 B5 B6 B7")))
    assert (after.turn, after.pool_size, format_rack(after, 1)) == (2, 0, "R9 B7 K1 K2")


@pytest.mark.clause("N-52")
def test_in_twist_play_goes_on_round_the_table_while_everybody_places() -> None:
    state = game(TWIST, turn=0, pool="", racks=("B7 B11 K1", "B8 B12 K1", "B9 B13", "B10 R1"))
    lies = "B4 B5 B6"
    for turn, tile in enumerate(["B7", "B8", "B9", "B10", "B11", "B12"]):
        lies = f"{lies} {tile}"
        state = play_commands(state, Place(turn % 4, lay_proposal(state, turn % 4, lies)))
    assert (state.turn, state.last_round) == (2, None)
    over = play_commands(state, Place(2, lay_proposal(state, 2, f"{lies} B13")))
    assert get_result(over).ending is Ending.WENT_OUT


@pytest.mark.clause("N-52")
def test_in_twist_the_first_who_passes_ends_the_game_at_once() -> None:
    """Whether they cannot or will not place."""
    for turn in (0, 1):
        over = play_commands(game(TWIST, turn=turn, pool=""), Pass(turn))
        assert get_result(over).ending is Ending.POOL_EMPTY
        part = Fraction(7, 3)
        assert list_points(over) == [part, -7, part, part]


@pytest.mark.clause("N-52", "N-26")
@pytest.mark.parametrize("touched", [True, False])
def test_in_twist_time_running_out_ends_the_game(touched: bool) -> None:
    state = game(TWIST, pool="")
    draft = lay_proposal(state, 1, "B4 B5 B6 B7") if touched else None
    outcome = "MoveFailed" if touched else "Passed"
    assert list_event_names(decide(state, RunOutOfTime(1, draft))) == [
        "TimedOut",
        outcome,
        "Finished",
    ]
    over = play_commands(state, RunOutOfTime(1, draft))
    assert get_result(over).ending is Ending.POOL_EMPTY
    assert over.table == state.table
    assert format_rack(over, 1) == "R9 B7"


@pytest.mark.clause("N-52", "N-26")
def test_in_twist_a_failed_move_ends_the_game() -> None:
    state = game(apply_house_rules(TWIST, invalid_move="penalty"), pool="")
    events = decide(state, Place(1, lay_proposal(state, 1, "B4 B5 B6 R9")))
    assert list_event_names(events) == ["MoveFailed", "Finished"]
    assert find_only_event(events, ev.Finished).ending is Ending.POOL_EMPTY


@pytest.mark.clause("N-52", "N-26")
def test_in_twist_a_refused_move_may_still_be_mended() -> None:
    state = game(TWIST, pool="")
    assert explain_refusal(state, Place(1, lay_proposal(state, 1, "B4 B5 B6 R9"))) != []
    assert play_commands(state, Place(1, lay_proposal(state, 1, "B4 B5 B6 B7"))).turn == 2


@pytest.mark.clause("N-52")
def test_in_twist_nothing_is_passed_while_there_are_tiles() -> None:
    assert explain_refusal(game(TWIST), Pass(1)) == ["must_draw_or_place N-20"]


# --- more tiles than there are (N-55) ---------------------------------------------------------


@pytest.mark.clause("N-55", "N-26", "N-51")
def test_a_penalty_takes_what_is_there_and_starts_the_last_round() -> None:
    state = game(TRAVEL, pool="K1 K2")
    after = play_commands(state, RunOutOfTime(1, lay_proposal(state, 1, "B4 B5 B6 B7")))
    assert format_rack(after, 1) == "R9 B7 K1 K2"
    assert after.last_round == (2, 3, 0)


@pytest.mark.clause("N-55", "N-50")
def test_a_draw_of_the_clock_starts_the_last_round() -> None:
    after = play_commands(game(CLASSIC), RunOutOfTime(1))
    assert after.last_round == (1, 2, 3, 0)
    assert after.turn == 1


@pytest.mark.clause("N-55", "N-50")
@pytest.mark.parametrize(
    ("edition", "order"), [(CLASSIC, (1, 2, 3, 0)), (TOURNAMENT, (2, 3, 0, 1))]
)
def test_a_penalty_of_one_tile_starts_the_last_round(
    edition: Edition, order: tuple[int, ...]
) -> None:
    state = game(edition)
    after = play_commands(state, RunOutOfTime(1, lay_proposal(state, 1, "B4 B5 | B6")))
    assert (format_rack(after, 1), after.last_round) == ("R9 B7 K1", order)


@pytest.mark.clause("N-55", "N-50")
def test_a_referees_penalty_starts_the_last_round_when_the_turn_is_over() -> None:
    state = play_commands(game(CLASSIC, pool="K1 K2"), Penalise(3, 5, "Ref", "talked"))
    assert (format_rack(state, 3), state.turn, state.last_round) == ("O9 K1 K2", 1, None)
    assert explain_refusal(state, Draw(1)) == ["pool_empty N-50"]
    passed = play_commands(state, Pass(1))
    assert passed.last_round == (3, 0, 1, 2)
    assert turns_until_the_end(passed) == [3, 0, 1, 2]


@pytest.mark.clause("N-55", "N-52")
def test_in_twist_who_is_on_turn_after_such_a_penalty_ends_the_game_by_passing() -> None:
    state = play_commands(game(TWIST, pool="K1"), Penalise(3, 1, "Ref", "talked"))
    assert get_result(play_commands(state, Pass(1))).ending is Ending.POOL_EMPTY
    assert play_commands(state, Place(1, lay_proposal(state, 1, "B4 B5 B6 B7"))).turn == 2
