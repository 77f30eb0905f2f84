"""What everybody may see before entering a room."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from kostka.editions import EDITIONS, apply_house_rules
from kostka.protocol.rooms import Settings, Stage
from kostka.server.api.lobby import list_editions, list_open_rooms
from kostka.server.games.numbers import Numbers
from kostka.server.games.word import WordGame
from kostka.server.rooms.room import Room, open_room, seat_guest, update_presence
from kostka.word import WORD


def make_room(code: str, seats: int, *, is_open: bool = True, **settings: object) -> Room:
    asked = Settings("classic", seats=seats, open=is_open, **settings)  # type: ignore[arg-type]
    return open_room(code, "host", "Ala", asked)


def list_codes(*rooms: Room) -> list[str]:
    return [listed.code for listed in list_open_rooms(rooms).rooms]


def test_every_edition_is_listed_with_what_its_knobs_are_set_to() -> None:
    found = list_editions()
    *numbers, word = found.editions
    assert [listed.key for listed in numbers] == list(EDITIONS)
    for listed in numbers:
        book = EDITIONS[listed.key]
        assert (listed.kind, listed.levels) == ("numbers", 6)
        assert listed.players == (book.players_min, book.players_max)
        assert listed.turn_seconds[0] == book.turn_seconds
        assert listed.no_threshold_advised_for == book.no_threshold_advised_for
        assert apply_house_rules(book, **listed.rules) == book
        offered = {knob.field for knob in Numbers.house_rule_options}
        assert set(listed.rules) == offered - book.idle_fields
    assert (word.key, word.kind, word.levels, word.tiles) == ("word", "word", 3, 112)
    assert WordGame().build_edition(word.key, word.rules).edition == WORD
    assert set(word.rules) == {knob.field for knob in WordGame.house_rule_options}
    in_some = {field for listed in found.editions for field in listed.rules}
    assert {knob.field for knob in found.knobs} == in_some


@pytest.mark.parametrize("knob", Numbers.house_rule_options, ids=lambda knob: knob.field)
def test_a_knob_can_be_turned_as_far_as_it_says_and_no_further(knob: object) -> None:
    field, book = msgspec.to_builtins(knob), EDITIONS["classic"]
    allowed = field["choices"] or [True, False]
    if field["kind"] == "number":
        low, high = field["low"], field["high"]
        allowed = []  # numbers may contradict others, but each makes sense alone
        for wrong in (low - 1, high + 1):
            with pytest.raises(ValueError, match=f"{field['field']} .*not within {low} to {high}"):
                apply_house_rules(book, **{field["field"]: wrong})
    for value in allowed:
        apply_house_rules(book, **{field["field"]: value})
    if not field["optional"]:
        with pytest.raises(ValueError, match="got null"):
            apply_house_rules(book, **{field["field"]: None})


def test_rooms_that_wait_for_players_are_listed() -> None:
    two, four = make_room("AAAAA", 2), make_room("BBBBB", 4, bots=(3,), games=2)
    assert list_codes(four, two) == ["AAAAA", "BBBBB"]
    assert list_codes(seat_guest(two, "bob", "Bob", 1)) == []  # nobody is missing
    assert list_codes(make_room("CCCCC", 2, is_open=False)) == []
    assert list_codes(replace(two, stage=Stage.PLAYING)) == []
    assert list_codes(update_presence(two, [])) == []  # nobody waits there
    (listed,) = list_open_rooms([four]).rooms
    assert (listed.host, listed.seats, listed.free) == ("Ala", 4, 2)
    assert (listed.bots, listed.games, listed.house_rules) == ((3,), 2, False)
