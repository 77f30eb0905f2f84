"""Tiles, sets and tables as text, both ways, and what is said about text that is none."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kostka.events.errors import BadInput
from kostka.tiles import (
    Face,
    format_set,
    format_table,
    parse_set,
    parse_table,
    parse_tile,
)
from kostka.tiles.notation import MAX_TEXT_LENGTH
from kostka.tiles.tile import FACES

NO_TILE = "is not a tile: write a colour (K R B O) and a number, like B3, or a joker (J D C M)"
NO_NUMBER = "is not a tile: numbers go from 1 to 13"
SPACES = [" ", "  ", "\t", "\n", "\r\n", " \u00a0", "\u3000", "\x0b"]

sets = st.lists(st.sampled_from(FACES), min_size=1, max_size=15)
spaces = st.sampled_from(SPACES)


def refusal(text: str, *, table: bool = False, one: bool = False) -> str:
    with pytest.raises(BadInput) as refused:
        parse_tile(text) if one else parse_table(text) if table else parse_set(text)
    message = str(refused.value)
    assert len(message) < 150
    assert message.isprintable(), "one line, without control characters"
    message.encode()
    return message


@pytest.mark.parametrize("face", FACES, ids=str)
def test_every_tile_is_read_as_it_is_written(face: Face) -> None:
    for text in (face.name, face.name.lower(), f"\t {face.name}\n"):
        assert parse_tile(text) is face
    assert format_set([face]) == str(face) == face.name


@given(sets, st.data())
@settings(deadline=None)
def test_sets_are_read_in_any_case_with_any_white_space(
    faces: list[Face], data: st.DataObject
) -> None:
    canonical = format_set(faces)
    assert canonical == " ".join(face.name for face in faces)
    assert parse_set(canonical) == faces
    wild = data.draw(st.sampled_from(["", *SPACES]))
    for face in faces:
        name = face.name.lower() if data.draw(st.booleans()) else face.name
        wild += name + data.draw(spaces)
    assert parse_set(wild) == faces
    assert format_set(parse_set(wild)) == canonical


@given(st.lists(sets, max_size=5), st.sampled_from(["|", " | ", "\n|\t", "| "]))
@settings(deadline=None)
def test_tables_are_read_as_they_are_written(table: list[list[Face]], between: str) -> None:
    assert parse_table(format_table(table)) == table
    assert parse_table(between.join(map(format_set, table))) == table


def test_tables_are_written_with_bars() -> None:
    assert format_table([parse_set("b3 b4 b5"), parse_set("k7 r7 o7")]) == "B3 B4 B5 | K7 R7 O7"
    assert format_table([]) == ""


@pytest.mark.parametrize("text", ["", " ", "\n\t "])
def test_no_text_is_no_tiles(text: str) -> None:
    assert parse_set(text) == []
    assert parse_table(text) == []


@pytest.mark.parametrize("text", ["B0", "B14", "k00", "O-1", "B1.5", "B1e1", "R99", "B03", "b013"])
def test_numbers_outside_1_to_13_are_refused(text: str) -> None:
    number = text[1:].isdecimal()
    assert refusal(text) == f"'{text}' {NO_NUMBER if number else NO_TILE}"


@pytest.mark.parametrize("text", ["X5", "5B", "B", "3", "JJ", "B3B4", "Q", "?", "Ą", "-", "B 3 x"])
def test_other_text_is_refused_with_the_part_that_is_wrong(text: str) -> None:
    wrong = "B" if text == "B 3 x" else text
    assert refusal(text) == f"'{wrong}' {NO_TILE}"


def test_the_first_bad_tile_of_a_table_is_quoted() -> None:
    assert refusal("B3 B4 B5 | K7 R77 X9", table=True) == f"'R77' {NO_NUMBER}"


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("B3\x00", "'B3?'"),
        ("\x1b[31mB3", "'?[31mB3'"),
        ("B\ud8003", "'B?3'"),
        ("\u202eB3", "'?B3'"),
        ("B3\u200b", "'B3?'"),
        ("B\u0663", "'B\u0663'"),
        ("B\uff13", "'B\uff13'"),
        ("\u212a7", "'\u212a7'"),
        ("\u0131", "'\u0131'"),
    ],
)
def test_odd_characters_are_no_tiles_and_do_no_harm(text: str, quoted: str) -> None:
    assert refusal(text).startswith(f"{quoted} is not a tile: ")


def test_a_huge_number_is_refused_at_a_glance() -> None:
    assert refusal("B" + "9" * 10_000_000, one=True) == f"'B{'9' * 39}…' {NO_NUMBER}"
    assert refusal("B" + "9" * 90_000) == f"'B{'9' * 39}…' {NO_NUMBER}"


@pytest.mark.parametrize("table", [False, True])
def test_ten_megabytes_are_refused_at_a_glance(*, table: bool) -> None:
    what = "a table" if table else "tiles"
    shown = "B3 " * 13 + "B…"
    assert refusal("B3 " * 3_333_333, table=table) == (
        f"9,999,999 characters are too many for {what}: '{shown}'"
    )


def test_as_much_text_as_is_allowed_is_read() -> None:
    longest = "J " * (MAX_TEXT_LENGTH // 2)
    assert len(parse_set(longest)) == MAX_TEXT_LENGTH // 2
    assert len(parse_table(longest)[0]) == MAX_TEXT_LENGTH // 2
    assert "100,001 characters are too many" in refusal(longest + " ")
    assert "100,001 characters are too many" in refusal(longest + " ", table=True)


@pytest.mark.parametrize("text", ["B3 | B4", "|", "B3|"])
def test_a_bar_where_one_set_is_expected_is_refused(text: str) -> None:
    assert refusal(text) == f"one set was expected, but '{text}' has a '|' between sets"


@pytest.mark.parametrize("text", ["B3||B4", "|", "B3 B4 |", "| B3", "B3 |  | B4"])
def test_an_empty_set_on_the_table_is_refused(text: str) -> None:
    assert refusal(text, table=True) == f"an empty set between '|' in '{text}'"


@given(st.text(max_size=60))
@settings(deadline=None)
@example("\ud800")
@example("b3|\x85")
def test_any_text_is_tiles_or_refused_on_one_line(text: str) -> None:
    try:
        table = parse_table(text)
    except BadInput:
        assert "'" in refusal(text, table=True), "the offending part is quoted"
    else:
        assert parse_table(format_table(table)) == table
