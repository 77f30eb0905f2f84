"""Why tiles are not a set: the reason, its clause and the words for it."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka.editions import load_clauses
from kostka.events.errors import Problem, Violation
from kostka.melds import MeldKind, interpret_set, judge_meld, problems
from kostka.melds.invalid_sets import arrange_run, explain_invalid_set
from kostka.tiles import Face, Kind, format_set, make_number_tile, parse_set
from kostka.tiles.tile import FACES, NUMBERS, Colour, make_joker

OF_HOUSE_RULES = {problems.JOKERS_ONLY, problems.SINGLE_TILE_MIRROR, problems.ADJACENT_CHANGES}
"""Met in `test_set_rules.py`."""

OF_TURNS = {
    problems.TOO_MANY_TILES,
    problems.UNKNOWN_TILE,
    problems.TILE_TWICE,
    problems.NOT_YOUR_TILE,
    problems.TAKEN_FROM_TABLE,
    problems.JOKER_NOT_PLACED,
    problems.NOTHING_PLACED,
    problems.TABLE_TOUCHED,
    problems.JOKER_TOUCHED,
    problems.BELOW_THRESHOLD,
}
"""What a turn can break; everything else is about one set."""

ALL_PROBLEMS = {found for found in vars(problems).values() if isinstance(found, Problem)}


def no_set(text: str, problem: Problem, message: str) -> Any:
    """One line of the table: tiles, what is wrong with them, and what is said about it."""
    marks = pytest.mark.clause(problem.clause)
    return pytest.param(text, problem, message, marks=marks, id=text or "nothing")


INVALID = [
    no_set("", problems.EMPTY, "there is a set without tiles (N-11)"),
    # --- too short ----------------------------------------------------------------------------
    no_set(
        "B3 B4", problems.SHORT_RUN, "B3 B4 has too few tiles (2): a set needs at least 3 (N-11)"
    ),
    no_set("J J", problems.SHORT_RUN, "J J has too few tiles (2): a set needs at least 3 (N-11)"),
    no_set("C J", problems.SHORT_RUN, "C J has too few tiles (2): a set needs at least 3 (N-11)"),
    no_set("R6 C", problems.SHORT_RUN, "R6 C has too few tiles (2): a set needs at least 3 (N-11)"),
    no_set(
        "K7 R7", problems.SHORT_GROUP, "K7 R7 has too few tiles (2): a set needs at least 3 (N-10)"
    ),
    no_set(
        "K7 J", problems.SHORT_GROUP, "K7 J has too few tiles (2): a set needs at least 3 (N-10)"
    ),
    no_set(
        "R4 M", problems.SHORT_GROUP, "R4 M has too few tiles (2): a set needs at least 3 (N-10)"
    ),
    no_set(
        "B3 D",
        problems.SHORT_WITH_DOUBLE,
        "B3 D has too few tiles (2): a set needs at least 3 (a double joker is one) (T-2)",
    ),
    no_set(
        "D D",
        problems.SHORT_WITH_DOUBLE,
        "D D has too few tiles (2): a set needs at least 3 (a double joker is one) (T-2)",
    ),
    # --- groups -------------------------------------------------------------------------------
    no_set(
        "K7 R7 K7",
        problems.COLOUR_TWICE,
        "K7 R7 K7: a group holds each colour once, not K7 twice (N-10)",
    ),
    no_set(
        "K7 R7 B7 R7",
        problems.COLOUR_TWICE,
        "K7 R7 B7 R7: a group holds each colour once, not R7 twice (N-10)",
    ),
    no_set(
        "K7 J K7",
        problems.COLOUR_TWICE,
        "K7 J K7: a group holds each colour once, not K7 twice (N-10)",
    ),
    no_set(
        "K7 R7 B7 O7 J",
        problems.GROUP_TOO_LARGE,
        "K7 R7 B7 O7 J: a group has at most 4 tiles (N-10)",
    ),
    no_set(
        "K7 R7 B7 O7 D",
        problems.GROUP_TOO_LARGE,
        "K7 R7 B7 O7 D: a group has at most 4 tiles (N-10)",
    ),
    no_set(
        "K7 R7 J J J", problems.GROUP_TOO_LARGE, "K7 R7 J J J: a group has at most 4 tiles (N-10)"
    ),
    no_set(
        "K7 R7 B7 D",
        problems.DOUBLE_GROUP_TOO_LARGE,
        "K7 R7 B7 D: with its double jokers the group has over 4 colours (T-11)",
    ),
    no_set(
        "K7 R7 D J",
        problems.DOUBLE_GROUP_TOO_LARGE,
        "K7 R7 D J: with its double jokers the group has over 4 colours (T-11)",
    ),
    no_set(
        "K7 R7 C",
        problems.CHANGE_IN_GROUP,
        "K7 R7 C: a colour-change joker stands only in runs (T-20)",
    ),
    no_set(
        "K7 C K7",
        problems.CHANGE_IN_GROUP,
        "K7 C K7: a colour-change joker stands only in runs (T-20)",
    ),
    # --- runs ---------------------------------------------------------------------------------
    no_set(
        "K3 R5 B9",
        problems.NEITHER,
        "K3 R5 B9 is neither one number in several colours nor a run (N-11)",
    ),
    no_set(
        "K7 R7 B8",
        problems.NEITHER,
        "K7 R7 B8 is neither one number in several colours nor a run (N-11)",
    ),
    no_set(
        "B3 B4 R5",
        problems.RUN_COLOURS,
        "B3 B4 R5: a run is of one colour, R5 is of another (N-11)",
    ),
    no_set(
        "O7 J K5",
        problems.RUN_COLOURS,
        "O7 J K5: a run is of one colour, K5 is of another (N-11)",
    ),
    no_set("B3 B4 B6", problems.RUN_GAP, "B3 B4 B6: B6 does not fit after B4 in a run (N-11)"),
    no_set("B9 B7 B6", problems.RUN_GAP, "B9 B7 B6: B7 does not fit after B9 in a run (N-11)"),
    no_set("B3 B3 B4", problems.RUN_GAP, "B3 B3 B4: B3 does not fit after B3 in a run (N-11)"),
    no_set("B1 B2 B13", problems.RUN_GAP, "B1 B2 B13: B13 does not fit after B2 in a run (N-11)"),
    no_set("B2 J B13", problems.RUN_GAP, "B2 J B13: B13 does not fit after B2 in a run (N-11)"),
    no_set("B1 J B12", problems.RUN_GAP, "B1 J B12: B12 does not fit after B1 in a run (N-11)"),
    no_set("R6 C B9", problems.RUN_GAP, "R6 C B9: B9 does not fit after R6 in a run (N-11)"),
    no_set(
        "B3 B5 B4",
        problems.RUN_ORDER,
        "B3 B5 B4 is not in order; as B3 B4 B5 it is a run (N-11)",
    ),
    no_set(
        "B3 B4 J B5",
        problems.RUN_ORDER,
        "B3 B4 J B5 is not in order; as B3 B4 B5 J it is a run (N-11)",
    ),
    no_set(
        "B5 B3 J",
        problems.RUN_ORDER,
        "B5 B3 J is not in order; as B3 J B5 it is a run (N-11)",
    ),
    no_set(
        "K12 K13 K1",
        problems.RUN_WRAP,
        "K12 K13 K1: 1 is the lowest number and never follows 13 (N-11)",
    ),
    no_set(
        "K13 K1 K2",
        problems.RUN_WRAP,
        "K13 K1 K2: 1 is the lowest number and never follows 13 (N-11)",
    ),
    no_set(
        "K2 K1 K13",
        problems.RUN_WRAP,
        "K2 K1 K13: 1 is the lowest number and never follows 13 (N-11)",
    ),
    no_set(
        "J B1 B2",
        problems.RUN_ORDER,
        "J B1 B2 is not in order; as B1 B2 J it is a run (N-11)",
    ),
    no_set(
        "B12 B13 J",
        problems.RUN_ORDER,
        "B12 B13 J is not in order; as J B12 B13 it is a run (N-11)",
    ),
    no_set("K1 J K13", problems.RUN_GAP, "K1 J K13: K13 does not fit after K1 in a run (N-11)"),
    no_set("C R1 R2", problems.RUN_RANGE, "C R1 R2: the run would go beyond 1 to 13 (N-11)"),
    no_set("J J K1 C", problems.RUN_RANGE, "J J K1 C: the run would go beyond 1 to 13 (N-11)"),
    no_set("J B1 D B4", problems.RUN_RANGE, "J B1 D B4: the run would go beyond 1 to 13 (N-11)"),
    no_set(
        "D B2 B3",
        problems.DOUBLE_RANGE,
        "D B2 B3: a double joker stands for two numbers from 1 to 13 (T-12)",
    ),
    no_set(
        "B11 B12 D",
        problems.DOUBLE_RANGE,
        "B11 B12 D: a double joker stands for two numbers from 1 to 13 (T-12)",
    ),
    no_set(
        "B3 D B5",
        problems.DOUBLE_AS_ORDINARY,
        "B3 D B5: a double joker stands for two tiles, never for one (T-1)",
    ),
    no_set(
        "B3 B4 D B6",
        problems.DOUBLE_AS_ORDINARY,
        "B3 B4 D B6: a double joker stands for two tiles, never for one (T-1)",
    ),
    # --- colour-change jokers -----------------------------------------------------------------
    no_set(
        "R6 K7 C B9",
        problems.SECTION_COLOURS,
        "R6 K7 C B9: up to a colour-change joker all tiles are of one colour (T-21)",
    ),
    no_set(
        "R6 C B8 K9",
        problems.SECTION_COLOURS,
        "R6 C B8 K9: up to a colour-change joker all tiles are of one colour (T-21)",
    ),
    no_set(
        "R6 C R8",
        problems.SAME_COLOUR_AFTER_CHANGE,
        "R6 C R8: the colour must change at a colour-change joker (T-21)",
    ),
    no_set(
        "O6 C R8 C R10",
        problems.SAME_COLOUR_AFTER_CHANGE,
        "O6 C R8 C R10: the colour must change at a colour-change joker (T-21)",
    ),
    # --- mirror jokers ------------------------------------------------------------------------
    no_set(
        "R4 M M R4", problems.MIRROR_TWICE, "R4 M M R4: a set has at most one mirror joker (T-35)"
    ),
    no_set("M R4 M", problems.MIRROR_TWICE, "M R4 M: a set has at most one mirror joker (T-35)"),
    *(
        no_set(
            text,
            problems.MIRROR_MIDDLE,
            f"{text}: both sides of the mirror joker"
            " must be equally long, at least 1 tile each (T-30)",
        )
        for text in ("M R4 R4", "R4 R4 M", "R3 R4 M R4", "D M R4", "K7 R7 M R7", "M J J")
    ),
    *(
        no_set(
            text,
            problems.MIRROR_FACING,
            f"{text}: tiles that face each other across the mirror joker must be the same (T-34)",
        )
        for text in (
            "K7 R7 M K7 R7",
            "R4 M B4",
            "R3 M R4",
            "R3 R4 M R4 R5",
            "R3 J M B4 J",
            "K7 J M R7 B7",
            "K7 R7 M B7 J",
            "C R8 M R8 J",
            "J R8 M R8 C",
            "B6 C R8 M R8 C O6",
            "K7 D M R7 K7 B7",
        )
    ),
    *(
        no_set(
            text,
            problems.MIRROR_STEPS,
            f"{text}: towards the mirror joker the numbers go in steps of one (T-31)",
        )
        for text in ("R3 R5 M R5 R3", "R3 J M R5 R3", "R7 R5 M J J", "K7 J M K7 J", "R3 D M R4 J J")
    ),
    *(
        no_set(
            text,
            problems.MIRROR_RANGE,
            f"{text}: the mirror joker and all others must be from 1 to 13 (T-31)",
        )
        for text in (
            "R12 R13 M R13 R12",
            "R2 R1 M R1 R2",
            "J R1 R2 M R2 R1 J",
            "C R13 R12 M R12 R13 C",
        )
    ),
    *(
        no_set(
            text,
            problems.MIRROR_GROUP,
            f"{text}: each side of a mirrored group has 1 to 3 different colours (T-32)",
        )
        for text in (
            "K7 K7 M K7 K7",
            "K7 R7 B7 O7 M O7 B7 R7 K7",
            "K7 R7 D M D R7 K7",
            "K7 J M K7 K7",
            "K7 K7 M J J",
        )
    ),
    no_set(
        "K7 R7 C M C R7 K7",
        problems.CHANGE_IN_GROUP,
        "K7 R7 C M C R7 K7: a colour-change joker stands only in runs (T-20)",
    ),
    no_set(
        "K7 R8 M R8 K7",
        problems.RUN_COLOURS,
        "K7 R8 M R8 K7: a run is of one colour, R8 is of another (N-11)",
    ),
    no_set(
        "J J M R8 K7",
        problems.RUN_COLOURS,
        "J J M R8 K7: a run is of one colour, R8 is of another (N-11)",
    ),
    no_set(
        "K7 R9 M R9 K7",
        problems.NEITHER,
        "K7 R9 M R9 K7 is neither one number in several colours nor a run (N-11)",
    ),
    no_set(
        "K7 R8 M J J",
        problems.RUN_COLOURS,
        "K7 R8 M J J: a run is of one colour, R8 is of another (N-11)",
    ),
    no_set(
        "K7 R7 J M K8 J J",
        problems.NEITHER,
        "K7 R7 J M K8 J J is neither one number in several colours nor a run (N-11)",
    ),
    no_set(
        "R6 C R8 M R8 C R6",
        problems.SAME_COLOUR_AFTER_CHANGE,
        "R6 C R8 M R8 C R6: the colour must change at a colour-change joker (T-21)",
    ),
    no_set(
        "R6 K7 C M C K7 R6",
        problems.SECTION_COLOURS,
        "R6 K7 C M C K7 R6: up to a colour-change joker all tiles are of one colour (T-21)",
    ),
]


@pytest.mark.clause("N-10", "N-11", "T-1", "T-2", "T-11", "T-12", "T-20", "T-21")
@pytest.mark.clause("T-30", "T-31", "T-32", "T-34", "T-35")
@pytest.mark.parametrize(("text", "problem", "message"), INVALID)
def test_the_reason_is_the_one_a_person_would_give(
    text: str, problem: Problem, message: str
) -> None:
    answer = judge_meld(parse_set(text))
    assert isinstance(answer, Violation)
    assert (answer.code, answer.clause) == (problem.code, problem.clause)
    assert str(answer) == message


def test_every_problem_of_a_set_is_met_above() -> None:
    met = {case.values[1] for case in INVALID}
    others = OF_TURNS | OF_HOUSE_RULES
    assert {problem.code for problem in ALL_PROBLEMS - others - met} == set()
    assert met.isdisjoint(OF_TURNS)


def test_codes_are_distinct_and_clauses_known() -> None:
    assert len({problem.code for problem in ALL_PROBLEMS}) == len(ALL_PROBLEMS) == 37
    assert {problem.clause for problem in ALL_PROBLEMS} <= load_clauses().keys()


@pytest.mark.clause("N-10", "N-11")
@pytest.mark.parametrize("face", FACES, ids=str)
def test_a_single_tile_is_no_set(face: Face) -> None:
    wanted = problems.SHORT_GROUP if face.number else problems.SHORT_RUN
    if face.kind is Kind.DOUBLE:
        wanted = problems.SHORT_WITH_DOUBLE
    assert judge_meld([face]) == wanted(meld=face.name, count=1)


@pytest.mark.clause("N-11")
def test_the_run_is_only_too_long_if_every_number_is_passed() -> None:
    jokers = [make_joker(Kind.ORDINARY)] * 14
    for faces in (jokers, [make_number_tile(Colour.BLACK, 1), *jokers[1:]]):
        assert explain_invalid_set(faces) == problems.RUN_RANGE(meld=format_set(faces))
    assert interpret_set(jokers[1:]) is not None


# --- tiles in the wrong order -----------------------------------------------------------------


@pytest.mark.clause("N-11", "N-12")
@pytest.mark.parametrize(
    ("text", "ordered"),
    [
        ("B5 B4 B3", "B3 B4 B5"),
        ("B4 B3 B5", "B3 B4 B5"),
        ("J B3 B5", "B3 J B5"),
        ("J J B3 B6", "B3 J J B6"),
        ("J J B3 B5", "B3 J B5 J"),
        ("J J B13 B11", "J B11 J B13"),
        ("J J J B12 B10", "J B10 J B12 J"),
        ("J J J J B13 B11", "J J J B11 J B13"),
        ("J J B3", "B3 J J"),
        ("B12 J J", "J B12 J"),
        ("J J J B9", "B9 J J J"),
    ],
)
def test_tiles_of_a_run_are_put_in_order(text: str, ordered: str) -> None:
    found = arrange_run(parse_set(text))
    assert found is not None
    assert format_set(found) == ordered


@pytest.mark.parametrize(
    "text",
    [
        "B3 B4",
        "B3 B4 B6",
        "B3 B3 B4",
        "B3 R4 B5",
        "J J J",
        "K7 R7 B7",
        "B3 D B6",
        "R6 C B8",
        "B13 J J",
    ],
)
def test_other_tiles_are_not_put_in_order(text: str) -> None:
    assert arrange_run(parse_set(text)) is None


@pytest.mark.clause("N-11", "N-12", "N-13")
@given(
    first=st.integers(1, 11), length=st.integers(3, 5), holes=st.sets(st.integers(1, 3), max_size=2)
)
@settings(deadline=None)
def test_every_mixed_run_is_either_a_set_or_put_in_order(
    first: int, length: int, holes: set[int]
) -> None:
    last = min(first + length - 1, max(NUMBERS))
    run = [
        make_joker(Kind.ORDINARY) if at in holes else make_number_tile(Colour.BLUE, number)
        for at, number in enumerate(range(first, last + 1))
    ]
    for mixed in permutations(run):
        answer = judge_meld(mixed)
        if not isinstance(answer, Violation):
            continue
        assert answer.code == problems.RUN_ORDER.code
        ordered = interpret_set(parse_set(str(answer.values["ordered"])))
        assert ordered is not None
        assert ordered.kind is MeldKind.RUN


@given(st.lists(st.sampled_from(FACES), max_size=20))
@settings(deadline=None)
def test_any_tiles_that_are_no_set_have_a_reason(faces: list[Face]) -> None:
    answer = judge_meld(faces)
    if isinstance(answer, Violation):
        assert answer.code in {problem.code for problem in ALL_PROBLEMS - OF_TURNS}
        assert not faces or str(answer).startswith(format_set(faces))
    else:
        assert interpret_set(faces) is not None
