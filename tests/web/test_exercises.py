"""The exercises of the learn page: every one is a legal table, and what it asks for can be done."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain

import msgspec
import pytest

from kostka.editions import get_clause, get_edition
from kostka.languages import LANGUAGES
from kostka.server.static import WEB
from kostka.server.workers.tasks.turn_verdicts import TurnToCheck, TurnVerdict, judge_turn
from kostka.tiles import Face, Kind, parse_set, parse_table

LEARN = WEB / "learn"
TEXTS = ("title", "intro", "hint", "done")
RULE_PAGE = {
    "E-1": ("B4 B5 B6 | K8 R8 O8", "B3 B8", "B3 B4 B5 B6 | K8 R8 B8 O8"),
    "E-2": ("K4 R4 B4 O4", "B3 B5 B6", "B3 B4 B5 B6 | K4 R4 O4"),
    "E-3": ("B8 B9 B10", "B11 R8 O8", "B9 B10 B11 | R8 B8 O8"),
    "E-4": ("R4 R5 R6 R7 R8", "R6", "R4 R5 R6 | R6 R7 R8"),
    "E-5": ("O1 O2 O3 O4 | K1 R1 B1 O1", "B1", "O2 O3 O4 | K1 B1 O1 | R1 B1 O1"),
    "E-6": (
        "R5 R6 R7 | O5 O6 O7 | K5 K6 K7 K8 K9",
        "K10 B5",
        "K5 R5 B5 O5 | K6 R6 O6 | K7 R7 O7 | K8 K9 K10",
    ),
    "E-7": ("K3 R3 J", "B3 O3", "K3 R3 B3 O3"),
    "E-8": ("K2 K3 J K5 K6", "K1 K7", "K1 K2 K3 | K5 K6 K7"),
    "E-9": ("B6 B7 J", "B5", "B5 B6 B7"),
    "E-10": ("K1 K2 J | R1 B1 O1 | R2 B2 O2", "", "K1 R1 B1 O1 | K2 R2 B2 O2"),
}
"""The worked examples as the rule pages have them: table, rack, and the sets that come of them. In
E-7 to E-10 a joker is left over, so that the exercises add where it can go."""


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exercise as the client reads it."""

    id: str
    chapter: str
    clause: str
    edition: str
    opened: bool
    table: str
    rack: str
    goal: str
    hint: str
    solution: str
    points: int | None = None
    example: str | None = None

    def turn(self, after: str) -> TurnVerdict:
        return judge_turn(TurnToCheck(self.edition, self.table, self.rack, after, self.opened))


EXERCISES = msgspec.json.decode((LEARN / "exercises.json").read_bytes(), type=list[Exercise])
each = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)


def reaches_goal(exercise: Exercise, found: TurnVerdict) -> bool:
    """Return what learn/exercise.js says of a legal turn: an opening, or a rack that is empty."""
    return exercise.goal == "open" or len(found.placed) == len(parse_set(exercise.rack))


@each
def test_the_solution_is_a_legal_turn_that_reaches_the_goal(exercise: Exercise) -> None:
    found = exercise.turn(exercise.solution)  # refuses a table that is not valid at the start
    assert found.problems == ()
    assert reaches_goal(exercise, found)


@each
def test_nothing_is_reached_at_the_start(exercise: Exercise) -> None:
    assert exercise.turn(exercise.table).problems
    assert exercise.goal in {"all", "open"}
    assert (exercise.goal == "open") is not exercise.opened
    threshold = get_edition(exercise.edition).opening_threshold
    assert exercise.points == (threshold if exercise.goal == "open" else None)


@each
def test_the_clause_is_one_of_the_edition(exercise: Exercise) -> None:
    assert exercise.edition in get_clause(exercise.clause).editions


@each
def test_a_hint_points_to_tiles_that_are_there(exercise: Exercise) -> None:
    there = faces(exercise.table) + Counter(parse_set(exercise.rack))
    assert exercise.hint
    assert Counter(parse_set(exercise.hint)) <= there


def faces(table: str) -> Counter[Face]:
    return Counter(chain.from_iterable(parse_table(table)))


def sets(table: str) -> Counter[frozenset[Face]]:
    return Counter(frozenset(meld) for meld in parse_table(table))


def test_every_worked_example_is_there_as_the_rule_pages_have_it() -> None:
    found = {exercise.example: exercise for exercise in EXERCISES if exercise.example}
    assert found.keys() == RULE_PAGE.keys()
    for name, (table, rack, after) in RULE_PAGE.items():
        exercise = found[name]
        assert sets(table) <= sets(exercise.table), name
        assert Counter(parse_set(rack)) <= Counter(parse_set(exercise.rack)), name
        assert sets(after) <= sets(exercise.solution), name


def test_a_freed_joker_has_to_be_used_elsewhere() -> None:
    for exercise in EXERCISES:
        if exercise.chapter == "jokers":
            [before] = [meld for meld in parse_table(exercise.table) if joker_in(meld)]
            [after] = [meld for meld in parse_table(exercise.solution) if joker_in(meld)]
            assert not set(before) & set(after) - {joker_in(before)}


def joker_in(meld: list[Face]) -> Face | None:
    return next((face for face in meld if not face.number), None)


def test_every_kind_of_joker_is_placed_and_every_set_rule_of_twist_is_met() -> None:
    jokers = {
        face.kind
        for exercise in EXERCISES
        for face in parse_set(exercise.rack)
        if exercise.chapter in {"basics", "twist"}
    }
    assert jokers == set(Kind)
    told = {exercise.clause for exercise in EXERCISES}
    assert told >= {"N-22", "N-23", "N-24", "T-10", "T-11", "T-20", "T-23", "T-31", "T-33"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_exercise_has_words(language: str) -> None:
    words = json.loads((LEARN / f"texts/{language}.json").read_text("utf-8"))
    names = {exercise.id for exercise in EXERCISES}
    assert len(names) == len(EXERCISES)
    wanted = {f"exercise.{name}.{text}" for name in names for text in TEXTS}
    assert {key for key in words if key.startswith("exercise.")} == wanted
    chapters = {exercise.chapter for exercise in EXERCISES}
    assert {key for key in words if key.startswith("chapter.")} == {
        f"chapter.{chapter}" for chapter in chapters
    }
