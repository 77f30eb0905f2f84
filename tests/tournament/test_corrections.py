"""Corrections, undo and rounds that are played again: nothing is deleted, everything is told."""

from __future__ import annotations

import pytest

from kostka.tournament import (
    OrganiserStep,
    Settings,
    Tournament,
    compute_standings,
    find_next_step,
    preview_command,
)
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from tests.tournament.hall import HEAD, ORGANISER, REFEREE, Hall, refusal, went_out


def after_round_one(players: int = 8) -> Hall:
    hall = Hall(players, settings=Settings(rounds=3))
    hall.begin()
    for table in hall.round.tables:
        for game in (1, 2, 3):
            racks = [0, *(10 * seat + table.number for seat in range(1, len(table.seats)))]
            hall.enter(table.number, game, went_out(*racks))
    hall.close()
    return hall


@pytest.mark.clause("Z-32")
def test_a_correction_needs_a_reason_and_leaves_what_was() -> None:
    hall = after_round_one()
    fix = hall.correction((1, 2, 1), went_out(40, 0, 30, 20))
    silent = cmd.CorrectResult(1, 2, 1, fix.paper, "other", token=REFEREE)
    assert refusal(hall, silent) == ("reason_missing",)
    hall.do(fix)
    versions = hall.state.rounds[0].tables[1].results[1]
    assert [v.lines[0] and int(v.lines[0].points) for v in versions] == [66, -40]
    assert (versions[1].by.name, versions[1].reason) == (REFEREE, "read wrongly")
    assert refusal(hall, hall.correction((1, 2, 1), fix.paper)) == ("same_result",)
    assert hall.do(fix) == []  # the same correction sent twice is one


def test_a_preview_tells_what_changes_and_changes_nothing() -> None:
    hall = after_round_one()
    hall.seat()
    before, saved = hall.seats, hall.tournament.to_bytes()
    fix = hall.correction((1, 2, 1), went_out(90, 0, 20, 30))  # the leader's
    change = preview_command(hall.state, fix)
    assert hall.tournament.to_bytes() == saved
    hall.do(fix)
    moved = {seat.player: (seat.before, seat.after) for seat in change.seats}
    assert moved
    for number, (old, new) in enumerate(zip(before, hall.seats, strict=True), start=1):
        for seat, (was, now) in enumerate(zip(old, new, strict=True)):
            chair = f"{number}{'ABCD'[seat]}"
            if was != now:
                assert moved[was][0] == chair
                assert moved[now][1] == chair
    assert {row.after for row in change.rows} <= set(compute_standings(hall.state))
    assert change.frozen is None


@pytest.mark.clause("Z-5")
def test_seats_follow_a_correction_until_the_round_starts() -> None:
    hall = after_round_one()
    hall.seat()
    hall.lock()
    sheet = hall.sheet(1)
    first, second = hall.seats[0][0], hall.seats[0][1]
    spot = next(
        (1, table.number) for table in hall.state.rounds[0].tables if table.seats[0] == first
    )
    for game in (1, 2):
        hall.do(hall.correction((*spot, game), went_out(99, 0, 30, 40)))
    assert hall.seats[0][0] == second
    # The printed sheets have old names: their links no longer hold, and the seats are locked again.
    assert find_next_step(hall.state) is OrganiserStep.LOCK
    entry = cmd.EnterResult(2, 1, 1, went_out(0, 1, 2, 3), "stamp", token=sheet)
    assert refusal(hall, entry) == ("sheet_replaced",)


@pytest.mark.clause("Z-5")
def test_seats_of_a_started_round_are_frozen() -> None:
    hall = after_round_one()
    hall.begin()
    before = hall.seats
    fix = hall.correction((1, 2, 1), went_out(90, 0, 20, 30))  # the leader's
    change = preview_command(hall.state, fix)
    assert change.frozen == 2
    assert change.seats == ()
    hall.do(fix)
    assert hall.seats == before
    assert preview_command(hall.state, cmd.ShowStandings(True, token=ORGANISER)).frozen is None


def test_a_penalty_moves_seats_too() -> None:
    hall = after_round_one()
    best = hall.seat()[0][0]
    penalty = cmd.Penalise(best, big=3, token=REFEREE, reason="phone at the table")
    change = preview_command(hall.state, penalty)
    assert best in {seat.player for seat in change.seats}
    hall.do(penalty)
    assert hall.seats[0][0] != best
    hall.do(cmd.CancelIncident(1, token=REFEREE, reason="it was the clock"))
    assert hall.seats[0][0] == best


def test_seats_stay_where_the_order_does() -> None:
    hall = Hall(8)
    hall.whole_round()
    hall.seat()
    hall.lock()
    first, second = hall.round.lots[0]  # level, in the order of their lots
    seats = hall.seats
    hall.do(cmd.Penalise(second, points=1, token=REFEREE, reason="late"))
    assert hall.seats == seats
    assert find_next_step(hall.state) is OrganiserStep.START
    hall.do(cmd.Penalise(first, points=2, token=REFEREE, reason="later"))
    assert hall.seats[0][:2] == (second, first)
    assert find_next_step(hall.state) is OrganiserStep.LOCK


# --- undo -------------------------------------------------------------------------------------


def last_entry(hall: Hall) -> int:
    return len(hall.tournament.log.entries)


def undo(entry: int, token: str = ORGANISER) -> cmd.Undo:
    return cmd.Undo(entry, token=token, reason="a slip")


def test_a_result_is_taken_back_and_entered_again() -> None:
    hall = Hall(4)
    hall.begin()
    hall.enter(1, 1, went_out(0, 1, 2, 3), stamp="first")
    entry = last_entry(hall)
    hall.do(undo(entry, hall.sheet(1)))
    assert 1 not in hall.round.tables[0].results
    assert refusal(hall, undo(entry)) == ("no_entry",)
    # The copy of a phone that did not hear the answer does not bring it back.
    assert hall.enter(1, 1, went_out(0, 1, 2, 3), stamp="first") == []
    assert hall.enter(1, 1, went_out(0, 1, 2, 4)) != []
    assert isinstance(hall.tournament.log.events[entry - 1], ev.ResultEntered)  # still in the log


def test_a_correction_is_taken_back_to_what_was_before() -> None:
    hall = after_round_one()
    before = hall.places()
    hall.do(hall.correction((1, 1, 1), went_out(90, 0, 20, 30)))
    first = last_entry(hall)
    hall.do(hall.correction((1, 1, 1), went_out(80, 0, 20, 30)))
    assert refusal(hall, undo(first)) == ("undo_later",)
    hall.do(undo(last_entry(hall)))
    hall.do(undo(first))
    assert hall.places() == before
    assert Tournament.load(hall.tournament.to_bytes()).state == hall.state


def test_what_later_entries_rest_on_is_not_taken_back() -> None:
    hall = Hall(4)
    added = last_entry(hall)
    hall.begin()
    started = last_entry(hall)
    hall.play()
    result = last_entry(hall)
    assert refusal(hall, undo(added)) == ("undo_later",)
    assert refusal(hall, undo(started)) == ("undo_by_round",)
    hall.close()
    closed = last_entry(hall)
    assert refusal(hall, undo(result)) == ("undo_by_correction",)
    hall.do(undo(closed))
    hall.do(undo(result))
    assert find_next_step(hall.state) is OrganiserStep.ENTER_RESULTS
    assert refusal(hall, undo(1)) == ("undo_by_opposite",)  # the links
    assert refusal(hall, undo(0)) == ("no_entry",)
    assert refusal(hall, undo(999)) == ("no_entry",)


def test_slips_before_the_start_are_taken_back() -> None:
    hall = Hall(4)
    hall.add("Ghost", present=False)
    added = last_entry(hall)
    hall.do(cmd.CheckIn((5,), token=ORGANISER))
    assert refusal(hall, undo(added)) == ("undo_later",)
    hall.do(undo(last_entry(hall)))
    hall.do(undo(added))
    assert sorted(hall.state.players) == [1, 2, 3, 4]
    hall.add("Eve")
    assert hall.state.get_player_name(6) == "Eve"  # numbers are not given twice
    hall.do(cmd.Withdraw(6, token=ORGANISER))
    hall.do(undo(last_entry(hall)))
    assert 6 in hall.state.present_players
    hall.do(cmd.Withdraw(6, token=ORGANISER))
    before = hall.seat()
    hall.do(cmd.SwapSeats((before[0][0], before[0][1]), token=ORGANISER))
    hall.do(undo(last_entry(hall)))
    assert hall.seats == before
    hall.do(cmd.LockSeats(token=ORGANISER))
    hall.do(undo(last_entry(hall)))
    assert find_next_step(hall.state) is OrganiserStep.LOCK


def test_a_helper_takes_back_only_what_came_from_the_own_link() -> None:
    hall = Hall(8)
    hall.begin()
    hall.enter(1, 1, went_out(0, 1, 2, 3))
    entry = last_entry(hall)
    assert refusal(hall, undo(entry, hall.sheet(2))) == ("wrong_role",)
    assert refusal(hall, undo(entry, REFEREE)) == ("wrong_role",)
    silent = cmd.Undo(entry, token=hall.sheet(1))
    assert refusal(hall, silent) == ("reason_missing",)
    hall.do(undo(entry, HEAD))


def test_a_sheet_takes_nothing_back_once_its_round_is_over() -> None:
    hall = Hall(4)
    hall.begin()
    hall.play()
    sheet = hall.sheet(1)
    hall.do(hall.correction((1, 1, 1), went_out(0, 1, 2, 4), token=sheet))
    entry = last_entry(hall)
    hall.close()
    assert refusal(hall, undo(entry, sheet)) == ("round_not_running",)
    hall.begin()
    assert refusal(hall, undo(entry, sheet)) == ("sheet_of_round",)
    hall.do(undo(entry))


def test_a_preview_of_seats_has_no_seats_before() -> None:
    hall = after_round_one()
    change = preview_command(hall.state, cmd.SeatRound(token=ORGANISER))
    assert {seat.before for seat in change.seats} == {None}
    assert len(change.seats) == 8


# --- a round again ----------------------------------------------------------------------------


def test_a_round_played_again_keeps_the_void_one_in_the_log() -> None:
    hall = after_round_one()
    after_one = hall.places()
    hall.begin()
    sheet = hall.sheet(1)
    hall.play()
    assert hall.places() != after_one
    silent = cmd.VoidRound(token=HEAD)
    assert refusal(hall, silent) == ("reason_missing",)
    hall.do(cmd.VoidRound(token=HEAD, reason="the fire alarm"))
    assert hall.places() == after_one
    assert len(hall.state.voided) == 1
    assert len(hall.state.voided[0].tables[0].results) == 3
    entry = cmd.EnterResult(2, 1, 1, went_out(0, 1, 2, 3), "stamp", token=sheet)
    assert refusal(hall, entry) == ("sheet_replaced",)
    hall.whole_round()
    assert [round_.number for round_ in hall.state.rounds] == [1, 2]
    events = hall.tournament.log.events
    assert sum(isinstance(event, ev.ResultEntered) for event in events) == 18
    assert Tournament.load(hall.tournament.to_bytes()).state == hall.state


def test_a_first_round_again_is_drawn_again() -> None:
    hall = Hall(12)
    hall.begin()
    first = hall.seats
    hall.do(cmd.VoidRound(token=ORGANISER, reason="wrong boxes"))
    assert hall.seat() != first
    assert hall.round.draw == 2
