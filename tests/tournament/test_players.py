"""The list of players: names, checking in, late arrivals, withdrawals, settings."""

from __future__ import annotations

import pytest

from kostka.editions import EDITIONS, TOURNAMENT, apply_house_rules
from kostka.events.errors import BadInput
from kostka.tournament import (
    Header,
    NewPlayer,
    OrganiserStep,
    ScoreSheet,
    Settings,
    SheetRack,
    Status,
    Tournament,
    compute_standings,
    find_next_step,
    hash_token,
)
from kostka.tournament import commands as cmd
from tests.tournament.hall import ORGANISER, Hall, refusal, went_out


def add(*players: NewPlayer) -> cmd.AddPlayers:
    return cmd.AddPlayers(players, token=ORGANISER)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_empty"),
        ("   ", "name_empty"),
        ("\u200b", "name_empty"),
        ("x" * 300, "name_long"),
        ("Ann\x07", "name_unprintable"),
        ("Ann\u202eB", "name_unprintable"),
    ],
)
def test_names_that_no_sheet_could_show_are_refused(name: str, code: str) -> None:
    hall = Hall()
    assert refusal(hall, add(NewPlayer(name))) == (code,)
    assert refusal(hall, add(NewPlayer("Fine"), NewPlayer(name))) == (code,)
    assert hall.state.players == {}  # all or none


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("Zoe\u0301", "Zoé"),
        ('Jan "Kostka" Nowak', 'Jan "Kostka" Nowak'),
        ("O'Neill", "O'Neill"),
        ("Ala 😀", "Ala 😀"),
        ("Żółć Gęślą", "Żółć Gęślą"),
    ],
)
def test_names_are_kept_as_people_write_them(typed: str, kept: str) -> None:
    hall = Hall()
    hall.add(typed)
    assert hall.state.get_player_name(1) == kept


def test_two_of_one_name_are_told_apart_by_their_class() -> None:
    hall = Hall()
    hall.add("Jan Nowak", group="7a")
    assert refusal(hall, add(NewPlayer("jan nowak", "7A"))) == ("name_twice",)
    hall.do(add(NewPlayer("Jan Nowak", "7b")))
    rename = cmd.RenamePlayer(2, "Jan Nowak", "7a", token=ORGANISER)
    assert refusal(hall, rename) == ("name_twice",)
    hall.do(cmd.RenamePlayer(2, "Jan M. Nowak", "7a", token=ORGANISER))
    assert hall.do(cmd.RenamePlayer(2, "Jan M. Nowak", "7a", token=ORGANISER)) == []
    assert hall.state.get_player_name(2) == "Jan M. Nowak"


def test_only_who_is_checked_in_is_seated() -> None:
    hall = Hall()
    hall.add("Ann", "Bob", "Cid", "Dan", "Eve", present=False)
    assert find_next_step(hall.state) is OrganiserStep.REGISTER
    assert refusal(hall, cmd.SeatRound(token=ORGANISER)) == ("too_few",)
    hall.do(cmd.CheckIn((1, 2, 4), token=ORGANISER))
    assert hall.do(cmd.CheckIn((2,), token=ORGANISER)) == []  # a second tap
    assert sorted(hall.seat()[0]) == [1, 2, 4]
    assert refusal(hall, cmd.CheckIn((9,), token=ORGANISER)) == ("no_player",)
    assert [row.name for row in compute_standings(hall.state)] == ["Ann", "Bob", "Dan"]


def test_a_late_arrival_joins_a_table_of_three_before_the_start() -> None:
    hall = Hall(10)
    hall.seat()
    hall.lock()
    hall.add("Late", "Later")
    hall.do(cmd.SeatLate(11, token=ORGANISER))
    assert [len(table) for table in hall.seats] == [4, 4, 3]
    assert hall.seats[1][3] == 11  # D, the last to come
    assert refusal(hall, cmd.SeatLate(11, token=ORGANISER)) == ("seated_already",)
    hall.start()
    assert refusal(hall, cmd.SeatLate(12, token=ORGANISER)) == ("no_table_of_three",)
    hall.play()
    hall.close()
    assert 12 in [p for table in hall.seat() for p in table]


def test_a_sixth_makes_three_and_three() -> None:
    hall = Hall(5)
    hall.seat(cmd.FivePlayers.TWO_TABLES)
    hall.add("Late")
    hall.do(cmd.SeatLate(6, token=ORGANISER))
    assert [len(table) for table in hall.seats] == [3, 3]


def test_without_a_table_of_three_late_arrivals_wait_for_the_next_round() -> None:
    hall = Hall(8)
    hall.seat()
    hall.lock()
    hall.add("Late")
    assert refusal(hall, cmd.SeatLate(9, token=ORGANISER)) == ("no_table_of_three",)
    hall.start()
    hall.play()
    hall.close()
    assert sum(9 in table for table in hall.seat()) == 1


def test_who_withdraws_keeps_points_and_the_table_goes_on() -> None:
    hall = Hall(8)
    hall.begin()
    table = hall.round.tables[0]
    winner, *others = table.seats
    hall.enter(1, 1, went_out(0, 10, 20, 30))
    hall.do(cmd.Withdraw(winner, token=ORGANISER, reason="ill"))
    racks = (None, SheetRack(), SheetRack(5), SheetRack(7))
    for game in (2, 3):
        hall.enter(1, game, ScoreSheet(went_out().ending, racks))
    hall.play()
    hall.close()
    row = next(row for row in compute_standings(hall.state) if row.player == winner)
    assert (row.big, int(row.points), row.games, row.status) == (1, 60, 1, Status.WITHDRAWN)
    assert {row.games for row in compute_standings(hall.state) if row.player in others} == {3}
    assert winner not in [p for seats in hall.seat() for p in seats]
    assert refusal(hall, cmd.Withdraw(winner, token=ORGANISER)) == ("not_there",)
    # Somebody who comes back is seated again.
    hall.do(cmd.CheckIn((winner,), token=ORGANISER))
    assert winner in [p for seats in hall.seat() for p in seats]
    # A correction of a game that was played without somebody is no question of today.
    racks = (None, SheetRack(), SheetRack(5), SheetRack(8))
    hall.do(hall.correction((1, 1, 2), ScoreSheet(went_out().ending, racks)))
    wrong = ScoreSheet(went_out().ending, (None, SheetRack(), SheetRack(5), SheetRack(8)))
    assert refusal(hall, hall.correction((1, 1, 1), wrong)) == ("still_playing",)


def test_a_game_needs_two_who_stay() -> None:
    hall = Hall(3)
    hall.begin()
    gone = hall.seats[0][:2]
    for player in gone:
        hall.do(cmd.Withdraw(player, token=ORGANISER))
    alone = ScoreSheet(went_out().ending, (None, None, SheetRack()))
    entry = cmd.EnterResult(1, 1, 1, alone, "stamp", token=ORGANISER)
    assert refusal(hall, entry) == ("too_few_played",)
    for game in (1, 2, 3):
        hall.enter(1, game, None, reason="the others have left")
    hall.close()
    assert refusal(hall, cmd.SeatRound(token=ORGANISER)) == ("too_few",)


@pytest.mark.clause("Z-3")
def test_rounds_and_games_are_free_and_two_of_three_by_the_rule() -> None:
    assert (Settings().rounds, Settings().games) == (2, 3)
    hall = Hall(4)
    hall.seat()
    hall.do(cmd.ChangeSettings(Settings(rounds=3, games=1), token=ORGANISER))
    assert hall.round.games == 3  # a round that is seated stays as it is
    hall.lock()
    hall.start()
    hall.play()
    hall.close()
    hall.whole_round()
    assert hall.round.games == 1
    change = cmd.ChangeSettings(Settings(rounds=1), token=ORGANISER)
    assert refusal(hall, change) == ("rounds_seated",)
    hall.do(cmd.ChangeSettings(Settings(rounds=2), token=ORGANISER))
    assert refusal(hall, cmd.SeatRound(token=ORGANISER)) == ("no_more_rounds",)


@pytest.mark.parametrize(
    ("rounds", "games", "minutes"), [(0, 3, None), (2, 21, None), (2, 3, 0), (2, 3, 9999)]
)
def test_settings_that_no_hall_could_hold_cannot_be_made(
    rounds: int, games: int, minutes: int | None
) -> None:
    with pytest.raises(BadInput):
        Settings(rounds, games, minutes)


def test_a_tournament_that_could_not_be_run_is_not_opened() -> None:
    good = hash_token("organiser")
    for title, seed, organiser in (("", "s", good), ("t", "", good), ("t", "s", "organiser")):
        with pytest.raises(BadInput):
            Tournament.new(Header(title, seed, organiser))
    for book in (EDITIONS["travel"], EDITIONS["twist"]):
        with pytest.raises(BadInput, match="big points"):
            Header("t", "s", good, book)
    dear = apply_house_rules(TOURNAMENT, joker_penalty=30)
    assert Header("t", "s", good, dear).edition.joker_penalty == 30


def test_a_list_is_not_endless() -> None:
    hall = Hall(1000)
    assert refusal(hall, add(NewPlayer("One more"))) == ("too_many_players",)
