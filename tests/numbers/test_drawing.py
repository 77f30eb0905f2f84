"""A turn in which a tile is drawn, and the rest of it that stays open."""

from __future__ import annotations

import pytest

from kostka.editions import (
    CLASSIC,
    EDITIONS,
    SIX,
    TOURNAMENT,
    TRAVEL,
    TWIST,
    Edition,
    apply_house_rules,
)
from kostka.numbers import (
    Announce,
    Draw,
    EndTurn,
    Pass,
    Place,
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
    lay_proposal,
    list_event_names,
    play_commands,
)

FLAT_SCORES = [CLASSIC, SIX, TOURNAMENT]
NO_FLAT_SCORES = [TRAVEL, TWIST]


def game(edition: Edition, *, opened: bool, turn: int = 0) -> State:
    racks = ["K10 R10 B10 O1", "K2 O3"] + ["K3"] * (edition.players_min - 2)
    return build_position(edition, racks=racks, pool="B1 B2 B3", opened=opened, turn=turn)


@pytest.mark.clause("N-20")
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_who_has_opened_ends_the_turn_by_drawing(edition: Edition) -> None:
    state = game(edition, opened=True)
    events = decide(state, Draw(0))
    assert list_event_names(events) == ["Drew", "TurnBegan"]
    assert find_only_event(events, ev.Drew).reason is ev.DrawReason.TURN
    after = play_commands(state, Draw(0))
    assert format_rack(after, 0) == "K10 R10 B10 O1 B1"
    assert (after.turn, after.pool_size) == (1, 2)


@pytest.mark.clause("N-20")
@pytest.mark.parametrize("edition", NO_FLAT_SCORES, ids=lambda e: e.key)
def test_without_the_flat_scores_every_draw_ends_the_turn(edition: Edition) -> None:
    state = play_commands(game(edition, opened=False), Draw(0))
    assert state.turn == 1
    assert state.drawn is None


@pytest.mark.clause("N-20")
@pytest.mark.parametrize("edition", FLAT_SCORES, ids=lambda e: e.key)
@pytest.mark.parametrize("turn", [0, 1], ids=["could open", "could not open"])
def test_before_the_opening_the_turn_stays_open_after_the_draw(edition: Edition, turn: int) -> None:
    """Always, so that nothing is given away."""
    state = game(edition, opened=False, turn=turn)
    assert list_event_names(decide(state, Draw(turn))) == ["Drew"]
    after = play_commands(state, Draw(turn))
    assert after.turn == turn
    assert after.drawn == after.seats[turn].rack[-1]
    ended = play_commands(after, EndTurn(turn))
    assert ended.turn == (turn + 1) % len(ended.seats)
    assert ended.drawn is None


@pytest.mark.clause("N-20")
def test_a_player_may_draw_though_placing_is_possible() -> None:
    state = build_position(racks=("B7", "K1"), table="B4 B5 B6", pool="R1 R2")
    assert format_rack(play_commands(state, Draw(0)), 0) == "B7 R1"


@pytest.mark.clause("N-20")
def test_after_placing_nothing_is_drawn() -> None:
    state = build_position(racks=("B7 K1", "K2"), table="B4 B5 B6", pool="R1 R2")
    placed = play_commands(state, Place(0, lay_proposal(state, 0, "B4 B5 B6 B7")))
    assert (format_rack(placed, 0), placed.pool_size, placed.turn) == ("K1", 2, 1)
    assert explain_refusal(placed, Draw(0)) == ["not_your_turn N-4"]


@pytest.mark.clause("N-20", "N-21")
def test_after_drawing_nothing_is_placed_drawn_or_passed() -> None:
    state = play_commands(game(CLASSIC, opened=False), Draw(0))
    assert explain_refusal(state, Draw(0)) == ["drew_already N-20"]
    assert explain_refusal(state, Pass(0)) == ["drew_already N-20"]
    opening = lay_proposal(state, 0, "K10 R10 B10")
    assert explain_refusal(state, Place(0, opening)) == ["drawn_tile N-21"]


@pytest.mark.clause("N-21")
@pytest.mark.parametrize("edition", [CLASSIC, TRAVEL], ids=lambda e: e.key)
def test_a_tile_just_drawn_is_played_in_the_next_turn(edition: Edition) -> None:
    state = build_position(
        edition, racks=("K10 R10 O1", "K2"), pool="B10 R1 R2", opened=(False, True)
    )
    drawn = play_commands(state, Draw(0))
    refusal = explain_refusal(drawn, Place(0, lay_proposal(drawn, 0, "K10 R10 B10")))
    assert refusal == (["drawn_tile N-21"] if edition is CLASSIC else ["not_your_turn N-4"])
    if edition is CLASSIC:
        drawn = play_commands(drawn, EndTurn(0))
    back = play_commands(drawn, Draw(1))
    assert back.turn == 0
    placed = play_commands(back, Place(0, lay_proposal(back, 0, "K10 R10 B10")))
    assert format_table_of(placed) == "K10 R10 B10"


@pytest.mark.clause("Z-14")
@pytest.mark.parametrize("opened", [True, False])
def test_the_clock_is_pressed_only_after_the_draw(opened: bool) -> None:
    state = game(TOURNAMENT, opened=opened)
    assert explain_refusal(state, EndTurn(0)) == ["turn_not_open N-20"]
    drawn = play_commands(state, Draw(0))
    if not opened:
        drawn = play_commands(drawn, EndTurn(0))
    assert drawn.turn == 1
    assert drawn.pool_size == 2


@pytest.mark.clause("N-20", "N-50")
def test_who_can_draw_does_not_pass() -> None:
    state = game(CLASSIC, opened=True)
    assert explain_refusal(state, Pass(0)) == ["must_draw_or_place N-20"]


@pytest.mark.clause("N-20")
def test_the_choice_to_keep_a_turn_open_belongs_to_the_flat_scores() -> None:
    """House rules decide it, not the name of an edition."""
    counting = apply_house_rules(CLASSIC, not_opened=None, could_have_opened=None)
    assert play_commands(game(counting, opened=False), Draw(0)).turn == 1
    flat = apply_house_rules(TRAVEL, not_opened=100, could_have_opened=200)
    assert play_commands(game(flat, opened=False), Draw(0)).turn == 0


@pytest.mark.clause("N-41", "Z-16")
def test_the_announcement_comes_before_the_turn_ends() -> None:
    state = build_position(
        TOURNAMENT, racks=("K10 R10 O1", "K2"), pool=["B10 R1"], opened=(False, True)
    )
    drawn = play_commands(state, Draw(0))
    assert play_commands(drawn, Announce(0)).seats[0].announced
    assert explain_refusal(play_commands(drawn, EndTurn(0)), Announce(0)) == ["not_your_turn N-4"]
