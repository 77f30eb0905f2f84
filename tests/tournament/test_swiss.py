"""A Swiss tournament: format, byes, walkovers, who starts, places, five rounds to the titles."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kostka.editions import CLASSIC, TOURNAMENT, apply_house_rules
from kostka.editions.books import MSO
from kostka.events.errors import BadInput
from kostka.numbers.events import Ending
from kostka.numbers.scoring import RackLeft, score_going_out
from kostka.tournament import (
    FORMATS,
    FormatKey,
    Header,
    OrganiserStep,
    Phase,
    Settings,
    TieResolution,
    Tournament,
    build_score_sheet,
    compute_proven_state,
    compute_standings,
    find_next_step,
    hash_token,
    list_history,
    list_regulation_notes,
    list_room_rules,
    list_seat_warnings,
    list_title_holders,
    list_undecided_ties,
    preview_command,
)
from kostka.tournament import commands as cmd
from kostka.tournament.exports import build_result_rows, build_standings_rows, list_certificates
from kostka.tournament.proposals import order_pair
from tests.tournament.hall import HEAD, ORGANISER, REFEREE, Hall, pool_empty, refusal, went_out

SWISS = FormatKey.SWISS


def swiss(players: int, **more: object) -> Hall:
    return Hall(players, format_=SWISS, **more)  # type: ignore[arg-type]


def play_by_chance(hall: Hall, dice: Random) -> None:
    for table, game in list(hall.round.list_missing_results()):
        left = [0, dice.randint(1, 90)]
        dice.shuffle(left)
        hall.enter(table.number, game, went_out(*left))


def row_of(hall: Hall, player: int) -> tuple[int | None, int, int, int | None]:
    row = next(row for row in compute_standings(hall.state) if row.player == player)
    return row.place, row.big, int(row.points), row.buchholz


# --- the format -------------------------------------------------------------------------------


@pytest.mark.clause("M-10")
def test_a_swiss_tournament_has_five_rounds_of_one_game_at_tables_of_two() -> None:
    hall = swiss(6)
    assert (hall.state.settings.rounds, hall.state.settings.games) == (5, 1)
    assert hall.state.header.edition == MSO
    assert [len(table) for table in hall.seat()] == [2, 2, 2]
    assert [note.code for note in list_regulation_notes(hall.state)] == [
        "choice_one_game",
        "choice_untimed",
        "choice_paired",
        "choice_seed",
        "choice_bye",
        "choice_late_opponent",
        "choice_gone",
        "choice_opponents",
        "choice_ties",
    ]


@pytest.mark.clause("M-10", "M-11")
@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Settings(rounds=5, games=2), "format_games"),
        (Settings(rounds=7, games=1), "format_rounds"),
        (Settings(rounds=5, games=1, avoid_repeats=True), "format_repeats"),
    ],
)
def test_settings_that_the_format_does_not_have_are_refused(settings: Settings, code: str) -> None:
    assert refusal(swiss(4), cmd.ChangeSettings(settings, token=ORGANISER)) == (code,)
    with pytest.raises(BadInput, match=r"\(M-1[01]\)$"):
        Header("Cup", "seed", hash_token("x"), settings=settings, format=SWISS)


def test_the_rounds_of_a_running_tournament_can_be_changed() -> None:
    hall = swiss(4)
    hall.do(cmd.ChangeSettings(Settings(rounds=3, games=1), token=ORGANISER))
    assert hall.state.settings.rounds == 3


def test_the_regulation_is_not_written_into_headers() -> None:
    """So that logs stay as they were, and older ones load as what they are."""
    assert b'"format"' not in Hall(4).tournament.to_bytes()
    assert Hall(4).state.format_key is FormatKey.SCHOOL
    assert b'"format":"swiss"' in swiss(4).tournament.to_bytes()


def test_two_players_are_enough_and_one_is_not() -> None:
    hall = swiss(1)
    assert refusal(hall, cmd.SeatRound(token=ORGANISER)) == ("too_few",)
    assert find_next_step(hall.state) is OrganiserStep.REGISTER
    hall.add("Ben")
    assert find_next_step(hall.state) is OrganiserStep.SEAT
    for _ in range(5):
        hall.whole_round()
    assert [warning.concern for warning in list_seat_warnings(hall.state)] == ["met_before"]
    assert find_next_step(hall.state) is OrganiserStep.FINISH


# --- byes and walkovers -----------------------------------------------------------------------


@pytest.mark.clause("M-12")
def test_the_one_left_over_by_the_draw_wins_without_small_points() -> None:
    hall = swiss(5)
    hall.begin()
    bye = hall.round.bye
    assert bye is not None
    assert bye not in hall.round.players
    assert row_of(hall, bye)[1:] == (1, 0, 0)
    hall.play()
    hall.close()
    assert compute_standings(hall.state)[0].player != bye  # winners have small points
    second = hall.seat()
    assert hall.round.bye != bye
    assert any(bye in table for table in second)


@pytest.mark.clause("M-12")
def test_a_bye_counts_from_the_start_of_the_round() -> None:
    hall = swiss(3)
    hall.seat()
    bye = hall.round.bye
    assert bye is not None
    assert row_of(hall, bye)[1] == 0
    hall.lock()
    assert row_of(hall, bye)[1] == 0
    hall.start()
    assert row_of(hall, bye)[1] == 1


@pytest.mark.clause("M-12")
def test_an_opponent_who_is_gone_gives_the_win_away() -> None:
    hall = swiss(4)
    hall.begin()
    (a, b), _ = hall.seats
    hall.do(cmd.Withdraw(b, token=ORGANISER, reason="ill"))
    hall.enter(1, 1, None, token=ORGANISER, reason="the opponent has left")
    hall.play()
    hall.close()
    assert row_of(hall, a)[1:] == (1, 0, 0)
    assert "wins without playing" in list_history(hall.tournament.log)[-3].text
    # Three are left; the one who has won without playing has to play now.
    hall.seat()
    assert hall.round.bye not in (None, a)
    assert compute_proven_state(hall.tournament.log) == hall.state


@pytest.mark.clause("M-12", "M-11")
def test_nobody_wins_a_game_that_both_could_have_played_and_they_have_not_met() -> None:
    hall = swiss(2)
    hall.begin()
    hall.enter(1, 1, None, token=ORGANISER, reason="no time")
    hall.close()
    assert [row.big for row in compute_standings(hall.state)] == [0, 0]
    hall.begin()
    hall.play()
    assert {row.buchholz for row in compute_standings(hall.state)} == {0, 1}


@pytest.mark.clause("M-12")
def test_a_late_arrival_plays_the_one_without_an_opponent() -> None:
    hall = swiss(5)
    hall.seat()
    hall.lock()
    bye = hall.round.bye
    hall.add("Late", "Later")
    late, later = 6, 7
    hall.do(cmd.SeatLate(late, token=ORGANISER))
    assert hall.round.bye is None
    assert set(hall.seats[-1]) == {bye, late}
    assert len(hall.seats) == 3
    assert refusal(hall, cmd.SeatLate(later, token=ORGANISER)) == ("no_opponent",)
    hall.start()
    hall.enter(3, 1, went_out(0, 12), token=REFEREE)
    hall.play()
    hall.close()
    hall.seat()
    assert later in (*hall.round.players, hall.round.bye)
    assert compute_proven_state(hall.tournament.log) == hall.state


@pytest.mark.clause("M-12")
def test_the_bye_is_swapped_by_hand_like_a_seat() -> None:
    hall = swiss(5)
    (a, _), *_ = hall.seat()
    bye = hall.round.bye
    assert bye is not None
    hall.do(cmd.SwapSeats((a, bye), token=ORGANISER))
    assert hall.round.bye == a
    assert hall.seats[0][0] == bye
    hall.do(cmd.Withdraw(a, token=ORGANISER))
    assert refusal(hall, cmd.LockSeats(token=ORGANISER)) == ("seated_gone",)
    hall.seat()
    assert hall.round.bye is None


# --- pairs and places -------------------------------------------------------------------------


@pytest.mark.clause("M-11")
def test_a_correction_pairs_the_next_round_again() -> None:
    hall = swiss(8)
    hall.whole_round()
    before = hall.seat()
    hall.lock()
    command = hall.correction((1, 1, 1), went_out(50, 0))
    change = preview_command(hall.state, command)
    assert change.rows
    hall.do(command)
    assert hall.seats != before
    assert hall.round.phase is Phase.PREVIEW
    scores = {row.player: row.big for row in compute_standings(hall.state)}
    assert all(scores[a] == scores[b] for a, b in hall.seats)
    hall.lock()
    hall.start()
    again = preview_command(hall.state, hall.correction((1, 1, 1), went_out(0, 50)))
    assert again.frozen == 2


@pytest.mark.clause("M-13")
def test_who_has_started_less_often_starts() -> None:
    hall = swiss(16)
    dice = Random(3)
    for number in range(1, 6):
        hall.begin()
        for a, b in hall.seats:
            assert order_pair(hall.state, number, b, a)[0] in (a, b)
            starts = {p: count_starts(hall, p, number) for p in (a, b)}
            assert number == 1 or starts[a] <= starts[b]
        play_by_chance(hall, dice)
        hall.close()
    balance = Counter(abs(count_starts(hall, p, 6)) for p in hall.state.players)
    assert set(balance) <= {1, 3}
    assert balance[1] >= 12


def count_starts(hall: Hall, player: int, number: int) -> int:
    return sum(
        1 if table.seats[0] == player else -1
        for round_ in hall.state.rounds
        if round_.number < number
        for table in round_.tables
        if player in table.seats
    )


@pytest.mark.clause("M-14")
def test_equal_points_are_decided_by_the_points_of_the_opponents() -> None:
    """By hand: A beats B and C, D beats C and E; B wins once, C and E never."""
    hall = swiss(6, settings=Settings(rounds=2, games=1))
    hall.begin()
    for table in hall.round.tables:
        hall.enter(table.number, 1, went_out(0, 20))
    hall.close()
    hall.begin()
    for table in hall.round.tables:
        hall.enter(table.number, 1, went_out(0, 20))
    hall.close()
    rows = compute_standings(hall.state)
    met = {row.player: [0, 0] for row in rows}
    big = {row.player: row.big for row in rows}
    for round_ in hall.state.rounds:
        for table in round_.tables:
            for player, other in (table.seats, table.seats[::-1]):
                met[player][round_.number - 1] = big[other]
    assert {row.player: row.buchholz for row in rows} == {p: sum(met[p]) for p in met}
    keys = [(-row.big, -row.points, -(row.buchholz or 0)) for row in rows]
    assert keys == sorted(keys)
    assert [row.level for row in rows] == [keys.count(key) > 1 for key in keys]


@pytest.mark.clause("M-14")
def test_a_penalty_costs_its_player_and_not_the_opponents() -> None:
    hall = swiss(2)
    hall.begin()
    hall.play()
    winner, loser = hall.seats[0]
    before = row_of(hall, loser)
    hall.do(cmd.Penalise(winner, big=1, token=REFEREE, reason="late"))
    assert row_of(hall, winner)[1] == 0
    assert row_of(hall, loser)[3] == before[3] == 1


# --- a whole tournament -----------------------------------------------------------------------


@pytest.mark.clause("M-10", "M-11", "M-12", "M-14")
@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 30])
def test_five_rounds_of_a_rehearsal_to_the_titles(players: int) -> None:
    hall = swiss(players, rehearsal=True, committed=True)
    for number in range(1, 6):
        hall.begin()
        if number == 2 and players > 8:
            hall.do(cmd.Withdraw(hall.round.tables[0].seats[0], token=ORGANISER))
            hall.add(f"Late {number}")
        hall.do(cmd.Rehearse(token=ORGANISER))
        hall.close()
        again = Tournament.load(hall.tournament.to_bytes())
        assert again.state == hall.state
    for tie in list_undecided_ties(hall.state):
        hall.do(cmd.DecideTitles(tie, TieResolution.SHARED, token=HEAD, reason="level"))
    hall.do(cmd.Finish(token=ORGANISER))
    assert compute_proven_state(hall.tournament.log) == hall.state
    titles = list_title_holders(hall.state)
    assert len(titles) >= min(3, players)
    assert titles[0].row.place == 1
    assert list_certificates(hall.state) == []  # a rehearsal has none
    assert {"place", "buchholz"} <= build_standings_rows(hall.state)[0].keys()
    assert len(build_result_rows(hall.state)) == 2 * sum(
        len(round_.tables) for round_ in hall.state.rounds
    )
    byes = Counter(round_.bye for round_ in hall.state.rounds if round_.bye is not None)
    if players >= 5:
        assert not byes or max(byes.values()) == 1
    pairs = Counter(
        frozenset(table.seats) for round_ in hall.state.rounds for table in round_.tables
    )
    if players >= 8:
        assert max(pairs.values()) == 1


def test_a_tie_is_a_point_for_both() -> None:
    hall = swiss(2)
    hall.begin()
    hall.enter(1, 1, pool_empty(12, 12, tie=True))
    assert [row.big for row in compute_standings(hall.state)] == [1, 1]


@pytest.mark.clause("M-13")
def test_rooms_of_other_editions_let_seat_a_start_and_keep_the_time_of_the_round() -> None:
    assert list_room_rules(TOURNAMENT) == {}
    rules = list_room_rules(CLASSIC)
    ours = apply_house_rules(CLASSIC, **rules)
    assert (ours.first_starter, ours.timed_rounds) == ("first_seat", True)
    assert list_room_rules(ours) == {}


@pytest.mark.clause("M-4")
@pytest.mark.parametrize("opened", [True, False])
def test_a_game_lost_on_time_is_entered_as_if_the_other_had_gone_out(opened: bool) -> None:
    racks = [
        RackLeft(count=37, tiles=4, opened=opened, could_have_opened=not opened),
        RackLeft(count=12, tiles=2),
    ]
    result = score_going_out(MSO, racks, 1)
    hall = swiss(2)
    hall.begin()
    hall.enter(1, 1, build_score_sheet(Ending.FLAG_FELL, result))
    loser, winner = hall.seats[0]
    lost = 37 if opened else 200
    assert row_of(hall, winner)[1:3] == (1, lost)
    assert row_of(hall, loser)[1:3] == (0, -lost)


def test_formats_differ_in_what_they_say_and_not_by_name() -> None:
    assert set(FORMATS) == set(FormatKey)
    for rules in FORMATS.values():
        assert not list(rules.find_settings_problems(rules.settings))
