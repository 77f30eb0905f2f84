"""The regulation, clause by clause, where no other test of tournaments shows it."""

from __future__ import annotations

import pytest

from kostka.editions.clauses import ClauseKind
from kostka.tournament import (
    Settings,
    compute_standings,
    list_history,
    list_regulation_clauses,
    list_regulation_notes,
)
from kostka.tournament import commands as cmd
from tests.tournament.hall import ORGANISER, REFEREE, Hall, refusal, went_out


@pytest.mark.clause("Z-2")
def test_every_table_has_a_sheet_with_names_and_a_clock() -> None:
    hall = Hall(7, settings=Settings(minutes=60))
    hall.begin()
    for table in hall.tournament.view(0).rounds[0].tables:
        assert all(seat.name for seat in table.seats)
        assert [game.starter for game in table.games] == ["A", "B", "C"]
        hall.do(cmd.StopClock(table.number, hall.now, token=hall.sheet(table.number)))
    assert all(table.stopped_at is not None for table in hall.round.tables)


@pytest.mark.clause("Z-3")
def test_after_two_rounds_there_is_no_third() -> None:
    hall = Hall(4)
    hall.whole_round()
    hall.whole_round()
    assert refusal(hall, cmd.SeatRound(token=ORGANISER)) == ("no_more_rounds",)


@pytest.mark.clause("Z-4")
def test_the_organiser_explains_the_regulation_and_sorts_by_big_then_small_points() -> None:
    assert [clause.id for clause in list_regulation_clauses()] == [
        f"Z-{n}" for n in [*range(1, 9), *range(10, 22), *range(30, 34)]
    ]
    hall = Hall(8)
    hall.begin()
    hall.play()
    assert refusal(hall, cmd.CloseRound(token=REFEREE)) == ("wrong_role",)
    hall.close()
    rows = compute_standings(hall.state)
    assert rows == sorted(rows, key=lambda row: (-row.big, -row.points, row.name))


@pytest.mark.clause("Z-4", "Z-7")
def test_standings_go_by_big_points_first_and_small_points_then() -> None:
    hall = Hall(4, settings=Settings(rounds=1))
    hall.begin()
    a, b, c, d = hall.seats[0]
    # A wins twice, but little; B once, and much; C and D never, C with more small points.
    for game, racks in enumerate([(0, 1, 1, 2), (0, 1, 1, 2), (60, 0, 60, 60)], start=1):
        hall.enter(1, game, went_out(*racks))
    hall.close()
    assert [(row.player, row.big, int(row.points)) for row in compute_standings(hall.state)] == [
        (a, 2, -52),
        (b, 1, 178),
        (c, 0, -62),
        (d, 0, -64),
    ]


@pytest.mark.clause("Z-5")
def test_the_best_of_a_table_is_a_and_starts() -> None:
    hall = Hall(8)
    hall.whole_round()
    place = {row.player: row.place or 0 for row in compute_standings(hall.state)}
    for table in hall.seat():
        assert [place[player] for player in table] == sorted(place[player] for player in table)
    view = hall.tournament.view(0).rounds[1]
    assert all(table.games[0].starter == "A" for table in view.tables)


@pytest.mark.clause("Z-8", "Z-13", "Z-14", "Z-21", "Z-33")
def test_what_only_people_can_keep_is_read_out_to_them() -> None:
    known = {clause.id: clause for clause in list_regulation_clauses()}
    for name in ("Z-8", "Z-13", "Z-14", "Z-21"):
        assert known[name].kind is ClauseKind.PHYSICAL
    assert "1.5 m" in known["Z-8"].text
    assert "taken back" in known["Z-21"].text
    assert known["Z-33"].text


@pytest.mark.clause("Z-21", "Z-30")
def test_touching_tiles_after_time_is_settled_by_a_referee() -> None:
    hall = Hall(4)
    hall.begin()
    about = "tiles touched after time (Z-21)"
    hall.do(cmd.CallReferee(1, about, hall.now, token=hall.sheet(1)))
    hall.do(cmd.DecideDispute(1, "undone, one tile drawn", token=REFEREE))
    told = [line.text for line in list_history(hall.tournament.log)]
    assert told[-3:] == [
        f"table 1 calls the referee about a dispute: {about}",
        "the clock of table 1 is stopped",
        "decision on dispute 1: undone, one tile drawn",
    ]


@pytest.mark.clause("Z-8")
def test_a_screen_shows_no_results_of_a_table_under_way() -> None:
    hall = Hall(8)
    hall.begin()
    hall.enter(1, 1, went_out(0, 10, 20, 30))
    game = hall.tournament.view(None).rounds[0].tables[0].games[0]
    assert game.entered
    assert (game.points, game.paper, game.by) == ((), None, None)


@pytest.mark.clause("Z-32")
def test_every_entry_tells_who_when_what_and_why() -> None:
    hall = Hall(4)
    hall.begin()
    hall.play()
    hall.do(hall.correction((1, 1, 1), went_out(9, 0, 8, 7)))
    lines = list_history(hall.tournament.log)
    assert [line.entry for line in lines] == list(range(1, len(lines) + 1))
    assert all(line.at and line.by.name and line.text for line in lines)
    last = lines[-1]
    assert (last.by.name, last.by.role, last.at) == (REFEREE, "referee", hall.now)
    names = [hall.state.get_player_name(player) for player in hall.seats[0]]
    assert last.text == (
        "round 1, table 1, game 1, corrected to: "
        f"{names[0]} -9, {names[1]} +24, {names[2]} -8, {names[3]} -7; a rack was empty"
    )
    assert last.reason == "read wrongly"


@pytest.mark.clause("Z-3", "Z-5", "Z-7", "Z-17")
def test_the_choices_are_printed_with_the_results() -> None:
    told = [(choice.clause, choice.text) for choice in list_regulation_notes(Hall(4).state)]
    assert ("Z-3", "2 rounds of 3 games") in told
    assert ("Z-17", "a round lasts until its games are played") in told
    assert ("Z-5", "later rounds are seated strictly by the standings") in told
    assert ("Z-1", "draws and lots are derived from the seed seed") in told
    other = Hall(settings=Settings(5, 2, 45, avoid_repeats=True), rehearsal=True)
    codes = [choice.code for choice in list_regulation_notes(other.state)]
    assert codes[:3] == ["choice_rehearsal", "choice_rounds", "choice_timed"]
    assert "choice_avoid" in codes
