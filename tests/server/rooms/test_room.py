"""Rooms: who sits where, and the match."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from kostka.events.codec import from_json, to_json
from kostka.events.errors import Refused
from kostka.numbers.scoring import ScoreLine, ScoreSheet, Why
from kostka.protocol.rooms import Settings, Stage
from kostka.server.rooms.room import (
    Room,
    clear_seat,
    finish_game,
    open_room,
    prepare_game,
    seat_bot,
    seat_guest,
    start_game,
    unseat_guest,
    update_presence,
)

SHEET = ScoreSheet(
    (ScoreLine(0, 0, Why.WON, Fraction(7), 1), ScoreLine(7, 1, Why.RACK, Fraction(-7), 0))
)


def room(**settings: object) -> Room:
    asked = Settings("classic", **settings)  # type: ignore[arg-type]
    return open_room("ABCDE", "host", "Ala", asked)


def why(change: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        change()
    return refused.value.violations[0].code


def test_the_host_sits_first_and_bots_last() -> None:
    found = room(seats=4, bots=(4, 4))
    assert [chair.name for chair in found.chairs] == ["Ala", "", "Bot 4", "Bot 4 (2)"]
    assert [chair.bot for chair in found.chairs] == [None, None, 4, 4]
    assert found.find_seat_of_guest("host") == 0
    assert not room(seats=2).chairs[0].is_empty


@pytest.mark.clause("N-1")
def test_rooms_that_no_edition_allows_are_refused() -> None:
    assert why(lambda: room(seats=5)) == "bad_settings"
    assert why(lambda: room(bots=(1, 1))) == "bad_settings"
    assert why(lambda: room(rules={"joker_penalty": -5})) == "bad_settings"
    assert why(lambda: room(rules={"nonsense": 1})) == "bad_settings"
    assert why(lambda: open_room("A", "h", "n", Settings("nonsense"))) == "bad_settings"
    assert room(rules={"joker_penalty": 30}).edition.encode_edition_fields()["joker_penalty"] == 30


def test_people_take_seats_and_give_them_up() -> None:
    found = seat_guest(room(seats=3), "bob", "Bob", 2)
    assert found.find_seat_of_guest("bob") == 2
    assert seat_guest(found, "bob", "Bob", 1).find_seat_of_guest("bob") == 1
    assert why(lambda: seat_guest(found, "cyd", "Cyd", 2)) == "taken"
    assert seat_guest(found, "cyd", "Bob", 1).player_names == ("Ala", "Bob (2)", "Bob")
    assert why(lambda: seat_guest(found, "cyd", "Cyd", 5)) == "no_chair"
    assert unseat_guest(found, "bob").find_seat_of_guest("bob") is None
    assert why(lambda: unseat_guest(found, "cyd")) == "not_seated"


def test_only_the_host_moves_others() -> None:
    found = seat_guest(room(seats=3), "bob", "Bob", 1)
    assert why(lambda: seat_bot(found, "bob", 2, 3)) == "not_host"
    assert why(lambda: seat_bot(found, "host", 1, 3)) == "taken"
    assert seat_bot(found, "host", 2, 3).chairs[2].bot == 3
    assert clear_seat(found, "host", 1).find_seat_of_guest("bob") is None
    assert why(lambda: clear_seat(found, "bob", 0)) == "not_host"


def test_a_match_from_its_begin_to_a_rematch() -> None:
    gathering = room(games=2)
    assert why(lambda: prepare_game(gathering, "host")) == "seats_empty"
    full = seat_guest(gathering, "bob", "Bob", 1)
    assert why(lambda: prepare_game(full, "bob")) == "not_host"
    playing = start_game(prepare_game(full, "host"), "game1")
    assert playing.stage is Stage.PLAYING
    assert why(lambda: prepare_game(playing, "host")) == "running"
    assert why(lambda: seat_guest(playing, "cyd", "Cyd", 1)) == "running"
    between = finish_game(playing, SHEET, starter=1)
    assert between.stage is Stage.BETWEEN
    assert between.next_starter == 0  # the player to the left of the starter (N-3)
    over = finish_game(start_game(prepare_game(between, "host"), "game2"), SHEET, starter=0)
    assert over.stage is Stage.OVER
    assert over.played == ("game1", "game2")
    assert [standing.points for standing in over.standings] == [14, -14]
    again = prepare_game(over, "host")
    assert again.sheets == ()
    assert again.played == ()


def test_a_bot_stands_in_for_who_is_away_and_gives_the_seat_back() -> None:
    playing = start_game(prepare_game(seat_guest(room(), "bob", "Bob", 1), "host"), "game1")
    assert why(lambda: seat_bot(playing, "host", 1, 4)) == "taken"
    away = update_presence(playing, ["host"])
    assert not away.chairs[1].here
    helped = seat_bot(away, "host", 1, 4)
    assert (helped.chairs[1].guest, helped.chairs[1].bot) == ("bob", 4)
    back = update_presence(helped, ["host", "bob"])
    assert (back.chairs[1].here, back.chairs[1].bot) == (True, None)


def test_a_room_survives_being_written_down() -> None:
    playing = start_game(seat_guest(room(rules={"joker_penalty": 30}), "bob", "Bob", 1), "game1")
    after = finish_game(playing, SHEET, starter=0)
    assert from_json(to_json(after), Room) == after
