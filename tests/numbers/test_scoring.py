"""What a finished game scores."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kostka.editions import CLASSIC, EDITIONS, SIX, TOURNAMENT, TRAVEL, TWIST, Edition
from kostka.events.codec import from_json, to_json
from kostka.numbers import (
    Pass,
    Place,
    ScoreSheet,
    State,
    count_rack_points,
    score_going_out,
    score_lowest_rack_win,
)
from kostka.numbers.scoring import RackLeft, ScoreLine, Why
from kostka.tiles import parse_set
from tests.positions import (
    build_position,
    get_result,
    lay_proposal,
    list_big_points,
    list_points,
    list_score_reasons,
    play_commands,
)


def build_racks(*counts: int, tiles: int = 2) -> list[RackLeft]:
    return [RackLeft(count=count, tiles=tiles) for count in counts]


def list_sheet_points(sheet: ScoreSheet) -> list[Fraction]:
    assert sum(line.points for line in sheet.lines) == 0
    return [line.points for line in sheet.lines]


def list_sheet_big_points(sheet: ScoreSheet) -> list[int]:
    return [line.big for line in sheet.lines]


# --- going out --------------------------------------------------------------------------------


@pytest.mark.clause("N-40", "Z-16")
@pytest.mark.parametrize(
    ("edition", "joker"), [(CLASSIC, 50), (SIX, 50), (TRAVEL, 30), (TWIST, 30), (TOURNAMENT, 50)]
)
def test_number_tiles_count_their_number_and_jokers_the_penalty(
    edition: Edition, joker: int
) -> None:
    assert count_rack_points(edition, parse_set("")) == 0
    assert count_rack_points(edition, parse_set("K1 R13 B7")) == 21
    assert count_rack_points(edition, parse_set("K1 J J")) == 1 + 2 * joker


@pytest.mark.clause("N-40")
def test_in_twist_every_kind_of_joker_counts_30() -> None:
    for kind in "JDCM":
        assert count_rack_points(TWIST, parse_set(f"{kind} K2")) == 32


@pytest.mark.clause("N-40", "N-42", "Z-18")
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_who_goes_out_gets_what_the_others_lose(edition: Edition) -> None:
    jokers = {"travel": 30, "twist": 30}.get(edition.key, 50)
    players = min(edition.players_max, 5 if edition.players_min == 5 else 4)
    racks = ["B7", "K1 R5", "J", "K13 R13", "O2"][:players]
    state = build_position(edition, racks=racks, table="B4 B5 B6")
    over = play_commands(state, Place(0, lay_proposal(state, 0, "B4 B5 B6 B7")))
    lost = [6, jokers, 26, 2][: players - 1]
    assert list_points(over) == [sum(lost), *(-each for each in lost)]
    assert sum(list_points(over)) == 0
    one = 0 if edition is TRAVEL else 1
    assert list_big_points(over) == [one] + [0] * len(lost)
    assert get_result(over).sheet.winners == (0,)


@pytest.mark.clause("N-40")
def test_the_sheet_says_how_each_number_came_about() -> None:
    state = build_position(racks=("B7", "K1 R5", "J"), table="B4 B5 B6")
    over = play_commands(state, Place(0, lay_proposal(state, 0, "B4 B5 B6 B7")))
    lines = get_result(over).sheet.lines
    assert [line.count for line in lines] == [0, 6, 50]
    assert [line.tiles for line in lines] == [0, 2, 1]
    assert list_score_reasons(over) == ["won", "rack", "rack"]


@pytest.mark.clause("N-41", "Z-16")
@pytest.mark.parametrize("edition", [CLASSIC, SIX, TOURNAMENT], ids=lambda e: e.key)
def test_flat_scores_on_a_typed_in_sheet(edition: Edition) -> None:
    racks = [
        RackLeft(count=0, tiles=0),
        RackLeft(count=40, tiles=5, opened=False),
        RackLeft(count=40, tiles=5, opened=False, could_have_opened=True),
        RackLeft(count=40, tiles=5, opened=False, could_have_opened=True, announced=True),
        RackLeft(count=40, tiles=5),
    ]
    sheet = score_going_out(edition, racks, 0)
    assert list_sheet_points(sheet) == [440, -100, -200, -100, -40]
    assert [line.why for line in sheet.lines] == [
        Why.WON,
        Why.NOT_OPENED,
        Why.COULD_HAVE_OPENED,
        Why.ANNOUNCED,
        Why.RACK,
    ]


# --- the lowest rack --------------------------------------------------------------------------


@pytest.mark.clause("N-53")
def test_the_example_of_the_empty_pool() -> None:
    state = build_position(
        racks=("K1", "K5", "K10", "K7 K8"), pool="", turn=3, last_round=(3,), opened=False
    )
    over = play_commands(state, Pass(3))
    assert list_points(over) == [27, -4, -9, -14]
    assert list_big_points(over) == [1, 0, 0, 0]
    assert list_score_reasons(over) == ["won", "difference", "difference", "difference"]


@pytest.mark.clause("N-53")
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_every_loser_scores_the_difference_to_the_winner(edition: Edition) -> None:
    assert list_sheet_points(score_lowest_rack_win(edition, build_racks(15, 10, 1, 5))) == [
        -14,
        -9,
        27,
        -4,
    ]


@pytest.mark.clause("N-53", "N-41")
def test_who_has_not_opened_scores_the_difference_too() -> None:
    racks = [*build_racks(1), RackLeft(count=9, tiles=1, opened=False, could_have_opened=True)]
    assert list_sheet_points(score_lowest_rack_win(CLASSIC, racks)) == [8, -8]


@pytest.mark.clause("N-54")
@pytest.mark.parametrize("edition", [CLASSIC, SIX, TOURNAMENT], ids=lambda e: e.key)
def test_all_who_tie_win_a_big_point_and_an_exact_part(edition: Edition) -> None:
    sheet = score_lowest_rack_win(edition, build_racks(5, 12, 5, 5))
    part = Fraction(7, 3)
    assert list_sheet_points(sheet) == [part, -7, part, part]
    assert list_sheet_big_points(sheet) == [1, 0, 1, 1]
    assert sheet.winners == (0, 2, 3)


@pytest.mark.clause("N-54")
def test_a_part_of_the_points_is_never_rounded_not_even_when_saved() -> None:
    sheet = score_lowest_rack_win(CLASSIC, build_racks(5, 12, 5, 5))
    saved = to_json(sheet)
    assert saved.count(b'"points":"7/3"') == 3
    assert b'"points":-7' in saved
    assert from_json(saved, ScoreSheet) == sheet


@pytest.mark.clause("N-54")
def test_who_ties_need_not_have_the_same_number_of_tiles() -> None:
    racks = [RackLeft(count=5, tiles=1), RackLeft(count=5, tiles=2), RackLeft(count=9, tiles=1)]
    for edition in (CLASSIC, TOURNAMENT, TRAVEL):
        assert list_sheet_points(score_lowest_rack_win(edition, racks)) == [2, 2, -4]


@pytest.mark.clause("N-54")
def test_who_ties_need_not_both_have_opened() -> None:
    racks = [RackLeft(count=5, tiles=1), RackLeft(count=5, tiles=1, opened=False), *build_racks(9)]
    assert list_sheet_points(score_lowest_rack_win(CLASSIC, racks)) == [2, 2, -4]


@pytest.mark.clause("N-54")
def test_in_twist_fewer_tiles_win_a_tie() -> None:
    racks = [RackLeft(count=5, tiles=2), RackLeft(count=5, tiles=1), RackLeft(count=9, tiles=1)]
    sheet = score_lowest_rack_win(TWIST, racks)
    assert list_sheet_points(sheet) == [0, 4, -4]
    assert list_sheet_big_points(sheet) == [0, 1, 0]
    assert sheet.winners == (1,)


@pytest.mark.clause("N-54")
def test_in_twist_fewer_tiles_do_not_beat_a_lower_rack() -> None:
    racks = [RackLeft(count=5, tiles=3), RackLeft(count=6, tiles=1)]
    assert list_sheet_points(score_lowest_rack_win(TWIST, racks)) == [1, -1]


@pytest.mark.clause("N-54")
def test_in_twist_a_tie_of_both_is_shared() -> None:
    racks = [
        RackLeft(count=5, tiles=1),
        RackLeft(count=5, tiles=1),
        RackLeft(count=5, tiles=2),
        RackLeft(count=8, tiles=1),
    ]
    sheet = score_lowest_rack_win(TWIST, racks)
    assert list_sheet_points(sheet) == [Fraction(3, 2), Fraction(3, 2), 0, -3]
    assert list_sheet_big_points(sheet) == [1, 1, 0, 0]


@pytest.mark.clause("N-54", "N-42")
def test_in_travel_a_tie_is_shared_without_big_points() -> None:
    sheet = score_lowest_rack_win(TRAVEL, build_racks(5, 5, 10))
    assert list_sheet_points(sheet) == [Fraction(5, 2), Fraction(5, 2), -5]
    assert list_sheet_big_points(sheet) == [0, 0, 0]


@pytest.mark.clause("N-54")
def test_if_everybody_ties_everybody_wins_nothing() -> None:
    sheet = score_lowest_rack_win(CLASSIC, build_racks(5, 5))
    assert list_sheet_points(sheet) == [0, 0]
    assert list_sheet_big_points(sheet) == [1, 1]


def build_tied_position(edition: Edition, racks: tuple[str, ...]) -> State:
    last = len(racks) - 1
    state = build_position(edition, racks=racks, pool="", turn=last, last_round=(last,))
    return play_commands(state, Pass(last))


@pytest.mark.clause("N-54")
def test_ties_at_the_end_of_a_game() -> None:
    racks = ("K5", "K2 K3", "R12", "R5")
    shared = build_tied_position(CLASSIC, racks)
    assert list_points(shared) == [Fraction(7, 3), Fraction(7, 3), -7, Fraction(7, 3)]
    fewer = build_tied_position(TWIST, racks)
    assert list_points(fewer) == [Fraction(7, 2), 0, -7, Fraction(7, 2)]
    assert list_big_points(fewer) == [1, 0, 0, 1]
    assert list_big_points(build_tied_position(TRAVEL, racks)) == [0, 0, 0, 0]


@pytest.mark.clause("N-40", "N-53")
@pytest.mark.parametrize(
    ("points", "why"), [((5, -4), (Why.WON, Why.RACK)), ((0, 0), (Why.RACK, Why.RACK))]
)
def test_a_sheet_that_no_game_gives_is_refused(
    points: tuple[int, int], why: tuple[Why, Why]
) -> None:
    lines = [ScoreLine(5, 1, reason, Fraction(p), 0) for p, reason in zip(points, why, strict=True)]
    with pytest.raises(ValueError, match="a winner and adds up to zero"):
        ScoreSheet(tuple(lines))
