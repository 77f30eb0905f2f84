"""Why tiles are not a set, with the clause: the first reason that a person would give."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kostka.editions.set_rules import ALL_SETS, SetRules
from kostka.events.errors import Violation
from kostka.melds import problems
from kostka.melds.reading import (
    GROUP_CELLS,
    MIN_SET_SIZE,
    MIRRORED_GROUP_CELLS,
    MeldKind,
    count_cells,
    find_section_colours,
    has_adjacent_changes,
    has_jokers_only,
    interpret_set,
    list_colour_change_cells,
    list_number_cells,
    split_at_mirror,
)
from kostka.tiles.notation import format_set
from kostka.tiles.tile import HIGHEST, LOWEST, Face, Kind, make_joker


def explain_invalid_set(faces: Sequence[Face], rules: SetRules = ALL_SETS) -> Violation:
    """Explain why a set that cannot be read, or that house rules forbid, is not valid."""
    if rules is not ALL_SETS and interpret_set(faces) is not None:
        return _explain_forbidden_set(faces, rules)
    meld = format_set(faces)
    numbers = {face.number for face in faces if face.number}
    if not faces:
        return problems.EMPTY()
    if len(faces) < MIN_SET_SIZE:
        if any(face.kind is Kind.DOUBLE for face in faces):
            return problems.SHORT_WITH_DOUBLE(meld=meld, count=len(faces))
        is_group = len(numbers) == 1 and not list_colour_change_cells(faces)  # T-20
        short = problems.SHORT_GROUP if is_group else problems.SHORT_RUN
        return short(meld=meld, count=len(faces))
    if sum(face.kind is Kind.MIRROR for face in faces) > 1:
        return problems.MIRROR_TWICE(meld=meld)
    sides = split_at_mirror(faces)
    if sides is not None:
        return _explain_mirrored_set(meld, *sides)
    if _is_meant_as_group(faces):
        return _explain_group(meld, faces)
    return _explain_run(meld, faces)


def _explain_forbidden_set(faces: Sequence[Face], rules: SetRules) -> Violation:
    """Explain which house rule forbids a set."""
    meld = format_set(faces)
    if not rules.joker_only_sets and has_jokers_only(faces):
        return problems.JOKERS_ONLY(meld=meld)
    if not rules.adjacent_colour_changes and has_adjacent_changes(faces):
        return problems.ADJACENT_CHANGES(meld=meld)
    return problems.SINGLE_TILE_MIRROR(meld=meld)


def _is_meant_as_group(faces: Sequence[Face]) -> bool:
    """Whether there are two or more number tiles, all of one number."""
    numbers = [face.number for face in faces if face.number]
    return len(numbers) > 1 and len(set(numbers)) == 1


def _explain_group(meld: str, faces: Sequence[Face]) -> Violation:
    if list_colour_change_cells(faces):
        return problems.CHANGE_IN_GROUP(meld=meld)
    tiles = [face for face in faces if face.number]
    twice = next((face for at, face in enumerate(tiles) if face in tiles[:at]), None)
    if twice is not None:
        return problems.COLOUR_TWICE(meld=meld, tile=str(twice))
    if len(faces) > GROUP_CELLS:
        return problems.GROUP_TOO_LARGE(meld=meld)
    return problems.DOUBLE_GROUP_TOO_LARGE(meld=meld)


def _explain_run(meld: str, faces: Sequence[Face]) -> Violation:
    if find_section_colours(faces) is None:
        return _explain_wrong_colours(meld, faces)
    ordered = arrange_run(faces)
    if ordered:
        return problems.RUN_ORDER(meld=meld, ordered=format_set(ordered))
    misfit = _find_misfitting_neighbours(faces)
    if misfit is None:
        beyond = problems.DOUBLE_RANGE if _has_double_at_end(faces) else problems.RUN_RANGE
        return beyond(meld=meld)
    if interpret_set(
        [make_joker(Kind.ORDINARY) if face.kind is Kind.DOUBLE else face for face in faces]
    ):
        return problems.DOUBLE_AS_ORDINARY(meld=meld)
    first, second = misfit
    if {first.number, second.number} == {LOWEST, HIGHEST} and misfit in pairwise(faces):
        return problems.RUN_WRAP(meld=meld)
    return problems.RUN_GAP(meld=meld, first=str(first), second=str(second))


def _explain_wrong_colours(meld: str, faces: Sequence[Face]) -> Violation:
    section: list[Face] = []
    for face in faces:
        if face.kind is Kind.COLOUR_CHANGE:
            section = []
        elif face.colour is not None:
            section.append(face)
            if face.colour is not section[0].colour:
                if list_colour_change_cells(faces):
                    return problems.SECTION_COLOURS(meld=meld)
                in_steps = _find_misfitting_neighbours(faces) is None
                wrong = problems.RUN_COLOURS if in_steps else problems.NEITHER
                return wrong(meld=meld, tile=str(face))
    return problems.SAME_COLOUR_AFTER_CHANGE(meld=meld)


def _find_misfitting_neighbours(faces: Sequence[Face]) -> tuple[Face, Face] | None:
    """Find the first two neighbouring number tiles whose numbers do not step with their cells."""
    tiles = [face for face in faces if face.number]
    cells = list_number_cells(faces)
    step = 0
    for (first, second), ((cell, number), (next_cell, next_number)) in zip(
        pairwise(tiles), pairwise(cells), strict=True
    ):
        steps = next_cell - cell
        step = step or (1 if next_number > number else -1)
        if next_number - number != step * steps:
            return first, second
    return None


def _has_double_at_end(faces: Sequence[Face]) -> bool:
    return any(face.kind is Kind.DOUBLE for face in (faces[0], faces[-1]))


def arrange_run(faces: Sequence[Face]) -> list[Face] | None:
    """Return number tiles and ordinary jokers in the order that makes a run, if there is one."""
    tiles = sorted((face for face in faces if face.number), key=lambda face: face.number)
    jokers = [face for face in faces if not face.number]
    if not tiles or any(face.kind is not Kind.ORDINARY for face in jokers):
        return None
    ordered = tiles[:1]
    for lower, higher in pairwise(tiles):
        gap = max(0, higher.number - lower.number - 1)
        ordered += [*jokers[:gap], higher]
        jokers = jokers[gap:]
    above = min(len(jokers), HIGHEST - tiles[-1].number)
    ordered = [*jokers[above:], *ordered, *jokers[:above]]
    reading = interpret_set(ordered)
    return ordered if reading and reading.kind is MeldKind.RUN else None


def _explain_mirrored_set(meld: str, left: Sequence[Face], right: Sequence[Face]) -> Violation:
    if not left or not right or count_cells(left) != count_cells(right):
        return problems.MIRROR_MIDDLE(meld=meld)
    facing = dict(list_number_cells(left)), dict(list_number_cells(right))
    if list_colour_change_cells(left) != list_colour_change_cells(right) or any(
        facing[1].get(cell, number) != number for cell, number in facing[0].items()
    ):
        return problems.MIRROR_FACING(meld=meld)
    if _is_meant_as_group([*left, *right]) and (
        _is_meant_as_group(left) or _is_meant_as_group(right)
    ):
        return _explain_mirrored_group(meld, left, right)
    colours = find_section_colours(left)
    if colours is None or find_section_colours(right) is None:
        return _explain_wrong_colours(meld, left if colours is None else right)
    if find_section_colours(right, colours) is None:
        return problems.MIRROR_FACING(meld=meld)
    numbers = (facing[0] | facing[1]).items()
    if all(len({number - step * cell for cell, number in numbers}) > 1 for step in (1, -1)):
        return problems.MIRROR_STEPS(meld=meld)
    return problems.MIRROR_RANGE(meld=meld)


def _explain_mirrored_group(meld: str, left: Sequence[Face], right: Sequence[Face]) -> Violation:
    if list_colour_change_cells(left):
        return problems.CHANGE_IN_GROUP(meld=meld)
    for side in (left, right):
        colours = [face.colour for face in side if face.colour]
        if len(set(colours)) < len(colours) or count_cells(side) > MIRRORED_GROUP_CELLS:
            return problems.MIRROR_GROUP(meld=meld)
    return problems.MIRROR_FACING(meld=meld)
