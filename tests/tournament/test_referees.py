"""Referees: clocks, disputes, warnings, penalties, exclusions, titles where level."""

from __future__ import annotations

import pytest

from kostka.tournament import (
    CallReason,
    OrganiserStep,
    Settings,
    Status,
    TieResolution,
    compute_standings,
    find_next_step,
)
from kostka.tournament import commands as cmd
from kostka.tournament.clocks import compute_time_left
from kostka.tournament.titles import Title, list_title_holders, list_title_ties, list_undecided_ties
from tests.tournament.hall import (
    HEAD,
    ORGANISER,
    REFEREE,
    SCREEN,
    Hall,
    pool_empty,
    refusal,
    went_out,
)

MINUTE = 60_000


def running(players: int = 8) -> Hall:
    hall = Hall(players, settings=Settings(rounds=1, minutes=60))
    hall.begin()
    return hall


@pytest.mark.clause("Z-30", "Z-17")
def test_a_stopped_clock_gives_the_table_its_time_back() -> None:
    hall = running()
    begun = hall.round.started_at
    assert begun is not None

    def left(table: int | None, minutes: int) -> int | None:
        found = hall.round.tables[table - 1] if table else None
        return compute_time_left(hall.state.settings, hall.round, found, begun + minutes * MINUTE)

    hall.do(cmd.StopClock(1, begun + 10 * MINUTE, token=hall.sheet(1)))
    assert left(1, 15) == 50 * MINUTE
    assert left(2, 15) == left(None, 15) == 45 * MINUTE
    again = cmd.StopClock(1, begun + 11 * MINUTE, token=REFEREE)
    assert refusal(hall, again) == ("clock_stopped",)
    early = cmd.ResumeClock(1, begun + 9 * MINUTE, token=REFEREE)
    assert refusal(hall, early) == ("clock_backwards",)
    hall.do(cmd.ResumeClock(1, begun + 20 * MINUTE, token=REFEREE))
    assert left(1, 65) == 5 * MINUTE
    hall.do(cmd.StopClock(1, begun + 60 * MINUTE, token=REFEREE))
    hall.do(cmd.ResumeClock(1, begun + 62 * MINUTE, token=REFEREE))
    assert left(1, 65) == 7 * MINUTE
    hall.do(cmd.StopClock(2, begun, token=REFEREE))
    hall.do(cmd.ResumeClock(2, begun, token=REFEREE))
    assert left(2, 65) == -5 * MINUTE
    assert refusal(hall, cmd.ResumeClock(1, begun + 21 * MINUTE, token=REFEREE)) == (
        "clock_running",
    )
    hall.do(cmd.ChangeSettings(Settings(rounds=1), token=ORGANISER))
    assert left(1, 65) is None


@pytest.mark.clause("Z-30")
def test_a_dispute_stops_the_clock_and_the_referees_word_is_final() -> None:
    hall = running()
    call = cmd.CallReferee(2, "the joker was not replaced", hall.now, token=hall.sheet(2))
    hall.do(call)
    assert hall.round.tables[1].stopped_at == call.at
    word = cmd.DecideDispute(1, "the move stands", token=REFEREE)
    for other in (ORGANISER, hall.sheet(2), SCREEN):
        assert refusal(hall, cmd.DecideDispute(1, "no", token=other)) == ("wrong_role",)
    hall.play()
    assert find_next_step(hall.state) is OrganiserStep.SETTLE_DISPUTES
    assert refusal(hall, cmd.CloseRound(token=ORGANISER)) == ("dispute_open",)
    hall.do(word)
    assert (hall.state.disputes[0].decision, hall.state.disputes[0].decided_by) != ("", None)
    assert refusal(hall, word) == ("no_dispute",)
    assert refusal(hall, cmd.CallReferee(2, " ", hall.now, token=REFEREE)) == ("reason_missing",)
    hall.close()


@pytest.mark.clause("Z-31")
def test_an_exclusion_comes_after_a_warning_and_from_the_head_referee() -> None:
    hall = running()
    hall.play()
    player = hall.seats[0][0]
    hall.do(cmd.CallReferee(1, "he shouts", hall.now, CallReason.BEHAVIOUR, token=hall.sheet(1)))
    exclude = cmd.Exclude(player, token=HEAD, reason="shouting")
    assert refusal(hall, exclude) == ("not_warned",)
    assert refusal(hall, cmd.Warn(player, token=REFEREE)) == ("reason_missing",)
    hall.do(cmd.Warn(player, token=REFEREE, reason="shouting"))
    for other in (ORGANISER, REFEREE, hall.sheet(1)):
        assert refusal(hall, cmd.Exclude(player, token=other, reason="x")) == ("wrong_role",)
    hall.do(exclude)
    last = compute_standings(hall.state)[-1]
    assert (last.player, last.place, last.status) == (player, None, Status.EXCLUDED)
    assert last.big == 3  # the games played stand
    assert refusal(hall, cmd.CheckIn((player,), token=ORGANISER)) == ("not_registered",)
    cancel = cmd.CancelIncident(1, token=HEAD, reason="mistaken")
    assert refusal(hall, cancel) == ("warning_needed",)
    assert refusal(hall, cmd.CancelIncident(2, token=REFEREE, reason="x")) == ("wrong_role",)
    hall.do(cmd.CancelIncident(2, token=HEAD, reason="it was his brother"))
    assert hall.state.players[player].status is Status.PRESENT
    # Of two warnings one is enough for an exclusion.
    hall.do(cmd.Warn(player, token=REFEREE, reason="again"))
    hall.do(exclude)
    hall.do(cmd.CancelIncident(3, token=REFEREE, reason="not him"))
    assert refusal(hall, cancel) == ("warning_needed",)
    hall.do(cmd.CancelIncident(4, token=HEAD, reason="not him either"))
    assert hall.state.players[player].status is Status.PRESENT
    hall.do(cancel)
    assert refusal(hall, exclude) == ("not_warned",)  # a cancelled warning is none


def test_penalties_take_points_and_are_cancelled_with_a_reason() -> None:
    hall = running(4)
    hall.enter(1, 1, went_out(0, 10, 20, 30))
    player = hall.seats[0][0]
    hall.do(cmd.Penalise(player, points=15, big=1, token=REFEREE, reason="late again"))
    row = next(row for row in compute_standings(hall.state) if row.player == player)
    assert (row.big, int(row.points), row.penalty_big, row.penalty_points) == (0, 45, 1, 15)
    for bad in ({}, {"points": -1}, {"points": 1001}, {"big": 2, "points": -5}):
        penalty = cmd.Penalise(player, **bad, token=REFEREE, reason="x")
        assert refusal(hall, penalty) == ("no_penalty",)
    assert refusal(hall, cmd.CancelIncident(1, token=REFEREE)) == ("reason_missing",)
    hall.do(cmd.CancelIncident(1, token=REFEREE, reason="the bus was late"))
    assert hall.state.incidents[0].cancelled == "the bus was late"
    row = next(row for row in compute_standings(hall.state) if row.player == player)
    assert (row.big, int(row.points)) == (1, 60)
    again = cmd.CancelIncident(1, token=REFEREE, reason="x")
    assert refusal(hall, again) == ("no_incident",)


# --- titles -----------------------------------------------------------------------------------


@pytest.mark.clause("Z-7")
def test_the_first_is_champion_and_the_next_two_are_vice_champions() -> None:
    hall = running(4)
    assert refusal(hall, cmd.Finish(token=ORGANISER)) == ("rounds_left",)
    hall.play()
    hall.close()
    hall.do(cmd.Finish(token=ORGANISER))
    found = [(one.title, one.row.player, one.shared) for one in list_title_holders(hall.state)]
    first, second, third, _ = hall.seats[0]
    assert found == [
        (Title.CHAMPION, first, False),
        (Title.VICE_CHAMPION, second, False),
        (Title.VICE_CHAMPION, third, False),
    ]
    assert refusal(hall, cmd.AddPlayers((), token=ORGANISER)) == ("over",)


def finished(*racks: tuple[int, ...], tie: bool = False) -> Hall:
    """One round of one game at each table."""
    hall = Hall(sum(map(len, racks)), settings=Settings(rounds=1, games=1))
    hall.begin()
    for table, left in enumerate(racks, start=1):
        paper = went_out(*left) if 0 in left else pool_empty(*left, tie=tie)
        hall.enter(table, 1, paper)
    hall.close()
    return hall


@pytest.mark.clause("Z-7")
@pytest.mark.parametrize("sharing", list(TieResolution))
def test_level_for_champion_the_head_referee_decides(sharing: TieResolution) -> None:
    hall = finished((0, 10, 20, 30), (0, 15, 18, 27))
    a, b = hall.seats[0][0], hall.seats[1][0]
    assert [row.place for row in compute_standings(hall.state)][:3] == [1, 1, 3]
    assert all(row.level for row in compute_standings(hall.state)[:2])
    assert refusal(hall, cmd.Finish(token=ORGANISER)) == ("titles_open",)
    assert find_next_step(hall.state) is OrganiserStep.DECIDE_TITLES
    assert list_title_holders(hall.state)[0].title is Title.VICE_CHAMPION  # nobody is champion yet
    decide = cmd.DecideTitles((b, a), sharing, token=HEAD, reason="agreed by both")
    for other in (ORGANISER, REFEREE):
        wrong = cmd.DecideTitles((b, a), sharing, token=other, reason="x")
        assert refusal(hall, wrong) == ("wrong_role",)
    strangers = cmd.DecideTitles((a, hall.seats[0][1]), sharing, token=HEAD, reason="x")
    assert refusal(hall, strangers) == ("no_title_tie",)
    twice = cmd.DecideTitles((a, b, a), sharing, token=HEAD, reason="x")
    assert refusal(hall, twice) == ("bad_order",)
    hall.do(decide)
    hall.do(cmd.Finish(token=ORGANISER))
    found = [(one.title, one.row.player, one.shared) for one in list_title_holders(hall.state)]
    if sharing is TieResolution.SHARED:
        assert {
            player for title, player, shared in found if title is Title.CHAMPION and shared
        } == {
            a,
            b,
        }
        assert len(found) == 3
    else:
        assert found[:2] == [(Title.CHAMPION, b, False), (Title.VICE_CHAMPION, a, False)]
        assert len(found) == 3


@pytest.mark.clause("Z-7")
def test_level_for_the_third_place_too_but_two_vice_champions_are_not_level() -> None:
    assert list_undecided_ties(finished((0, 10, 10, 30)).state) == []
    hall = finished((0, 5, 20, 20))
    assert list_title_ties(hall.state) == [tuple(sorted(hall.seats[0][2:]))]
    hall.do(
        cmd.DecideTitles(
            hall.seats[0][2:], TieResolution.SHARED, token=HEAD, reason="both are fine"
        )
    )
    hall.do(cmd.Finish(token=ORGANISER))
    assert [one.shared for one in list_title_holders(hall.state)] == [False, False, True, True]


@pytest.mark.clause("Z-7")
def test_nobody_has_a_place_or_a_title_for_staying_away() -> None:
    hall = Hall(3, settings=Settings(rounds=1, games=1))
    hall.add("Never came", present=False)
    hall.do(cmd.Withdraw(4, token=ORGANISER))
    hall.begin()
    hall.add("Too late")
    assert {row.name: row.place for row in compute_standings(hall.state)}[
        "Too late"
    ] == 1  # may yet play
    hall.enter(1, 1, went_out(0, 10, 20))
    hall.close()
    placeless = [(row.name, row.place) for row in compute_standings(hall.state)][3:]
    assert placeless == [("Never came", None), ("Too late", None)]
    hall.do(cmd.Finish(token=ORGANISER))
    assert [one.row.player for one in list_title_holders(hall.state)] == list(hall.seats[0])


@pytest.mark.clause("Z-7")
def test_the_last_decision_holds() -> None:
    hall = finished((0, 10, 20, 30), (0, 15, 18, 27))
    a, b = hall.seats[0][0], hall.seats[1][0]
    for sharing in (TieResolution.SHARED, TieResolution.PLAY_OFF):
        hall.do(cmd.DecideTitles((a, b), sharing, token=HEAD, reason="asked again"))
    assert [one.row.player for one in list_title_holders(hall.state)][:2] == [a, b]
    assert not any(one.shared for one in list_title_holders(hall.state))


@pytest.mark.clause("Z-7")
def test_a_decision_falls_with_the_tie_that_it_was_for() -> None:
    hall = finished((0, 10, 20, 30), (0, 15, 18, 27))
    pair = (hall.seats[0][0], hall.seats[1][0])
    hall.do(cmd.DecideTitles(pair, TieResolution.SHARED, token=HEAD, reason="agreed"))
    hall.do(cmd.Finish(token=ORGANISER))
    hall.do(hall.correction((1, 2, 1), went_out(0, 15, 18, 28)))
    assert next((one.title, one.row.player) for one in list_title_holders(hall.state)) == (
        Title.CHAMPION,
        pair[1],
    )
    assert not any(one.shared for one in list_title_holders(hall.state))
