"""Errors: on one line, short, with the clause, and complete."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kostka.events.codec import from_json, to_builtins, to_json
from kostka.events.errors import (
    MAX_QUOTED_LENGTH,
    BadInput,
    BadRecord,
    Problem,
    Refused,
    Violation,
    format_input,
    make_refusal,
    quote,
)

GAP = Problem("run_gap", "N-11", "{meld}: {second} does not fit after {first}")
COUNT = Problem("count", "N-6", "{count} tiles are too many")


# --- quoting ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("", ""),
        ("B3", "B3"),
        ("zażółć", "zażółć"),
        ("a\nb\tc\x00d\x1b[0m", "a?b?c?d?[0m"),
        ("\ud800", "?"),
        ("\u202e\u200b\u2028", "???"),
        ("x" * MAX_QUOTED_LENGTH, "x" * MAX_QUOTED_LENGTH),
        ("x" * (MAX_QUOTED_LENGTH + 1), "x" * MAX_QUOTED_LENGTH + "…"),
        ("\n" * 10_000_000, "?" * MAX_QUOTED_LENGTH + "…"),
        (17, "17"),
        (None, "None"),
    ],
    ids=repr,
)
def test_input_is_quoted_on_one_line_and_never_long(value: object, text: str) -> None:
    assert format_input(value) == text
    assert quote(value) == f"'{text}'"


@given(st.text())
@settings(deadline=None)
@example("\ud800" * 50)
def test_any_text_can_be_quoted(text: str) -> None:
    quoted = quote(text)
    assert quoted.isprintable()
    assert len(quoted) <= MAX_QUOTED_LENGTH + 3
    assert quoted.encode().decode() == quoted


def test_a_huge_number_can_be_quoted() -> None:
    assert len(quote(10**5000)) <= MAX_QUOTED_LENGTH + 3


# --- records ----------------------------------------------------------------------------------


def test_a_bad_record_names_its_line() -> None:
    error = BadRecord(3, "the line is cut off")
    assert str(error) == "line 3: the line is cut off"
    assert (error.line, error.why) == (3, "the line is cut off")
    assert isinstance(error, BadInput)
    assert isinstance(error, ValueError)


# --- violations -------------------------------------------------------------------------------


def test_a_problem_makes_a_violation_with_its_code_clause_and_words() -> None:
    violation = GAP(meld="B3 B4 B6", first="B4", second="B6")
    assert violation == Violation(
        "run_gap",
        "N-11",
        {"meld": "B3 B4 B6", "first": "B4", "second": "B6"},
        "{meld}: {second} does not fit after {first}",
    )
    assert violation.text == "B3 B4 B6: B6 does not fit after B4"
    assert str(violation) == "B3 B4 B6: B6 does not fit after B4 (N-11)"


def test_values_are_numbers_or_text_and_never_templates() -> None:
    assert str(COUNT(count=15)) == "15 tiles are too many (N-6)"
    assert str(COUNT(count="{count}")) == "{count} tiles are too many (N-6)"


def test_a_violation_without_values_says_what_its_template_says() -> None:
    assert str(Problem("finished", "N-40", "the game is over")()) == "the game is over (N-40)"
    assert Violation("finished", "N-40").values == {}
    assert Violation("finished", "N-40").text == ""


def test_a_violation_is_saved_and_read_again() -> None:
    violation = GAP(meld="B3 B4 B6", first="B4", second="B6")
    assert from_json(to_json(violation), Violation) == violation
    assert to_builtins(COUNT(count=15)) == {
        "code": "count",
        "clause": "N-6",
        "values": {"count": 15},
        "template": "{count} tiles are too many",
    }


def test_a_violation_cannot_be_changed() -> None:
    violation = COUNT(count=15)
    with pytest.raises(AttributeError):
        setattr(violation, "clause", "N-7")  # noqa: B010  (mypy knows that it cannot be)


def test_a_refusal_lists_every_violation() -> None:
    first, second = COUNT(count=15), GAP(meld="B3 B4 B6", first="B4", second="B6")
    error = make_refusal(first, second)
    assert isinstance(error, Refused)
    assert error.violations == (first, second)
    assert str(error) == ("15 tiles are too many (N-6); B3 B4 B6: B6 does not fit after B4 (N-11)")
    with pytest.raises(Refused, match=r"^15 tiles are too many \(N-6\)$"):
        raise make_refusal(first)
    assert str(make_refusal()) == ""
    assert Refused().violations == ()
