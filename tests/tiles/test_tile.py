"""What tiles show: every face once, in canonical order."""

from __future__ import annotations

import pytest

from kostka.tiles import Colour, Kind, make_joker, make_number_tile
from kostka.tiles.tile import FACES, HIGHEST, LOWEST, NUMBERS


@pytest.mark.clause("N-1")
def test_there_are_four_colours_thirteen_numbers_and_four_kinds_of_joker() -> None:
    assert [face.name for face in FACES] == [
        *(f"{colour}{number}" for colour in "KRBO" for number in range(1, 14)),
        *"JDCM",
    ]
    assert (LOWEST, HIGHEST, len(NUMBERS)) == (1, 13, 13)


def test_faces_sort_by_colour_then_number_then_jokers() -> None:
    assert [face.rank for face in FACES] == list(range(1, 57))
    assert sorted(set(FACES)) == list(FACES)


def test_a_face_says_what_it_shows() -> None:
    tile = make_number_tile(Colour.BLUE, 3)
    assert (str(tile), tile.kind, tile.number, tile.colour) == ("B3", Kind.NUMBER, 3, Colour.BLUE)
    for kind in (Kind.ORDINARY, Kind.DOUBLE, Kind.COLOUR_CHANGE, Kind.MIRROR):
        face = make_joker(kind)
        assert (str(face), face.kind, face.number, face.colour) == (kind.value, kind, 0, None)


@pytest.mark.clause("T-2")
def test_only_the_double_joker_stands_for_two() -> None:
    assert {face.name for face in FACES if face.width == 2} == {"D"}
    assert {face.width for face in FACES if face.name != "D"} == {1}


def test_there_is_one_object_for_each_face() -> None:
    assert make_number_tile(Colour.BLUE, 3) is FACES[2 * 13 + 2]
    assert make_joker(Kind.MIRROR) is FACES[-1]


@pytest.mark.parametrize("field", ["number", "name", "kind"])
def test_a_face_cannot_be_changed(field: str) -> None:
    with pytest.raises(AttributeError):
        setattr(FACES[0], field, 1)
