"""Lists the sets that can be made of given tiles.

Sets that can be cut into sets with the same numbers are left out: runs of six and more tiles, and
mirrored runs whose outer parts are runs of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, permutations

from kostka.melds.reading import GROUP_CELLS, MIN_SET_SIZE, MIRRORED_GROUP_CELLS, interpret_set
from kostka.tiles.tile import HIGHEST, NUMBERS, Colour, Face, Kind, make_joker, make_number_tile

MAX_NEEDED_RUN = 2 * MIN_SET_SIZE - 1
MAX_NEEDED_SIDE = 6
"""Cells on one side of a mirrored run. Two double jokers are the most that can delay the place
where three tiles end on both sides: from there on it can be cut."""

J, D, C, M = map(make_joker, (Kind.ORDINARY, Kind.DOUBLE, Kind.COLOUR_CHANGE, Kind.MIRROR))

Tiles = tuple[Face, ...]


def enumerate_sets(faces: Iterable[Face]) -> dict[Tiles, int]:
    """Return the sets that can be made of the tiles, as sorted tiles, each with its best value."""
    best: dict[Tiles, int] = {}
    for tiles, value in _iterate_valued_sets(Counter(faces)):
        best[tiles] = max(best.get(tiles, 0), value)
    return best


def _iterate_valued_sets(held: Counter[Face]) -> Iterator[tuple[Tiles, int]]:
    """Yield sorted tiles and value of every set, the highest numbers first, some repeatedly."""
    for meld in chain(_iterate_groups(held), _iterate_runs(held), _iterate_mirrored_sets(held)):
        reading = interpret_set(meld)
        assert reading is not None, meld
        yield tuple(sorted(meld)), reading.value


def _iterate_runs(held: Counter[Face]) -> Iterator[Tiles]:
    for number in reversed(NUMBERS):
        for colour in Colour:
            yield from _iterate_run_extensions((), number, colour, held)


def _iterate_run_extensions(
    run: Tiles, number: int, colour: Colour, held: Counter[Face]
) -> Iterator[Tiles]:
    """Extend a run, whose next number and colour are given, in every possible way."""
    if len(run) >= MIN_SET_SIZE:
        yield run
    if len(run) == MAX_NEEDED_RUN or number > HIGHEST:
        return
    for tile in (make_number_tile(colour, number), J, D, C):
        if held[tile] <= run.count(tile) or number + tile.width - 1 > HIGHEST:
            continue
        for onward in Colour if tile is C else (colour,):
            if tile is not C or onward is not colour:
                yield from _iterate_run_extensions((*run, tile), number + tile.width, onward, held)


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


def _iterate_mirrored_sets(held: Counter[Face]) -> Iterator[Tiles]:
    if not held[M]:
        return
    for cells in chain(_iterate_group_sides(), _iterate_run_sides(held)):
        for left, right in _iterate_filled_sides(cells, (), (), held):
            yield (*left, M, *reversed(right))


def _iterate_group_sides() -> Iterator[Tiles]:
    for number in reversed(NUMBERS):
        for size in range(1, MIRRORED_GROUP_CELLS + 1):
            for colours in permutations(Colour, size):
                yield tuple(make_number_tile(colour, number) for colour in colours)


def _iterate_run_sides(held: Counter[Face]) -> Iterator[Tiles]:
    for number in reversed(NUMBERS):
        for step in (1, -1):
            for colour in Colour:
                yield from _iterate_run_side_extensions((), number, step, colour, held)


def _iterate_run_side_extensions(
    side: Tiles, number: int, step: int, colour: Colour, held: Counter[Face]
) -> Iterator[Tiles]:
    """Extend a side towards the mirror joker, which needs a number too."""
    if number not in NUMBERS or len(side) > MAX_NEEDED_SIDE:
        return
    if side:
        yield side
    tile = make_number_tile(colour, number)
    if held[tile] + held[J] + held[D] >= 2:  # noqa: PLR2004  (it has to be there on both sides)
        yield from _iterate_run_side_extensions((*side, tile), number + step, step, colour, held)
    if held[C] >= 2 * (side.count(C) + 1):
        for onward in Colour:
            if onward is not colour:
                yield from _iterate_run_side_extensions(
                    (*side, C), number + step, step, onward, held
                )


def _iterate_filled_sides(
    cells: Sequence[Face], left: Tiles, right: Tiles, held: Counter[Face]
) -> Iterator[tuple[Tiles, Tiles]]:
    """Fill the cells on both sides of a mirror joker with the tiles that are held."""
    filled, facing = (sum(face.width for face in side) for side in (left, right))
    if filled == facing == len(cells):
        yield left, right
        return
    if filled == facing and min(len(left), len(right)) >= MIN_SET_SIZE:
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
            yield from _iterate_filled_sides(cells, (*left, tile), right, held)
        else:
            yield from _iterate_filled_sides(cells, left, (*right, tile), held)
