"""Players who leave: the rest plays on, and nobody gains by leaving."""

from __future__ import annotations

import pytest

from kostka.editions import CLASSIC, EDITIONS, TOURNAMENT, TRAVEL, TWIST, Edition
from kostka.numbers import (
    Draw,
    EndGame,
    Ending,
    EndTurn,
    Leave,
    Pass,
    Place,
    RunOutOfTime,
    State,
    decide,
)
from tests.positions import (
    build_position,
    explain_refusal,
    format_rack,
    get_result,
    lay_proposal,
    list_big_points,
    list_event_names,
    list_points,
    list_score_reasons,
    open_game,
    play_commands,
)

CAN_OPEN = "K10 R10 O10"


def game(edition: Edition = CLASSIC, **changes: object) -> State:
    fields: dict[str, object] = {
        "racks": ("B7 K1", "K2", "K3", "K4"),
        "table": "B4 B5 B6",
        "pool": "R1 R2 R3 R4 R5 R6",
    }
    return build_position(edition, **(fields | changes))  # type: ignore[arg-type]


# --- the rest plays on ------------------------------------------------------------------------


@pytest.mark.clause("N-4")
def test_who_leaves_in_anothers_turn_is_left_out_from_then_on() -> None:
    state = game()
    assert list_event_names(decide(state, Leave(1))) == ["Left"]
    after = play_commands(state, Leave(1))
    assert after.turn == 0
    seen = []
    for _ in range(4):
        assert after.turn is not None
        seen.append(after.turn)
        after = play_commands(after, Draw(after.turn))
    assert seen == [0, 2, 3, 0]


@pytest.mark.clause("N-4")
def test_who_leaves_on_turn_hands_it_on() -> None:
    state = game(turn=3)
    assert list_event_names(decide(state, Leave(3))) == ["Left", "TurnBegan"]
    after = play_commands(state, Leave(3))
    assert after.turn == 0
    assert format_rack(after, 3) == "K4"
    assert after.pool_size == 6


@pytest.mark.clause("N-4", "N-20")
def test_who_leaves_after_a_draw_hands_the_turn_on() -> None:
    state = play_commands(game(opened=False), Draw(0), Leave(0))
    assert (state.turn, state.drawn, format_rack(state, 0)) == (1, None, "B7 K1 R1")


@pytest.mark.clause("N-50")
def test_who_leaves_after_drawing_the_last_tile_leaves_the_last_round_to_the_others() -> None:
    state = play_commands(game(opened=False, pool="R1"), Draw(0), Leave(0))
    assert state.last_round == (1, 2, 3)
    assert state.turn == 1


@pytest.mark.clause("N-50")
@pytest.mark.parametrize(("leaver", "turns"), [(0, [1, 2, 3]), (1, [0, 2, 3]), (3, [0, 1, 2])])
def test_who_leaves_in_the_last_round_has_no_turn_in_it(leaver: int, turns: list[int]) -> None:
    state = play_commands(game(pool="", last_round=(0, 1, 2, 3)), Leave(leaver))
    seen = []
    while state.turn is not None:
        seen.append(state.turn)
        state = play_commands(state, Pass(state.turn))
    assert seen == turns
    assert get_result(state).ending is Ending.POOL_EMPTY


@pytest.mark.clause("N-50")
def test_who_leaves_in_the_last_turn_of_the_last_round_ends_the_game() -> None:
    state = game(pool="", turn=3, last_round=(3,))
    assert list_event_names(decide(state, Leave(3))) == ["Left", "Finished"]
    over = play_commands(state, Leave(3))
    assert list_points(over) == [-6, 9, -1, -2]


@pytest.mark.clause("N-50", "N-51")
@pytest.mark.parametrize(
    ("edition", "order"), [(CLASSIC, (0, 2, 3)), (TOURNAMENT, (2, 3, 0)), (TRAVEL, (2, 3))]
)
def test_the_last_round_is_for_those_who_are_there(
    edition: Edition, order: tuple[int, ...]
) -> None:
    state = play_commands(game(edition, pool="R1"), Leave(1), Draw(0))
    assert state.last_round == order


# --- who is left alone ------------------------------------------------------------------------


@pytest.mark.clause("N-40")
@pytest.mark.parametrize("edition", [CLASSIC, TRAVEL, TWIST, TOURNAMENT], ids=lambda e: e.key)
@pytest.mark.parametrize("leaver", [0, 1])
def test_who_is_left_alone_wins_as_if_gone_out(edition: Edition, leaver: int) -> None:
    state = game(edition, racks=("B7 K1", "K2 R9"))
    assert list_event_names(decide(state, Leave(leaver))) == ["Left", "Finished"]
    over = play_commands(state, Leave(leaver))
    assert get_result(over).ending is Ending.ALONE
    lost = [8, 11][leaver]
    assert list_points(over)[leaver] == -lost
    assert list_points(over)[1 - leaver] == lost
    assert get_result(over).sheet.winners == (1 - leaver,)
    assert list_big_points(over)[1 - leaver] == (0 if edition is TRAVEL else 1)


@pytest.mark.clause("N-40")
def test_all_who_left_pay_their_racks() -> None:
    over = play_commands(game(), Leave(1), Leave(0), Leave(3))
    assert list_points(over) == [-8, -2, 14, -4]
    assert list_score_reasons(over) == ["rack", "rack", "won", "rack"]


@pytest.mark.clause("N-41")
@pytest.mark.parametrize("edition", [CLASSIC, TOURNAMENT], ids=lambda e: e.key)
@pytest.mark.parametrize(("held", "score"), [("K1", -100), (CAN_OPEN, -200)])
def test_who_leaves_without_having_opened_pays_the_flat_score(
    edition: Edition, held: str, score: int
) -> None:
    state = game(edition, racks=("B7 K1", held), opened=(True, False))
    assert list_points(play_commands(state, Leave(1))) == [-score, score]
    assert list_points(
        play_commands(game(edition, racks=(held, "K2"), opened=False), Leave(0))
    ) == [
        score,
        -score,
    ]


@pytest.mark.clause("N-41")
def test_who_leaves_before_their_first_turn_pays_the_lower_flat_score() -> None:
    state = game(racks=("B7", CAN_OPEN), opened=False, had_turn=(True, False))
    assert list_points(play_commands(state, Leave(1))) == [100, -100]


def test_it_does_not_matter_what_the_winner_holds() -> None:
    state = game(racks=("K13 R13 B13", "K1"), opened=False)
    assert list_points(play_commands(state, Leave(1))) == [100, -100]


# --- nobody gains by leaving ------------------------------------------------------------------


@pytest.mark.clause("N-53")
def test_who_has_left_does_not_win_with_the_lowest_rack() -> None:
    state = game(
        pool="",
        last_round=(0, 1, 2),
        racks=("K9", "K5", "K7", "K1"),
        present=(True, True, True, False),
    )
    over = play_commands(state, Pass(0), Pass(1), Pass(2))
    assert list_points(over) == [-4, 6, -2, 0]
    assert get_result(over).sheet.winners == (1,)
    assert list_big_points(over) == [0, 1, 0, 0]


@pytest.mark.clause("N-53", "N-54")
@pytest.mark.parametrize(
    "edition", [book for book in EDITIONS.values() if book.players_max > 2], ids=lambda one: one.key
)
def test_who_has_left_does_not_share_a_win(edition: Edition) -> None:
    racks = ["K5", "R9", "R5"] + ["O9"] * (2 if edition.players_min == 5 else 0)
    state = game(edition, racks=racks, present=[True, True, False, *[True] * (len(racks) - 3)])
    over = play_commands(state, EndGame("Ref", "time"))
    assert get_result(over).sheet.winners == (0,)
    assert list_points(over)[2] == 0


@pytest.mark.clause("N-53")
def test_who_has_left_pays_the_difference() -> None:
    state = game(
        pool="", turn=1, last_round=(1,), racks=("K9", "K5", "K12"), present=(True, True, False)
    )
    assert list_points(play_commands(state, Pass(1))) == [-4, 11, -7]


@pytest.mark.clause("N-40", "N-41")
def test_who_has_left_pays_when_another_goes_out() -> None:
    state = game(
        racks=("B7", "K9", CAN_OPEN, "K1"),
        opened=(True, True, False, False),
        present=(True, False, False, True),
    )
    over = play_commands(state, Place(0, lay_proposal(state, 0, "B4 B5 B6 B7")))
    assert list_points(over) == [309, -9, -200, -100]


# --- refused ----------------------------------------------------------------------------------


def test_who_has_left_does_nothing_more() -> None:
    state = play_commands(game(), Leave(0))
    for command in (Leave(0), Draw(0), Pass(0), EndTurn(0), RunOutOfTime(0), Place(0, ())):
        assert explain_refusal(state, command) == ["not_present N-1"]


def test_nobody_leaves_before_the_deal_or_after_the_end() -> None:
    assert explain_refusal(open_game(CLASSIC, 2).state, Leave(0)) == ["not_started N-6"]
    over = play_commands(game(), EndGame("Ref", "time"))
    assert explain_refusal(over, Leave(0)) == ["finished N-40"]
