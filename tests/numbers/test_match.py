"""A match: who starts the next game, sums and ranking."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from kostka.editions import CLASSIC, SIX, TOURNAMENT, TRAVEL, TWIST, Edition
from kostka.events.errors import BadInput
from kostka.numbers import (
    Match,
    ScoreSheet,
    find_next_starter,
    list_standings,
    score_going_out,
    score_lowest_rack_win,
)
from kostka.numbers.scoring import RackLeft

WITH_WINS = [CLASSIC, SIX, TWIST, TOURNAMENT]
A, B, C, D = range(4)

# The match of the rule page, as the racks left; the winner's is 0.
GAMES = [(0, 5, 16, 3), (6, 11, 0, 5), (32, 13, 2, 0), (10, 25, 0, 6)]
POINTS = [[24, -5, -16, -3], [-6, -11, 22, -5], [-32, -13, -2, 47], [-10, -25, 41, -6]]


def build_sheets(edition: Edition, games: Sequence[tuple[int, ...]]) -> list[ScoreSheet]:
    sheets = []
    for racks in games:
        racks_left = [RackLeft(count=count, tiles=count) for count in racks]
        sheets.append(score_going_out(edition, racks_left, racks.index(0)))
    return sheets


def rank_games(
    edition: Edition, games: Sequence[tuple[int, ...]]
) -> list[tuple[int, int, int, int]]:
    return [
        (row.place, row.seat, row.big, int(row.points))
        for row in list_standings(edition, build_sheets(edition, games))
    ]


@pytest.mark.clause("N-3", "N-4")
def test_the_player_to_the_left_starts_the_next_game() -> None:
    assert [find_next_starter(seat, 4) for seat in range(4)] == [1, 2, 3, 0]
    assert find_next_starter(5, 6) == 0


@pytest.mark.clause("N-40", "N-60")
def test_the_games_of_the_rule_page() -> None:
    sheets = build_sheets(CLASSIC, GAMES)
    assert [[line.points for line in sheet.lines] for sheet in sheets] == POINTS


@pytest.mark.clause("N-60")
@pytest.mark.parametrize(
    ("games", "sums"),
    [(1, [24, -5, -16, -3]), (3, [-14, -29, 4, 39]), (4, [-24, -54, 45, 33])],
)
@pytest.mark.parametrize("edition", [CLASSIC, TRAVEL], ids=lambda e: e.key)
def test_points_add_up_over_the_games(edition: Edition, games: int, sums: list[int]) -> None:
    rows = list_standings(edition, build_sheets(edition, GAMES[:games]))
    assert [row.points for row in sorted(rows, key=lambda row: row.seat)] == sums


@pytest.mark.clause("N-61", "N-42", "Z-18")
@pytest.mark.parametrize("edition", WITH_WINS, ids=lambda e: e.key)
def test_the_match_of_the_rule_page_with_big_points(edition: Edition) -> None:
    assert rank_games(edition, GAMES) == [
        (1, C, 2, 45),
        (2, D, 1, 33),
        (3, A, 1, -24),
        (4, B, 0, -54),
    ]
    assert rank_games(edition, GAMES[:3]) == [
        (1, D, 1, 39),
        (2, C, 1, 4),
        (3, A, 1, -14),
        (4, B, 0, -29),
    ]


@pytest.mark.clause("N-61")
def test_the_match_of_the_rule_page_by_points_alone() -> None:
    assert rank_games(TRAVEL, GAMES) == [
        (1, C, 0, 45),
        (2, D, 0, 33),
        (3, A, 0, -24),
        (4, B, 0, -54),
    ]
    assert rank_games(TRAVEL, GAMES[:3])[0] == (1, D, 0, 39)


TWO_SMALL_WINS = [(0, 1, 2), (0, 2, 1), (60, 0, 30)]
"""A wins twice, but little; B once, and much; C never."""


@pytest.mark.clause("N-61")
@pytest.mark.parametrize("edition", WITH_WINS, ids=lambda e: e.key)
def test_big_points_come_before_points(edition: Edition) -> None:
    assert rank_games(edition, TWO_SMALL_WINS) == [(1, A, 2, -54), (2, B, 1, 87), (3, C, 0, -33)]


@pytest.mark.clause("N-61")
def test_in_travel_only_points_count() -> None:
    assert rank_games(TRAVEL, TWO_SMALL_WINS) == [(1, B, 0, 87), (2, C, 0, -33), (3, A, 0, -54)]


@pytest.mark.clause("N-61")
def test_where_only_points_count_big_points_on_the_sheets_do_not_matter() -> None:
    rows = list_standings(TRAVEL, build_sheets(CLASSIC, TWO_SMALL_WINS))
    assert [row.seat for row in rows] == [B, C, A]


@pytest.mark.clause("N-61")
def test_who_is_level_in_both_shares_a_place() -> None:
    assert rank_games(CLASSIC, [(0, 4, 4), (4, 0, 4)]) == [
        (1, A, 1, 4),
        (1, B, 1, 4),
        (3, C, 0, -8),
    ]


@pytest.mark.clause("N-54", "N-60")
def test_parts_of_points_add_up_exactly() -> None:
    thirds = score_lowest_rack_win(
        CLASSIC, [RackLeft(count=count, tiles=1) for count in (5, 5, 5, 12)]
    )
    rows = list_standings(CLASSIC, [thirds, thirds])
    assert [row.points for row in rows] == [Fraction(14, 3)] * 3 + [Fraction(-14)]
    assert [row.place for row in rows] == [1, 1, 1, 4]
    assert sum(row.points for row in rows) == 0


@pytest.mark.clause("N-60")
def test_before_the_first_game_there_is_no_ranking() -> None:
    assert list_standings(CLASSIC, []) == []


@pytest.mark.clause("N-3", "N-60")
def test_a_match_is_an_agreed_number_of_games_started_in_turn() -> None:
    match = Match(CLASSIC, ("A", "B", "C", "D"), games=4, first_starter=2)
    starters = []
    for sheet in build_sheets(CLASSIC, GAMES):
        assert not match.is_over
        starters.append(match.next_starter)
        match = match.add_game(sheet)
    assert match.is_over
    assert starters == [2, 3, 0, 1]
    assert [(s.seat, s.big, int(s.points)) for s in match.standings] == [
        (2, 2, 45),
        (3, 1, 33),
        (0, 1, -24),
        (1, 0, -54),
    ]
    with pytest.raises(BadInput, match=r"only 4 games are agreed \(N-60\)"):
        match.add_game(match.sheets[0])


@pytest.mark.clause("N-60")
def test_a_match_that_cannot_be_is_refused() -> None:
    for games in (0, -1, 1001):
        with pytest.raises(BadInput, match=r"games are not within 1 to 1000 \(N-60\)"):
            Match(CLASSIC, ("A", "B"), games)
    with pytest.raises(BadInput, match="every game of the match has 2 players"):
        Match(CLASSIC, ("A", "B"), 4).add_game(build_sheets(CLASSIC, GAMES)[0])
    with pytest.raises(BadInput, match="two players have one name"):
        Match(CLASSIC, ("A", "A"), 4)
