"""Who sees what, tables to take away, certificates and rehearsals."""

from __future__ import annotations

import csv
import json

import pytest

from kostka.events.codec import to_json
from kostka.tournament import (
    OrganiserStep,
    Role,
    Settings,
    Tournament,
    find_next_step,
    preview_command,
    require_grant,
)
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament.exports import (
    build_log_rows,
    build_result_rows,
    build_seat_rows,
    build_standings_rows,
    format_csv,
    list_certificates,
)
from kostka.tournament.titles import Title
from kostka.tournament.views import View
from tests.tournament.hall import HEAD, ORGANISER, REFEREE, SCREEN, Hall, refusal, went_out


def seen(hall: Hall, token: str) -> View:
    return hall.tournament.view(require_grant(hall.state, token).number)


def test_an_organiser_is_led_from_step_to_step() -> None:
    hall = Hall(settings=Settings(rounds=1))
    steps = [find_next_step(hall.state)]
    hall.add("Ann", "Bob", "Cid", "Dan")
    for step in (hall.seat, hall.lock, hall.start, hall.play, hall.close):
        steps.append(find_next_step(hall.state))
        step()
    steps.append(find_next_step(hall.state))
    hall.do(cmd.Finish(token=ORGANISER))
    steps.append(find_next_step(hall.state))
    assert steps == [
        *(OrganiserStep.REGISTER, OrganiserStep.SEAT, OrganiserStep.LOCK, OrganiserStep.START),
        *(
            OrganiserStep.ENTER_RESULTS,
            OrganiserStep.CLOSE,
            OrganiserStep.FINISH,
            OrganiserStep.DONE,
        ),
    ]
    assert seen(hall, ORGANISER).next_step is OrganiserStep.DONE


def test_a_helper_sees_the_own_table_and_nothing_else() -> None:
    hall = Hall(8)
    hall.begin()
    hall.play()
    hall.do(cmd.CallReferee(1, "one", hall.now, token=REFEREE))
    hall.do(cmd.CallReferee(2, "two", hall.now, token=REFEREE))
    view = seen(hall, hall.sheet(2))
    assert (view.role, view.table) == (Role.TABLE, 2)
    (round_,) = view.rounds
    assert [table.number for table in round_.tables] == [2]
    assert [dispute.about for dispute in view.disputes] == ["two"]
    assert round_.tables[0].games[0].points != ()
    assert (view.players, view.incidents, view.grants, view.standings) == ((), (), (), None)
    for dispute in (1, 2):
        hall.do(cmd.DecideDispute(dispute, "so be it", token=REFEREE))
    hall.close()
    old = hall.sheet(2)
    hall.begin()
    assert seen(hall, hall.sheet(2)).disputes == ()
    assert [round_.number for round_ in seen(hall, hall.sheet(2)).rounds] == [2]
    assert [round_.number for round_ in seen(hall, old).rounds] == [1]


def test_a_helper_hears_of_no_standings_by_asking_what_a_result_would_change() -> None:
    hall = Hall(8)
    hall.begin()
    hall.enter(2, 1, went_out(0, 10, 20, 30))
    paper = went_out(0, 99, 99, 99)
    helper, referee = (
        preview_command(hall.state, cmd.EnterResult(1, 1, 1, paper, "stamp", token=token))
        for token in (hall.sheet(1), REFEREE)
    )
    assert [type(event) for event in helper.events] == [ev.ResultEntered]
    told = {change.after.player for change in referee.rows if change.after}
    assert told & set(hall.seats[1])  # those of table 2 are others' business
    assert (helper.rows, helper.seats, helper.frozen) == ((), (), None)


def test_a_screen_sees_seats_once_locked_and_standings_once_shown() -> None:
    hall = Hall(8)
    hall.seat()
    assert seen(hall, SCREEN).rounds == ()
    hall.lock()
    assert len(seen(hall, SCREEN).rounds[0].tables) == 2
    hall.start()
    hall.enter(1, 1, went_out(0, 1, 2, 3))
    view = seen(hall, SCREEN)
    assert len(view.rounds[0].missing) == 5
    assert view.standings is None
    hall.do(cmd.ShowStandings(True, token=ORGANISER))
    assert hall.do(cmd.ShowStandings(True, token=ORGANISER)) == []
    assert len(seen(hall, SCREEN).standings or ()) == 8
    assert hall.tournament.view(None).standings == seen(hall, SCREEN).standings


def test_staff_see_everything_but_no_secrets() -> None:
    hall = Hall(8)
    hall.begin()
    hall.play()
    hall.do(cmd.Warn(1, token=REFEREE, reason="x"))
    for token in (ORGANISER, HEAD, REFEREE):
        view = seen(hall, token)
        assert len(view.players) == 8
        assert len(view.incidents) == 1
        assert len(view.standings or ()) == 8
        assert bool(view.grants) == (token == ORGANISER)
    text = to_json(seen(hall, ORGANISER)).decode()
    for grant in hall.state.grants:
        assert grant.link.token_hash not in text
    assert json.loads(text)["title"] == "Spring cup"


def test_tables_to_take_away_open_in_a_spreadsheet() -> None:
    hall = Hall(3, settings=Settings(rounds=1, games=1))
    hall.do(cmd.RenamePlayer(1, '=Ann "A"; Lee', "7a", token=ORGANISER))
    hall.begin()
    hall.enter(1, 1, went_out(0, 10, 20))
    text = format_csv(build_standings_rows(hall.state))
    assert text.startswith("\ufeffplace;name;group;")
    read = list(csv.DictReader(text[1:].splitlines(), delimiter=";"))
    assert {row["name"] for row in read} == {'\'=Ann "A"; Lee', "P002", "P003"}
    assert [row["small_points"] for row in read] == ["30", "-10", "-20"]
    games = build_result_rows(hall.state)
    assert [row["seat"] for row in games] == ["A", "B", "C"]
    assert [row["rack"] for row in games] == [0, 10, 20]
    assert [row["why"] for row in games] == ["won", "rack", "rack"]
    assert [row["name"] for row in build_seat_rows(hall.state)] == ['=Ann "A"; Lee', "P002", "P003"]
    assert {row["seat"] for row in build_seat_rows(hall.state)} == {"1A", "1B", "1C"}
    log = build_log_rows(hall.tournament.log)
    assert len(log) == len(hall.tournament.log.entries)
    assert format_csv([]) == "\ufeff"
    assert json.loads(to_json(games))[0]["table"] == 1


def test_certificates_are_for_titles_of_a_real_tournament() -> None:
    hall = Hall(4, settings=Settings(rounds=1))
    hall.whole_round()
    assert list_certificates(hall.state) == []
    hall.do(cmd.Finish(token=ORGANISER))
    found = list_certificates(hall.state)
    assert [(one.title, one.name) for one in found] == [
        (Title.CHAMPION, hall.state.get_player_name(hall.seats[0][0])),
        (Title.VICE_CHAMPION, hall.state.get_player_name(hall.seats[0][1])),
        (Title.VICE_CHAMPION, hall.state.get_player_name(hall.seats[0][2])),
    ]
    assert (found[0].tournament, found[0].big, int(found[0].points)) == ("Spring cup", 3, 180)


@pytest.mark.parametrize("players", [3, 5, 10, 47])
def test_a_rehearsal_fills_in_results_by_itself(players: int) -> None:
    def rehearsed() -> Hall:
        hall = Hall(players, rehearsal=True)
        for _ in range(2):
            hall.begin(cmd.FivePlayers.TWO_TABLES)
            hall.do(cmd.Withdraw(hall.seats[0][0], token=ORGANISER))
            hall.do(cmd.Rehearse(token=ORGANISER))
            assert refusal(hall, cmd.Rehearse(token=ORGANISER)) == ("nothing_missing",)
            hall.close()
            if len(hall.state.present_players) < 3:
                break
        return hall

    hall = rehearsed()
    assert hall.places() == rehearsed().places()
    assert Tournament.load(hall.tournament.to_bytes()).state == hall.state


def test_only_a_rehearsal_makes_results_up() -> None:
    hall = Hall(4)
    hall.begin()
    assert refusal(hall, cmd.Rehearse(token=ORGANISER)) == ("no_rehearsal",)
