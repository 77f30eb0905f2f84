"""Tests of what a set, a table and a turn is; and valid sets made from what they can mean."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from kostka.tiles import Colour, Face, Kind, make_joker, make_number_tile
from kostka.tiles.tile import HIGHEST, NUMBERS

_J, _D, _C, _M = map(make_joker, (Kind.ORDINARY, Kind.DOUBLE, Kind.COLOUR_CHANGE, Kind.MIRROR))


@st.composite
def draw_written_set(draw: st.DrawFn) -> list[Face]:
    """Return a valid set of any kind: what it means is drawn first, then how it is written."""
    mirrored = draw(st.booleans())
    row = draw(
        _draw_group_row(mirrored=mirrored) if draw(st.booleans()) else _draw_run_row(mirrored)
    )
    if mirrored:
        return [*draw(_draw_writing(row)), _M, *reversed(draw(_draw_writing(row)))]
    faces = draw(_draw_writing(row))
    return faces if len(faces) > 2 else row  # double jokers made it too short


@st.composite
def _draw_group_row(draw: st.DrawFn, *, mirrored: bool) -> list[Face]:
    size = draw(st.integers(1, 3) if mirrored else st.integers(3, 4))
    colours = draw(st.permutations(list(Colour)))[:size]
    number = draw(st.sampled_from(NUMBERS))
    return [make_number_tile(colour, number) for colour in colours]


@st.composite
def _draw_run_row(draw: st.DrawFn, mirrored: bool) -> list[Face]:
    """Numbers that rise or fall, some of them colour-change jokers; a mirror joker follows."""
    cells = draw(st.integers(1, 6) if mirrored else st.integers(3, 9))
    first = draw(st.integers(1, HIGHEST - cells + 1 - mirrored))
    numbers = list(range(first, first + cells + mirrored))
    if draw(st.booleans()):
        numbers.reverse()
    changes = draw(st.sets(st.integers(0, cells - 1), max_size=2))
    row, colour = [], draw(st.sampled_from(Colour))
    for at, number in enumerate(numbers[:cells]):
        if at in changes:
            row.append(_C)
            colour = draw(st.sampled_from([other for other in Colour if other is not colour]))
        else:
            row.append(make_number_tile(colour, number))
    return row


@st.composite
def _draw_writing(draw: st.DrawFn, row: Sequence[Face]) -> list[Face]:
    """Write some number tiles as ordinary jokers and some pairs of them as double jokers."""
    faces: list[Face] = []
    at = 0
    while at < len(row):
        choices = [row[at]] if row[at] is _C else [row[at], row[at], _J]
        if all(face.number for face in row[at : at + 2]) and at + 1 < len(row):
            choices.append(_D)
        faces.append(draw(st.sampled_from(choices)))
        at += faces[-1].width
    return faces
