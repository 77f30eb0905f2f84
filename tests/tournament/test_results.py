"""Results from paper: what they score, what is refused and why, and entries that come twice."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kostka.editions import TOURNAMENT
from kostka.events.errors import BadInput, Refused
from kostka.numbers.events import Ending
from kostka.numbers.scoring import RackLeft, score_going_out, score_lowest_rack_win
from kostka.tournament import (
    FivePlayers,
    ScoreSheet,
    Settings,
    SheetRack,
    build_score_sheet,
    compute_standings,
)
from kostka.tournament import commands as cmd
from tests.tournament.hall import ORGANISER, REFEREE, Hall, pool_empty, refusal, went_out


def running(players: int = 4, minutes: int | None = None) -> Hall:
    hall = Hall(players, settings=Settings(minutes=minutes))
    hall.begin(FivePlayers.ONE_TABLE if players == 5 else None)
    return hall


def points(hall: Hall, game: int = 1, table: int = 1) -> list[int | None]:
    held = hall.round.tables[table - 1].results[game][-1]
    return [None if line is None else int(line.points) for line in held.lines]


def bigs(hall: Hall) -> list[int]:
    held = hall.round.tables[0].results[1][-1]
    return [line.big for line in held.lines if line]


@pytest.mark.clause("Z-16", "Z-18")
def test_the_winner_gets_what_the_others_lose_and_a_big_point() -> None:
    hall = running()
    racks = (
        SheetRack(5, jokers=1),
        SheetRack(),
        SheetRack(40, opened=False),
        SheetRack(80, opened=False, could_have_opened=True),
    )
    hall.enter(1, 1, ScoreSheet(Ending.WENT_OUT, racks))
    assert points(hall) == [-55, 355, -100, -200]
    assert bigs(hall) == [0, 1, 0, 0]


@pytest.mark.clause("Z-16")
def test_an_announced_opening_costs_a_hundred() -> None:
    hall = running(3)
    announced = SheetRack(80, opened=False, could_have_opened=True, announced=True)
    hall.enter(1, 1, ScoreSheet(Ending.WENT_OUT, (SheetRack(), announced, SheetRack(1))))
    assert points(hall) == [101, -100, -1]


@pytest.mark.clause("Z-17", "Z-18")
@pytest.mark.parametrize("ending", [Ending.POOL_EMPTY, Ending.ROUND_TIME])
def test_the_lowest_rack_wins_when_the_pool_or_the_time_is_over(ending: Ending) -> None:
    hall = running(minutes=60)
    hall.enter(1, 1, replace(pool_empty(30, 10, 12, 60), ending=ending))
    assert points(hall) == [-20, 72, -2, -50]
    assert bigs(hall) == [0, 1, 0, 0]
    # It is corrected as what it was, also when rounds have no time any more.
    hall.do(cmd.ChangeSettings(Settings(), token=ORGANISER))
    hall.do(hall.correction((1, 1, 1), replace(pool_empty(30, 10, 13, 60), ending=ending)))
    assert points(hall) == [-20, 73, -3, -50]


@pytest.mark.clause("Z-17")
def test_a_tie_is_stated_and_gives_each_a_big_point() -> None:
    hall = running()
    assert refusal(hall, entry(pool_empty(10, 10, 12, 60))) == ("tie_not_stated",)
    assert refusal(hall, entry(pool_empty(10, 11, 12, 60, tie=True))) == ("no_tie",)
    hall.enter(1, 1, pool_empty(10, 10, 13, 60, tie=True))
    held = hall.round.tables[0].results[1][-1]
    assert [line.points for line in held.lines if line] == [
        Fraction(53, 2),
        Fraction(53, 2),
        -3,
        -50,
    ]
    assert bigs(hall) == [1, 1, 0, 0]


def entry(paper: ScoreSheet | None, **changes: str | int) -> cmd.EnterResult:
    command = cmd.EnterResult(1, 1, 1, paper, "stamp", token=ORGANISER)
    return replace(command, **changes)


@pytest.mark.clause("Z-17")
def test_who_left_during_a_game_does_not_win_it() -> None:
    hall = running()
    racks = (SheetRack(3, left=True), SheetRack(10), SheetRack(12), SheetRack(15))
    hall.enter(1, 1, ScoreSheet(Ending.POOL_EMPTY, racks))
    assert points(hall) == [0, 7, -2, -5]
    assert bigs(hall) == [0, 1, 0, 0]


@pytest.mark.clause("Z-17")
def test_games_that_were_not_started_are_not_played() -> None:
    hall = running()
    assert refusal(hall, entry(None)) == ("not_played_why",)
    hall.play()
    hall.do(hall.correction((1, 1, 3), None))
    assert hall.places()[0][2] == 2
    assert [row.games for row in compute_standings(hall.state)] == [2] * 4
    hall.close()


@pytest.mark.parametrize(
    ("paper", "codes"),
    [
        (went_out(0, 1, 2), ("wrong_racks",)),
        (went_out(0, 0, 2, 3), ("no_winner",)),
        (went_out(1, 1, 2, 3), ("no_winner",)),
        (pool_empty(0, 1, 2, 3), ("empty_rack",)),
        (replace(pool_empty(4, 1, 2, 3), ending=Ending.ROUND_TIME), ("round_not_timed",)),
        (replace(pool_empty(4, 1, 2, 3), ending=Ending.ALONE), ("no_ending",)),
        (went_out(0, 700, 20, 9), ("tiles_beyond_box",)),
        (
            ScoreSheet(Ending.WENT_OUT, (SheetRack(), *[SheetRack(9, jokers=1)] * 3)),
            ("too_many_jokers",),
        ),
        (
            ScoreSheet(Ending.WENT_OUT, (SheetRack(opened=False), *[SheetRack(9)] * 3)),
            ("winner_not_opened",),
        ),
        (
            ScoreSheet(
                Ending.WENT_OUT, (SheetRack(), SheetRack(9, announced=True), *[SheetRack(9)] * 2)
            ),
            ("opened_and_not",),
        ),
        (
            ScoreSheet(Ending.WENT_OUT, (SheetRack(), None, SheetRack(9), SheetRack(8))),
            ("still_playing",),
        ),
        (
            went_out(0, 10, 20, 30, written=tuple(map(Fraction, (50, -10, -20, -30)))),
            ("not_zero", "written_wrong"),
        ),
        (
            went_out(0, 10, 20, 30, written=tuple(map(Fraction, (60, -20, -10, -30)))),
            ("written_wrong", "written_wrong"),
        ),
    ],
)
def test_what_is_wrong_on_paper_is_told(paper: ScoreSheet, codes: tuple[str, ...]) -> None:
    assert refusal(running(), entry(paper)) == codes


def test_a_sheet_that_does_not_add_up_is_told_where_and_why() -> None:
    hall = running()
    name = hall.state.get_player_name(hall.seats[0][0])
    paper = went_out(0, 10, 20, 30, written=tuple(map(Fraction, (50, -10, -20, -30))))
    with pytest.raises(Refused) as refused:
        hall.do(entry(paper, game=2))
    assert str(refused.value) == (
        "table 1, game 2: the points on the sheet add up to -10, not 0 (Z-16); "
        f"table 1, game 2: {name} has 50 on the sheet, but the racks give 60 (Z-16)"
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"round": 2}, "no_round"),
        ({"round": 0}, "no_round"),
        ({"table": 2}, "no_table"),
        ({"game": 4}, "no_game"),
        ({"game": 0}, "no_game"),
        ({"stamp": ""}, "bad_stamp"),
        ({"stamp": "k" * 65}, "bad_stamp"),
        ({"stamp": "rehearsal 1"}, "bad_stamp"),  # the log could not be proven
    ],
)
def test_a_result_belongs_to_a_game_of_the_round(changes: dict[str, str | int], code: str) -> None:
    assert refusal(running(), entry(went_out(0, 1, 2, 3), **changes)) == (code,)


def test_a_result_that_was_typed_for_a_void_round_does_not_count_for_its_repetition() -> None:
    hall = running()
    seen = hall.round.draw
    hall.do(cmd.VoidRound(token=ORGANISER, reason="wrong box"))
    hall.begin()
    assert refusal(hall, entry(went_out(0, 1, 2, 3), draw=seen)) == ("sheet_replaced",)
    assert hall.do(entry(went_out(0, 1, 2, 3), draw=hall.round.draw))


def test_numbers_out_of_this_world_cannot_be_read() -> None:
    for rack in (SheetRack(-1), SheetRack(10**9), SheetRack(1, jokers=-1)):
        with pytest.raises(BadInput):
            running().do(entry(ScoreSheet(Ending.WENT_OUT, (SheetRack(), rack, rack, rack))))


def test_results_come_while_the_round_is_played() -> None:
    hall = Hall(4)
    hall.seat()
    hall.lock()
    assert refusal(hall, entry(went_out(0, 1, 2, 3))) == ("round_not_running",)
    hall.start()
    hall.play()
    hall.close()
    assert refusal(hall, entry(went_out(0, 1, 2, 3))) == ("round_not_running",)
    assert refusal(hall, cmd.CloseRound(token=ORGANISER)) == ("round_not_running",)


def test_the_same_result_sent_twice_is_one() -> None:
    hall = running()
    assert len(hall.enter(1, 1, went_out(0, 1, 2, 3), stamp="phone")) == 1
    assert hall.enter(1, 1, went_out(0, 1, 2, 3), stamp="phone") == []
    # Another phone sends the same sheet.
    assert hall.enter(1, 1, went_out(0, 1, 2, 3), stamp="other", token=REFEREE) == []
    # The same stamp for something else, and another result without a correction, are refused.
    other = entry(went_out(0, 1, 2, 4))
    assert refusal(hall, replace(other, stamp="phone")) == ("stamp_used",)
    assert refusal(hall, other) == ("result_there",)
    # A copy that was long on its way does not bring back what was corrected.
    hall.do(hall.correction((1, 1, 1), went_out(0, 1, 2, 4)))
    assert hall.enter(1, 1, went_out(0, 1, 2, 3), stamp="phone") == []
    assert points(hall) == [7, -1, -2, -4]


def test_a_round_is_closed_with_all_results() -> None:
    hall = running(8)
    hall.enter(1, 1, went_out(0, 1, 2, 3))
    missing = refusal(hall, cmd.CloseRound(token=ORGANISER))
    assert missing == ("results_missing",)
    with pytest.raises(Refused, match="5 results are missing: table 1, 2"):
        hall.close()
    hall.play()
    hall.close()


def test_five_at_one_table_play_with_the_big_box() -> None:
    hall = running(5)
    racks = (SheetRack(), *[SheetRack(9, jokers=1)] * 4)
    hall.enter(1, 1, ScoreSheet(Ending.WENT_OUT, racks))
    assert points(hall) == [236, -59, -59, -59, -59]


def test_online_games_give_the_same_paper() -> None:
    left = [
        RackLeft(count=0, tiles=0),
        RackLeft(count=63, tiles=3),
        RackLeft(count=40, tiles=9, opened=False, could_have_opened=True),
        RackLeft(count=40, tiles=9, opened=False),
    ]
    hall = running()
    hall.enter(1, 1, build_score_sheet(Ending.WENT_OUT, score_going_out(TOURNAMENT, left, 0)))
    assert points(hall) == [363, -63, -200, -100]
    sheet = score_lowest_rack_win(TOURNAMENT, [RackLeft(count=n, tiles=1) for n in (5, 5, 9, 13)])
    hall.enter(1, 2, build_score_sheet(Ending.POOL_EMPTY, sheet))
    assert points(hall, 2) == [6, 6, -4, -8]
    with pytest.raises(BadInput, match="referee"):
        build_score_sheet(Ending.ALONE, sheet)
