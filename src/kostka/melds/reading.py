"""What a set of tiles can be read as: a run or a group, mirrored or not, and its best value.

Tiles are thought of as cells: a number tile or joker fills one cell, a double joker two. In a run
every cell is one number further than the one before; in a group every cell is another colour of
one number. A mirror joker stands between two sides, both read from the outside towards it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import pairwise

import msgspec

from kostka.editions.set_rules import ALL_SETS, SetRules
from kostka.tiles.tile import HIGHEST, LOWEST, Colour, Face, Kind

MIN_SET_SIZE = 3
GROUP_CELLS = len(Colour)
MIRRORED_GROUP_CELLS = 3
"""Colours on each side of a mirrored group (T-32)."""

_SPECIAL = (Kind.DOUBLE, Kind.COLOUR_CHANGE, Kind.MIRROR)


class MeldKind(StrEnum):
    """The two kinds of set."""

    RUN = "run"
    GROUP = "group"


class Reading(msgspec.Struct, frozen=True, gc=False):
    """One allowed reading of a set."""

    kind: MeldKind
    value: int
    """What it counts in an opening."""
    first: int
    """The number of the first cell; in a group the number of all."""
    step: int
    """From one cell to the next: 1 or -1 in a run, 0 in a group."""


def interpret_set(faces: Sequence[Face], rules: SetRules = ALL_SETS) -> Reading | None:
    """Interpret a set as written; where the rules leave a choice, take the highest value (N-13).

    `rules` are house rules that forbid some sets, whatever they could be read as.
    """
    if len(faces) < MIN_SET_SIZE:
        return None
    if rules is not ALL_SETS and (
        (not rules.joker_only_sets and has_jokers_only(faces))
        or (not rules.single_tile_mirrors and is_single_tile_mirror(faces))
        or (not rules.adjacent_colour_changes and has_adjacent_changes(faces))
    ):
        return None
    for face in faces:
        if face.kind in _SPECIAL:
            return _interpret_set_with_special_jokers(faces)
    group, run = _interpret_group(faces), _interpret_run(faces)
    if group is None or (run is not None and run.value >= group.value):
        return run
    return group


def _interpret_set_with_special_jokers(faces: Sequence[Face]) -> Reading | None:
    if sum(face.kind is Kind.MIRROR for face in faces) > 1:  # T-35
        return None
    readings = (
        [_interpret_run(faces), _interpret_group(faces)]
        if (sides := split_at_mirror(faces)) is None
        else [_interpret_mirrored_run(*sides), _interpret_mirrored_group(*sides)]
    )
    return max(filter(None, readings), key=lambda reading: reading.value, default=None)


def split_at_mirror(faces: Sequence[Face]) -> tuple[Sequence[Face], Sequence[Face]] | None:
    """Split a set at its mirror joker: both sides as read from the outside, None without one."""
    for at, face in enumerate(faces):
        if face.kind is Kind.MIRROR:
            return faces[:at], faces[:at:-1]
    return None


# --- what house rules may forbid ----------------------------------------------------------------


def has_jokers_only(faces: Iterable[Face]) -> bool:
    """Return whether there is no number tile (N-12, T-4)."""
    return not any(face.number for face in faces)


def is_single_tile_mirror(faces: Sequence[Face]) -> bool:
    """Return whether a mirror joker has the worth of one tile on each side (T-31)."""
    sides = split_at_mirror(faces)
    return sides is not None and all(count_cells(side) == 1 for side in sides)


def has_adjacent_changes(faces: Sequence[Face]) -> bool:
    """Return whether two colour-change jokers lie side by side (T-23)."""
    return any(
        one.kind is Kind.COLOUR_CHANGE and other.kind is Kind.COLOUR_CHANGE
        for one, other in pairwise(faces)
    )


# --- runs -------------------------------------------------------------------------------------


def _interpret_run(faces: Sequence[Face]) -> Reading | None:  # noqa: C901  (one pass, for speed)
    """Read a run without a mirror, in either direction (N-11, N-13, T-10, T-12, T-20)."""
    cells = 0
    colour = None
    rising = falling = None
    fits_rising = fits_falling = True
    changes = False
    for face in faces:
        number = face.number
        if number:
            if colour is None:
                colour = face.colour
            elif colour is not face.colour and not changes:
                return None
            if rising is None:
                rising, falling = number - cells, number + cells
            else:
                fits_rising = fits_rising and number - cells == rising
                fits_falling = fits_falling and number + cells == falling
        elif face.kind is Kind.COLOUR_CHANGE:
            changes = True
        cells += face.width
    if changes and find_section_colours(faces) is None:
        return None
    if rising is None or falling is None:  # jokers only: the highest numbers count most
        rising, falling = HIGHEST - cells + 1, HIGHEST
    falls = fits_falling and falling <= HIGHEST and falling - cells >= LOWEST - 1
    rises = fits_rising and rising >= LOWEST and rising + cells - 1 <= HIGHEST
    steps = cells * (cells - 1) // 2
    upwards, downwards = cells * rising + steps, cells * falling - steps
    if rises and not (falls and downwards > upwards):
        return Reading(MeldKind.RUN, upwards, rising, 1)
    if falls:
        return Reading(MeldKind.RUN, downwards, falling, -1)
    return None


def find_section_colours(
    faces: Iterable[Face], colours: list[Colour | None] | None = None
) -> list[Colour | None] | None:
    """Return the colour of each section between colour-change jokers (T-21 to T-24).

    None stands for a section whose colour is open. With `colours`, the sections of the other side
    of a mirror, the tiles must fit those too. Returns None if the colours are not allowed.
    """
    found: list[Colour | None] = list(colours or [None])
    at = 0
    for face in faces:
        if face.kind is Kind.COLOUR_CHANGE:
            at += 1
            if at == len(found):
                found.append(None)
        elif face.colour is not None:
            if found[at] is None:
                found[at] = face.colour
            elif found[at] is not face.colour:
                return None
    for one, other in pairwise(found):
        if one is not None and one is other:
            return None
    return found


def _interpret_mirrored_run(left: Sequence[Face], right: Sequence[Face]) -> Reading | None:
    """Read two sides that step towards the mirror joker between them (T-30, T-31, T-34)."""
    cells = count_cells(left)
    if (
        not cells
        or cells != count_cells(right)
        or list_colour_change_cells(left) != list_colour_change_cells(right)
    ):
        return None
    colours = find_section_colours(left)
    if colours is None or find_section_colours(right, colours) is None:
        return None
    numbers = [*list_number_cells(left), *list_number_cells(right)]
    best = None
    for step in (1, -1):
        firsts = {number - step * cell for cell, number in numbers} or set(
            range(LOWEST, HIGHEST + 1)
        )
        if numbers and len(firsts) > 1:
            continue
        for first in firsts:
            middle = first + step * cells
            if LOWEST <= first <= HIGHEST and LOWEST <= middle <= HIGHEST:
                value = 2 * cells * first + step * cells * (cells - 1) + middle
                if best is None or value > best.value:
                    best = Reading(MeldKind.RUN, value, first, step)
    return best


def count_cells(faces: Iterable[Face]) -> int:
    """Count the cells that tiles fill."""
    return sum(face.width for face in faces)


def list_number_cells(faces: Iterable[Face]) -> list[tuple[int, int]]:
    """List cell and number of each number tile."""
    return [(cell, face.number) for cell, face in _iterate_cells(faces) if face.number]


def list_colour_change_cells(faces: Iterable[Face]) -> list[int]:
    """List the cells of the colour-change jokers."""
    return [cell for cell, face in _iterate_cells(faces) if face.kind is Kind.COLOUR_CHANGE]


def map_cells_to_colours(faces: Iterable[Face]) -> dict[int, Colour]:
    """Return the colour at each cell that a number tile fills."""
    return {cell: face.colour for cell, face in _iterate_cells(faces) if face.colour is not None}


def _iterate_cells(faces: Iterable[Face]) -> Iterable[tuple[int, Face]]:
    cell = 0
    for face in faces:
        yield cell, face
        cell += face.width


# --- groups -----------------------------------------------------------------------------------


def _interpret_group(faces: Sequence[Face]) -> Reading | None:
    """Read one number in different colours, in any order (N-10, T-11)."""
    number = cells = 0
    colours = []
    for face in faces:
        if face.number:
            if number and face.number != number:
                return None
            if face.colour in colours:
                return None
            number = face.number
            colours.append(face.colour)
        elif face.kind is Kind.COLOUR_CHANGE:
            return None
        cells += face.width
    if cells > GROUP_CELLS:
        return None
    number = number or HIGHEST
    return Reading(MeldKind.GROUP, cells * number, number, 0)


def _interpret_mirrored_group(left: Sequence[Face], right: Sequence[Face]) -> Reading | None:
    """Read two sides with the same colours in the same order (T-30, T-32, T-34)."""
    cells = count_cells(left)
    if not 1 <= cells <= MIRRORED_GROUP_CELLS or cells != count_cells(right):
        return None
    if list_colour_change_cells(left) or list_colour_change_cells(right):
        return None
    numbers = {number for _, number in list_number_cells(left) + list_number_cells(right)} or {
        HIGHEST
    }
    if len(numbers) > 1 or merge_facing_colours(left, right) is None:
        return None
    (number,) = numbers
    return Reading(MeldKind.GROUP, (2 * cells + 1) * number, number, 0)


def merge_facing_colours(left: Sequence[Face], right: Sequence[Face]) -> dict[int, Colour] | None:
    """Return the colours by cell if the sides of a mirrored group agree, else None."""
    colours, others = map_cells_to_colours(left), map_cells_to_colours(right)
    if any(colours.get(cell, colour) is not colour for cell, colour in others.items()):
        return None
    colours |= others
    return colours if len(set(colours.values())) == len(colours) else None
