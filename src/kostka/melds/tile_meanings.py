"""What every tile of a valid set stands for, in the notation.

A joker whose colour is open reads as its number alone (`8`, as for every colour-change and mirror
joker) or, in a group, as the colours it may be (`B3/O3`). A double joker reads as two tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kostka.melds.reading import (
    MeldKind,
    Reading,
    count_cells,
    find_section_colours,
    merge_facing_colours,
    split_at_mirror,
)
from kostka.tiles.tile import Colour, Face, Kind


def describe_tile_meanings(faces: Sequence[Face], reading: Reading) -> list[str]:
    """Return what each tile, in order, stands for in this reading."""
    sides = split_at_mirror(faces)
    if sides is None:
        if reading.kind is MeldKind.RUN:
            return list(_describe_run_tiles(faces, reading, find_section_colours(faces) or []))
        return _describe_group_tiles(faces, reading.first)
    left, right = sides
    middle = str(reading.first + reading.step * count_cells(left))
    if reading.kind is MeldKind.RUN:
        colours = find_section_colours(right, find_section_colours(left)) or []
        outer = [list(_describe_run_tiles(side, reading, colours)) for side in sides]
    else:
        facing = merge_facing_colours(left, right) or {}
        outer = [list(_describe_group_side_tiles(side, reading.first, facing)) for side in sides]
    return [*outer[0], middle, *reversed([" ".join(reversed(word.split())) for word in outer[1]])]


def _describe_run_tiles(
    faces: Sequence[Face], reading: Reading, colours: Sequence[Colour | None]
) -> Iterator[str]:
    number, section = reading.first, 0
    for face in faces:
        if face.kind is Kind.COLOUR_CHANGE:
            section += 1
            yield str(number)
        else:
            colour = colours[section] or ""
            yield " ".join(f"{colour}{number + reading.step * cell}" for cell in range(face.width))
        number += reading.step * face.width


def _describe_group_tiles(faces: Sequence[Face], number: int) -> list[str]:
    held = {face.colour for face in faces}
    free = [colour for colour in Colour if colour not in held]
    jokers = [face for face in faces if not face.number]
    if len(jokers) == 1 and count_cells(jokers) == len(free):
        open_cell = " ".join(f"{colour}{number}" for colour in free)
        return [face.name if face.number else open_cell for face in faces]
    choice = "/".join(f"{colour}{number}" for colour in free)
    return [face.name if face.number else " ".join([choice] * face.width) for face in faces]


def _describe_group_side_tiles(
    faces: Sequence[Face], number: int, colours: Mapping[int, Colour]
) -> Iterator[str]:
    free = "/".join(f"{colour}{number}" for colour in Colour if colour not in colours.values())
    cell = 0
    for face in faces:
        at = range(cell, cell + face.width)
        yield " ".join(f"{colours[c]}{number}" if c in colours else free for c in at)
        cell += face.width
