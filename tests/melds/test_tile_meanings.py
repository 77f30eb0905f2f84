"""What every tile of a set stands for, in words of the notation."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings

from kostka.melds import Meld, MeldKind, Reading, interpret_set, judge_meld
from kostka.melds.tile_meanings import describe_tile_meanings
from kostka.tiles import Colour, Face, Kind, parse_set
from tests.melds import draw_written_set

EACH = "K5/R5/B5/O5"


def reads(text: str) -> str:
    faces = parse_set(text)
    reading = interpret_set(faces)
    assert reading is not None
    return ", ".join(describe_tile_meanings(faces, reading))


def reading(text: str, wanted: str, *clauses: str) -> Any:
    return pytest.param(text, wanted, marks=pytest.mark.clause(*clauses), id=text)


@pytest.mark.clause("N-12", "N-13", "T-4", "T-10", "T-11", "T-23", "T-24", "T-32", "T-34")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # A joker in a group may be any colour that is missing.
        reading("K5 R5 J", "K5, R5, B5/O5", "N-13"),
        reading("J B5 O5", "K5/R5, B5, O5", "N-13"),
        reading("R5 J O5", "R5, K5/B5, O5", "N-13"),
        reading("K5 J B5 O5", "K5, R5, B5, O5", "N-12"),
        reading("K5 J R5 J", "K5, B5/O5, R5, B5/O5", "N-13"),
        reading("J K13 J J", "R13/B13/O13, K13, R13/B13/O13, R13/B13/O13", "N-13"),
        reading("K5 D B5", "K5, R5 O5, B5", "T-11"),
        reading("D R5 O5", "K5 B5, R5, O5", "T-11"),
        reading("K13 D J", "K13, R13/B13/O13 R13/B13/O13, R13/B13/O13", "T-11"),
        # In a run the place decides, the colour is that of the section.
        reading("J J R5", "R7, R6, R5", "N-13"),
        reading("J R5 D", "R4, R5, R6 R7", "T-10", "N-13"),
        reading("D R5 J", "R7 R6, R5, R4", "T-10", "N-13"),
        reading("D D J J", "8 9, 10 11, 12, 13", "T-4"),
        reading("J C R5 C J", "3, 4, R5, 6, 7", "T-24"),
        reading("J C R5 J C B8 D", "3, 4, R5, R6, 7, B8, B9 B10", "T-24"),
        reading("D B8 C J R5 C J", "B10 B9, B8, 7, R6, R5, 4, 3", "T-24"),
        reading("J K5 C C D K10", "K4, K5, 6, 7, K8 K9, K10", "T-23", "T-24"),
        # A mirror joker is a number without colour; what faces each other is the same.
        reading("J R5 M J J", "R6, R5, 4, R5, R6", "T-34"),
        reading("J J M R5 J", "R6, R5, 4, R5, R6", "T-34"),
        reading("D M R5 R6", "R6 R5, 4, R5, R6", "T-34"),
        reading("R6 R5 M D", "R6, R5, 4, R5 R6", "T-34"),
        reading("D R5 M J D", "R7 R6, R5, 4, R5, R6 R7", "T-34"),
        reading("J D M R5 J J", "R7, R6 R5, 4, R5, R6, R7", "T-34"),
        reading("J C B7 M J C R5", "R5, 6, B7, 8, B7, 6, R5", "T-34", "T-24"),
        reading("D C J M B8 C J R5", "R5 R6, 7, B8, 9, B8, 7, R6, R5", "T-34", "T-24"),
        reading("C J M J C", "13, 12, 11, 12, 13", "T-34"),
        reading("K5 R5 M J K5", "K5, R5, 5, R5, K5", "T-34", "T-32"),
        reading("K5 R5 B5 M B5 D", "K5, R5, B5, 5, B5, R5 K5", "T-34", "T-32"),
        reading("D B5 M B5 R5 K5", "K5 R5, B5, 5, B5, R5, K5", "T-34", "T-32"),
        reading("K5 J J M D K5", "K5, K6, K7, 8, K7 K6, K5", "T-34"),
        reading("J R5 K5 M D J", "B5/O5, R5, K5, 5, K5 R5, B5/O5", "T-34", "T-32"),
        reading("D K5 M K5 R5 J", "B5/O5 R5, K5, 5, K5, R5, B5/O5", "T-34", "T-32"),
        reading("K5 R5 J M D K5", "K5, R5, B5/O5, 5, B5/O5 R5, K5", "T-34", "T-32"),
    ],
)
def test_what_the_tiles_of_a_set_stand_for(text: str, wanted: str) -> None:
    assert reads(text) == wanted


@pytest.mark.clause("T-32", "T-34")
@pytest.mark.parametrize("number", [1, 5, 13])
def test_two_jokers_that_face_each_other_in_a_group_may_be_any_colour(number: int) -> None:
    """Here the group is not the dearest reading, so it is asked for."""
    asked = Reading(MeldKind.GROUP, 3 * number, number, 0)
    colours = "/".join(f"{colour}{number}" for colour in "KRBO")
    assert describe_tile_meanings(parse_set("J M J"), asked) == [colours, str(number), colours]


@pytest.mark.clause("N-13")
def test_jokers_alone_may_be_a_group_of_any_number() -> None:
    asked = Reading(MeldKind.GROUP, 20, 5, 0)
    assert describe_tile_meanings(parse_set("J J D"), asked) == [EACH, EACH, f"{EACH} {EACH}"]


# --- properties -------------------------------------------------------------------------------


def tiles_meant(word: str, face: Face) -> list[list[str]]:
    """Return the number tiles that a word may mean, one list for each way."""
    if face.kind in {Kind.COLOUR_CHANGE, Kind.MIRROR}:
        return [[face.name]]
    choices = [
        [f"{colour}{cell}" for colour in Colour] if cell.isdigit() else cell.split("/")
        for cell in word.split()
    ]
    return [list(choice) for choice in product(*choices)]


@given(draw_written_set())
@settings(deadline=None)
@pytest.mark.clause("N-12", "N-13", "T-10", "T-11", "T-24", "T-34")
def test_with_some_choice_of_what_they_stand_for_the_tiles_are_the_same_set(
    faces: list[Face],
) -> None:
    """Every joker but C and M put down as what it stands for, the set is as dear as before."""
    meld = judge_meld(faces)
    assert isinstance(meld, Meld)
    ways = [tiles_meant(word, face) for word, face in zip(meld.reads, faces, strict=True)]
    spelled = (
        judge_meld(parse_set(" ".join(name for names in way for name in names)))
        for way in product(*ways)
    )
    assert any(
        isinstance(other, Meld) and (other.kind, other.value) == (meld.kind, meld.value)
        for other in spelled
    )


@given(draw_written_set())
@settings(deadline=None)
def test_a_number_tile_stands_for_itself_and_a_special_joker_for_a_number(
    faces: list[Face],
) -> None:
    meld = judge_meld(faces)
    assert isinstance(meld, Meld)
    for face, word in zip(faces, meld.reads, strict=True):
        if face.number:
            assert word == face.name
        elif face.kind in {Kind.COLOUR_CHANGE, Kind.MIRROR}:
            assert word.isdecimal()
        else:
            assert len(word.split()) == face.width
            assert re.fullmatch(r"[KRBO]?\d+(/[KRBO]\d+)*( [KRBO]?\d+(/[KRBO]\d+)*)?", word)
