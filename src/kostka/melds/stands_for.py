"""What every tile of a valid set stands for, in words of the notation.

A joker whose colour is open reads as its number alone (`8`, as for every colour-change and mirror
joker) or, in a group, as the colours it may be (`B3/O3`). A double joker reads as two tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kostka.melds.reading import MeldKind, Reading, facing_colours, mirror_sides, sections, width
from kostka.tiles.tile import Colour, Face, Kind


def stands_for(faces: Sequence[Face], reading: Reading) -> list[str]:
    """Say for each tile, in order, what it stands for in this reading."""
    sides = mirror_sides(faces)
    if sides is None:
        if reading.kind is MeldKind.RUN:
            return list(_run_cells(faces, reading, sections(faces) or []))
        return _group(faces, reading.first)
    left, right = sides
    middle = str(reading.first + reading.step * width(left))
    if reading.kind is MeldKind.RUN:
        colours = sections(right, sections(left)) or []
        outer = [list(_run_cells(side, reading, colours)) for side in sides]
    else:
        facing = facing_colours(left, right) or {}
        outer = [list(_facing_cells(side, reading.first, facing)) for side in sides]
    return [*outer[0], middle, *reversed([" ".join(reversed(word.split())) for word in outer[1]])]


def _run_cells(
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


def _group(faces: Sequence[Face], number: int) -> list[str]:
    held = {face.colour for face in faces}
    free = [colour for colour in Colour if colour not in held]
    jokers = [face for face in faces if not face.number]
    if len(jokers) == 1 and width(jokers) == len(free):
        open_cell = " ".join(f"{colour}{number}" for colour in free)
        return [face.name if face.number else open_cell for face in faces]
    choice = "/".join(f"{colour}{number}" for colour in free)
    return [face.name if face.number else " ".join([choice] * face.width) for face in faces]


def _facing_cells(
    faces: Sequence[Face], number: int, colours: Mapping[int, Colour]
) -> Iterator[str]:
    free = "/".join(f"{colour}{number}" for colour in Colour if colour not in colours.values())
    cell = 0
    for face in faces:
        at = range(cell, cell + face.width)
        yield " ".join(f"{colours[c]}{number}" if c in colours else free for c in at)
        cell += face.width
