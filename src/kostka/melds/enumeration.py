"""Lists the sets that can be made of given tiles.

Sets that can be cut into sets with the same numbers are left out: runs of six and more tiles, and
mirrored runs whose outer parts are runs of their own. Where house rules forbid some of the parts,
longer sets are needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, permutations

from kostka.editions.set_rules import ALL_SETS, SetRules
from kostka.melds.reading import (
    GROUP_CELLS,
    MIN_SET_SIZE,
    MIRRORED_GROUP_CELLS,
    count_cells,
    has_jokers_only,
    interpret_set,
)
from kostka.tiles.tile import HIGHEST, NUMBERS, Colour, Face, Kind, make_joker, make_number_tile

MAX_NEEDED_SIDE = 6
"""Cells on one side of a mirrored run. Two double jokers are the most that can delay the place
where three tiles end on both sides: from there on it can be cut, if all parts are allowed."""

J, D, C, M = map(make_joker, (Kind.ORDINARY, Kind.DOUBLE, Kind.COLOUR_CHANGE, Kind.MIRROR))

Tiles = tuple[Face, ...]


def enumerate_sets(faces: Iterable[Face], rules: SetRules = ALL_SETS) -> dict[Tiles, int]:
    """Return the sets that can be made of the tiles, as sorted tiles, each with its best value."""
    best: dict[Tiles, int] = {}
    for tiles, value in _iterate_valued_sets(Counter(faces), rules):
        best[tiles] = max(best.get(tiles, 0), value)
    return best


def _iterate_valued_sets(held: Counter[Face], rules: SetRules) -> Iterator[tuple[Tiles, int]]:
    """Yield sorted tiles and value of every set, the highest numbers first, some repeatedly."""
    for meld in chain(
        _iterate_groups(held), _iterate_runs(held, rules), _iterate_mirrored_sets(held, rules)
    ):
        reading = interpret_set(meld, rules)
        assert reading is not None or rules is not ALL_SETS, meld
        if reading is not None:
            yield tuple(sorted(meld)), reading.value


def _iterate_runs(held: Counter[Face], rules: SetRules) -> Iterator[Tiles]:
    for number in reversed(NUMBERS):
        for colour in Colour:
            yield from _iterate_run_extensions((), number, colour, held, rules)


def _can_cut_run(run: Tiles, rules: SetRules) -> bool:
    """Return whether a run can be cut into two sets; then all longer ones can be cut too."""
    return any(
        rules.joker_only_sets or not (has_jokers_only(run[:at]) or has_jokers_only(run[at:]))
        for at in range(MIN_SET_SIZE, len(run) - MIN_SET_SIZE + 1)
    )


def _iterate_run_extensions(
    run: Tiles, number: int, colour: Colour, held: Counter[Face], rules: SetRules
) -> Iterator[Tiles]:
    """Extend a run, whose next number and colour are given, in every possible way."""
    if _can_cut_run(run, rules):
        return
    if len(run) >= MIN_SET_SIZE:
        yield run
    if number > HIGHEST:
        return
    for tile in (make_number_tile(colour, number), J, D, C):
        if held[tile] <= run.count(tile) or number + tile.width - 1 > HIGHEST:
            continue
        for onward in Colour if tile is C else (colour,):
            if tile is not C or onward is not colour:
                yield from _iterate_run_extensions(
                    (*run, tile), number + tile.width, onward, held, rules
                )


def _iterate_groups(held: Counter[Face]) -> Iterator[Tiles]:
    for number in reversed(NUMBERS):
        tiles = (
            [t for c in Colour if held[t := make_number_tile(c, number)]]
            + [J] * held[J]
            + [D] * held[D]
        )
        for size in range(MIN_SET_SIZE, GROUP_CELLS + 1):
            for group in combinations(tiles, size):
                if sum(face.width for face in group) <= GROUP_CELLS:
                    yield group


def _iterate_mirrored_sets(held: Counter[Face], rules: SetRules) -> Iterator[Tiles]:
    if not held[M]:
        return
    longest = MAX_NEEDED_SIDE if rules is ALL_SETS else HIGHEST
    for cells in chain(_iterate_group_sides(), _iterate_run_sides(held, longest)):
        for left, right in _iterate_filled_sides(cells, (), (), held, rules):
            yield (*left, M, *reversed(right))


def _iterate_group_sides() -> Iterator[Tiles]:
    for number in reversed(NUMBERS):
        for size in range(1, MIRRORED_GROUP_CELLS + 1):
            for colours in permutations(Colour, size):
                yield tuple(make_number_tile(colour, number) for colour in colours)


def _iterate_run_sides(held: Counter[Face], longest: int) -> Iterator[Tiles]:
    for number in reversed(NUMBERS):
        for step in (1, -1):
            for colour in Colour:
                yield from _iterate_run_side_extensions((), number, step, colour, held, longest)


def _iterate_run_side_extensions(  # noqa: PLR0913, PLR0917  (where it is, and what there is)
    side: Tiles, number: int, step: int, colour: Colour, held: Counter[Face], longest: int
) -> Iterator[Tiles]:
    """Extend a side towards the mirror joker, which needs a number too."""
    if number not in NUMBERS or len(side) > longest:
        return
    if side:
        yield side
    tile = make_number_tile(colour, number)
    if held[tile] + held[J] + held[D] >= 2:  # noqa: PLR2004  (it has to be there on both sides)
        yield from _iterate_run_side_extensions(
            (*side, tile), number + step, step, colour, held, longest
        )
    if held[C] >= 2 * (side.count(C) + 1):
        for onward in Colour:
            if onward is not colour:
                yield from _iterate_run_side_extensions(
                    (*side, C), number + step, step, onward, held, longest
                )


def _can_cut_mirrored_run(left: Tiles, right: Tiles, rules: SetRules) -> bool:
    """Return whether both ends can be cut off at the same cell, so that all parts are allowed."""
    for at in range(MIN_SET_SIZE, len(left)):
        for facing in range(MIN_SET_SIZE, len(right)):
            if count_cells(left[:at]) == count_cells(right[:facing]):
                inner = (*left[at:], M, *reversed(right[facing:]))
                parts = (left[:at], right[:facing], inner)
                if all(interpret_set(part, rules) is not None for part in parts):
                    return True
    return False


def _iterate_filled_sides(
    cells: Sequence[Face], left: Tiles, right: Tiles, held: Counter[Face], rules: SetRules
) -> Iterator[tuple[Tiles, Tiles]]:
    """Fill the cells on both sides of a mirror joker with the tiles that are held."""
    filled, facing = count_cells(left), count_cells(right)
    if filled == facing == len(cells):
        if rules is ALL_SETS or not _can_cut_mirrored_run(left, right, rules):
            yield left, right
        return
    if rules is ALL_SETS and filled == facing and min(len(left), len(right)) >= MIN_SET_SIZE:
        return  # it can be cut here
    # The shorter side is filled next.
    cell = min(filled, facing)
    wanted = cells[cell]
    for tile in (C,) if wanted is C else (wanted, J, D):
        if held[tile] <= left.count(tile) + right.count(tile):
            continue
        if tile is D and (cell + 1 == len(cells) or cells[cell + 1] is C):
            continue
        if filled <= facing:
            yield from _iterate_filled_sides(cells, (*left, tile), right, held, rules)
        else:
            yield from _iterate_filled_sides(cells, left, (*right, tile), held, rules)
