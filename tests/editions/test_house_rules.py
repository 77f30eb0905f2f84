"""House rules: what is changed, what is not, and nonsense refused with field and clause."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka.editions import (
    CLASSIC,
    EDITIONS,
    SIX,
    TOURNAMENT,
    TRAVEL,
    TWIST,
    Edition,
    apply_house_rules,
    load_clauses,
)
from kostka.editions.model import (
    LATER_FIELDS,
    Announced,
    Audience,
    Deal,
    Drawing,
    FirstStarter,
    InvalidMove,
    LostTiles,
    MatchCounts,
    PoolEnd,
    Tie,
    TimeOut,
    find_field_clause,
)
from kostka.events.codec import from_json, to_builtins, to_json
from kostka.events.errors import BadInput
from kostka.tiles import BoxSpec

FIELDS = [field.name for field in msgspec.structs.fields(Edition)]

points = st.integers(0, 1000)
players = st.integers(2, 6)
changes = st.fixed_dictionaries(
    {},
    optional={
        "age": st.one_of(st.none(), st.integers(0, 99)),
        "players_max": players,
        "box": st.fixed_dictionaries(
            {},
            optional={
                "copies": st.integers(2, 3),
                "ordinary": st.integers(0, 4),
                "mirror": st.integers(0, 2),
            },
        ),
        "first_starter": st.sampled_from(FirstStarter),
        "deal": st.sampled_from(Deal),
        "drawing": st.sampled_from(Drawing),
        "three_doubles_redeal": st.booleans(),
        "opening_threshold": st.integers(0, 100),
        "no_threshold_advised_for": st.lists(st.sampled_from(Audience), max_size=3).map(tuple),
        "turn_seconds": st.one_of(st.none(), st.integers(1, 86400)),
        "turn_seconds_choices": st.lists(st.one_of(st.none(), st.integers(1, 600)), max_size=3).map(
            tuple
        ),
        "failed_move_penalty": st.integers(0, 20),
        "invalid_move": st.sampled_from(InvalidMove),
        "time_out": st.sampled_from(TimeOut),
        "lost_tiles": st.sampled_from(LostTiles),
        "joker_penalty": points,
        "announced_opening": st.sampled_from(Announced),
        "pool_end": st.sampled_from(PoolEnd),
        "tie": st.sampled_from(Tie),
        "timed_rounds": st.booleans(),
        "match_counts": st.sampled_from(MatchCounts),
    },
)
books = st.sampled_from([CLASSIC, TRAVEL, TWIST, TOURNAMENT])


@given(books, changes)
@settings(deadline=None)
def test_house_rules_change_what_they_say_and_nothing_else(
    book: Edition, wanted: dict[str, Any]
) -> None:
    before = to_builtins(book)
    changed = apply_house_rules(book, **wanted)
    assert to_builtins(book) == before, "the rule book itself is as it was"
    for name in FIELDS:
        value = getattr(changed, name)
        if name == "box":
            assert to_builtins(value) == before["box"] | wanted.get("box", {})
        elif name in wanted:
            assert value == wanted[name]
        else:
            assert value == getattr(book, name)
    assert from_json(to_json(changed), Edition) == changed
    assert changed.key == book.key


def test_house_rules_without_changes_are_the_book() -> None:
    for book in EDITIONS.values():
        assert apply_house_rules(book) == book


def test_plain_values_are_as_good_as_those_of_the_program() -> None:
    assert apply_house_rules(
        CLASSIC, tie="fewer_tiles", turn_seconds_choices=[20, None]
    ) == apply_house_rules(CLASSIC, tie=Tie.FEWER_TILES, turn_seconds_choices=(20, None))


def test_a_box_is_changed_field_by_field_or_as_a_whole() -> None:
    assert apply_house_rules(TWIST, box={"ordinary": 4}).box == BoxSpec(
        copies=2, ordinary=4, double=2, colour_change=2, mirror=2
    )
    assert apply_house_rules(TWIST, box=BoxSpec(copies=3, ordinary=1)).box == BoxSpec(
        copies=3, ordinary=1
    )
    assert apply_house_rules(TWIST, box={}).box == TWIST.box


def test_unopened_racks_are_scored_flat_or_counted() -> None:
    counted = apply_house_rules(CLASSIC, not_opened=None, could_have_opened=None)
    assert (counted.not_opened, counted.could_have_opened) == (None, None)
    flat = apply_house_rules(TRAVEL, not_opened=0, could_have_opened=1000)
    assert (flat.not_opened, flat.could_have_opened) == (0, 1000)


# --- nonsense ---------------------------------------------------------------------------------

RANGES = [
    ("age", 0, 99, "N-1"),
    ("players_min", 2, 6, "N-1"),
    ("players_max", 2, 6, "N-1"),
    ("box.copies", 1, 3, "N-1"),
    ("box.ordinary", 0, 4, "N-1"),
    ("box.double", 0, 2, "N-1"),
    ("box.colour_change", 0, 2, "N-1"),
    ("box.mirror", 0, 2, "N-1"),
    ("stack_height", 1, 20, "N-5"),
    ("stacks_each", 1, 10, "N-6"),
    ("opening_threshold", 0, 100, "N-22"),
    ("turn_seconds", 1, 86400, "N-26"),
    ("failed_move_penalty", 0, 20, "N-26"),
    ("joker_penalty", 0, 1000, "N-40"),
    ("not_opened", 0, 1000, "N-41"),
    ("could_have_opened", 0, 1000, "N-41"),
]


def get_refusal(book: Edition = CLASSIC, /, **wanted: Any) -> str:
    with pytest.raises(BadInput) as refused:
        apply_house_rules(book, **wanted)
    message = str(refused.value)
    assert message.isprintable(), "one line, without control characters"
    assert len(message) < 200
    return message


def one_field(field: str, value: object) -> dict[str, Any]:
    outer, _, inner = field.partition(".")
    return {outer: {inner: value} if inner else value}


@pytest.mark.parametrize(("field", "low", "high", "clause"), RANGES)
def test_numbers_out_of_range_are_refused_with_field_and_clause(
    field: str, low: int, high: int, clause: str
) -> None:
    for value in (low - 1, high + 1, -1000, 10**15):
        assert get_refusal(**one_field(field, value)) == (
            f"{field} {value} is not within {low} to {high} ({clause})"
        )
    glance = get_refusal(**one_field(field, 10**100))
    assert glance == f"{field} 1{'0' * 39}… is not within {low} to {high} ({clause})"


@pytest.mark.parametrize(("field", "low", "high", "clause"), RANGES)
def test_the_least_and_most_of_a_range_are_not_out_of_it(
    field: str, low: int, high: int, clause: str
) -> None:
    """They may contradict other fields, but they are numbers that make sense."""
    for value in (low, high):
        try:
            apply_house_rules(CLASSIC, **one_field(field, value))
        except BadInput as error:
            message = str(error)
        else:
            continue
        assert "is not within" not in message, clause


@pytest.mark.parametrize(
    ("book", "wanted", "message"),
    [
        (CLASSIC, {"players_min": 5}, "players_min 5 is more than players_max 4 (N-1)"),
        (SIX, {"players_max": 4}, "players_min 5 is more than players_max 4 (N-1)"),
        (TOURNAMENT, {"stacks_each": 3}, "two neighbours give two stacks, not 3 (Z-10)"),
        (TOURNAMENT, {"stacks_each": 1}, "two neighbours give two stacks, not 1 (Z-10)"),
        (
            CLASSIC,
            {"players_max": 6, "stacks_each": 3},
            "106 tiles do not give 6 players 3 stacks of 7 and leave a pool (N-6)",
        ),
        (
            CLASSIC,
            {"box": {"copies": 1}},
            "54 tiles do not give 4 players 2 stacks of 7 and leave a pool (N-6)",
        ),
        (
            SIX,
            {"box": {"copies": 1, "ordinary": 0}},
            "52 tiles do not give 6 players 2 stacks of 7 and leave a pool (N-6)",
        ),
        (
            CLASSIC,
            {"stack_height": 20},
            "106 tiles do not give 4 players 2 stacks of 20 and leave a pool (N-6)",
        ),
        (
            CLASSIC,
            {"box": {"copies": 1, "ordinary": 4}, "stack_height": 7, "players_max": 4},
            "56 tiles do not give 4 players 2 stacks of 7 and leave a pool (N-6)",
        ),
        (
            CLASSIC,
            {"turn_seconds_choices": [30, 0]},
            "turn_seconds_choices are not within 1 to 86400 (N-26)",
        ),
        (
            CLASSIC,
            {"turn_seconds_choices": [-5]},
            "turn_seconds_choices are not within 1 to 86400 (N-26)",
        ),
        (
            CLASSIC,
            {"not_opened": None},
            "not_opened and could_have_opened are both numbers or both null (N-41)",
        ),
        (
            TRAVEL,
            {"not_opened": 100},
            "not_opened and could_have_opened are both numbers or both null (N-41)",
        ),
        (
            CLASSIC,
            {"opening_threshold": -5, "players_max": 9},
            (
                "players_max 9 is not within 2 to 6 (N-1); "
                "opening_threshold -5 is not within 0 to 100 (N-22)"
            ),
        ),
    ],
)
def test_what_no_table_could_play_is_refused(
    book: Edition, wanted: dict[str, Any], message: str
) -> None:
    assert get_refusal(book, **wanted) == message


@pytest.mark.clause("N-6")
def test_a_box_that_just_leaves_a_pool_is_enough() -> None:
    """Four stacks of 13 take all of 52 tiles; with a joker more one tile is left."""
    small = {"players_max": 2, "stack_height": 13}
    assert get_refusal(box={"copies": 1, "ordinary": 0}, **small) == (
        "52 tiles do not give 2 players 2 stacks of 13 and leave a pool (N-6)"
    )
    assert apply_house_rules(
        CLASSIC, box={"copies": 1, "ordinary": 4}, players_max=2, stacks_each=1
    )
    assert apply_house_rules(CLASSIC, players_max=6).tile_count - 6 * 14 == 22


@pytest.mark.clause("N-5")
@pytest.mark.parametrize(
    ("height", "heights"),
    [
        (1, 106 * (1,)),
        (2, 53 * (2,)),
        (3, (*34 * (3,), 4)),
        (4, (*25 * (4,), 6)),
        (5, (*20 * (5,), 6)),
        (6, (*17 * (6,), 4)),
        (9, (*11 * (9,), 7)),
        (10, (*10 * (10,), 6)),
    ],
)
def test_other_stacks_keep_the_odd_one_last(height: int, heights: tuple[int, ...]) -> None:
    book = apply_house_rules(CLASSIC, stack_height=height)
    assert book.stack_heights == heights
    assert sum(heights) == 106


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"opening_threshold": "30"}, "expected a whole number, got text, at opening_threshold"),
        (
            {"opening_threshold": 30.5},
            "expected a whole number, got a number, at opening_threshold",
        ),
        (
            {"opening_threshold": True},
            "expected a whole number, got true or false, at opening_threshold",
        ),
        ({"opening_threshold": None}, "expected a whole number, got null, at opening_threshold"),
        ({"opening_threshold": [30]}, "expected a whole number, got a list, at opening_threshold"),
        (
            {"turn_seconds": float("nan")},
            "expected a whole number or null, got a number, at turn_seconds",
        ),
        (
            {"three_doubles_redeal": 1},
            "expected true or false, got a whole number, at three_doubles_redeal",
        ),
        ({"deal": "none"}, "'none' is not one of the possible values, at deal"),
        ({"deal": 3}, "expected text, got a whole number, at deal"),
        ({"box": 3}, "expected an object, got a whole number, at box"),
        ({"box": None}, "expected an object, got null, at box"),
        ({"box": {"golden": 2}}, "there is no field golden, at box"),
        ({"box": {"copies": "2"}}, "expected a whole number, got text, at box.copies"),
        ({"box": {1: 2}}, "expected text, at key in box"),
        (
            {"turn_seconds_choices": ["soon"]},
            "expected a whole number or null, got text, at turn_seconds_choices[0]",
        ),
        (
            {"turn_seconds_choices": 30},
            "expected a list, got a whole number, at turn_seconds_choices",
        ),
    ],
)
def test_values_of_a_wrong_kind_are_refused_with_their_field(
    wanted: dict[str, Any], message: str
) -> None:
    assert get_refusal(**wanted) == message


@pytest.mark.parametrize("field", ["threshold", "key", "", "a\nb", "tiles", "__class__", "Age"])
def test_what_is_no_field_cannot_be_changed(field: str) -> None:
    shown = field.replace("\n", "?")
    assert get_refusal(**{field: 1}) == f"'{shown}' is not a field that house rules can change"
    assert get_refusal(**{"x" * 10_000: 1}).startswith(f"'{'x' * 40}…' is not a field")


@pytest.mark.parametrize("field", ["edition", "self", "changes"])
def test_no_name_of_a_field_is_mistaken_for_anything_else(field: str) -> None:
    assert get_refusal(**{field: "x"}) == f"'{field}' is not a field that house rules can change"


def test_an_object_that_is_no_value_is_refused() -> None:
    assert "age" in get_refusal(age=object())


def test_a_number_of_thousands_of_digits_is_refused_with_its_field() -> None:
    assert "opening_threshold" in get_refusal(opening_threshold=10**5000)


def test_long_or_odd_text_is_refused_at_a_glance() -> None:
    for text in ("n" * 1_000_000, "a\nb\x1b[2J", "\ud800"):
        assert get_refusal(deal=text)
        assert get_refusal(box={text: 1})


# --- editions from files ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"age":7', b'"age":7,"colour":"red"', "there is no field colour"),
        (b'"age":7,', b"", "the field age is missing"),
        (b'"age":7', b'"age":"7"', "expected a whole number or null, got text, at age"),
        (b'"age":7', b'"age":' + b"9" * 5000, "Integer value out of range, at age"),
        (b'"age":7', b'"age":100', "age 100 is not within 0 to 99 (N-1)"),
        (b'"copies":2', b'"copies":4', "box.copies 4 is not within 1 to 3 (N-1)"),
        (b'"copies":2,', b"", "the field copies is missing, at box"),
        (b'"classic"', b'""', "key '' needs 1 to 40 characters"),
        (b'"classic"', b'"' + b"x" * 41 + b'"', f"key '{'x' * 40}…' needs 1 to 40 characters"),
    ],
)
def test_an_edition_in_a_file_is_checked_as_strictly(old: bytes, new: bytes, message: str) -> None:
    data = to_json(CLASSIC)
    assert old in data
    with pytest.raises(BadInput) as refused:
        from_json(data.replace(old, new), Edition)
    assert str(refused.value) == message


def test_a_key_of_forty_characters_is_allowed() -> None:
    data = to_json(CLASSIC).replace(b'"classic"', b'"' + b"x" * 40 + b'"')
    assert from_json(data, Edition).key == "x" * 40


def test_a_key_is_one_line_of_print() -> None:
    with pytest.raises(BadInput):
        from_json(to_json(CLASSIC).replace(b'"classic"', b'"a\\nb\\u001b[2J"'), Edition)


def test_an_edition_made_in_the_program_is_checked_too() -> None:
    with pytest.raises(BadInput, match=re.escape("opening_threshold 201 is not within 0 to 100")):
        msgspec.structs.replace(CLASSIC, opening_threshold=201)


def test_every_field_has_the_clause_that_it_settles() -> None:
    for book in EDITIONS.values():
        assert {find_field_clause(book, name) for name in FIELDS} <= load_clauses().keys()
    assert find_field_clause(CLASSIC, "opening_threshold") == "N-22"


def test_fields_that_came_later_mean_what_older_games_were_played_by() -> None:
    defaults = {field.name: field.default for field in msgspec.structs.fields(Edition)}
    assert LATER_FIELDS
    for name, value in LATER_FIELDS.items():
        assert to_builtins(defaults[name]) == value, name
