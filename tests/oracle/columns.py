"""The melds that an integer program over all melds needs, as bags with their opening value.

Not every meld is needed: a run that can be cut into melds with the same numbers adds nothing, as
the pieces hold the same tiles and are worth as much together. So are left out

- plain runs of six and more tiles: they are cut after the third tile;
- mirrored runs that have, at the same cell on both sides of the mirror joker, a border between
  two tiles with three or more tiles outside of it and at least one cell inside: the outer pieces
  are plain runs and the inner one is a mirrored run.

Some that are left can still be parted into melds, but perhaps with a smaller value in an opening,
because the jokers then stand for other tiles. Such columns do a program no harm.

Where a house rule forbids a piece, nothing can be cut there: longer melds are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import NamedTuple

from tests.oracle.meanings import (
    COLOUR_CHANGE,
    COLOURS,
    DOUBLE,
    HIGHEST,
    LOWEST,
    MIRROR,
    ORDINARY,
    SMALLEST_MELD,
    Bag,
    Box,
    Cell,
    Meaning,
    Meld,
    bag,
    box_holds,
    fewest_side_cells,
    holds_number,
    melds,
    mirrored_groups,
    mirrored_runs,
    partable_into,
)

FACES = (
    *(f"{colour}{number}" for colour in COLOURS for number in range(LOWEST, HIGHEST + 1)),
    ORDINARY,
    DOUBLE,
    COLOUR_CHANGE,
    MIRROR,
)
"""Every notation of a tile there is."""


@cache
def columns(box: Box) -> Mapping[Bag, int]:
    """Every meld that is needed, with its best opening value (N-13)."""
    best: dict[Bag, int] = {}
    for written, value in (*plain_melds(box), *long_runs(box), *mirrored_melds(box)):
        tiles = bag(written)
        if value > best.get(tiles, 0):
            best[tiles] = value
    return dict(sorted(best.items()))


@cache
def indivisible(box: Box) -> frozenset[Bag]:
    """Those that cannot be parted at all: enough wherever the opening value does not matter.

    What can be parted can be parted into melds that cannot, so these are the only parts to try.
    """
    found: set[Bag] = set()
    for _, same_size in groupby(sorted(columns(box), key=len), key=len):
        can_be_parted = partable_into(found)
        found |= {tiles for tiles in same_size if not can_be_parted(tiles)}
    return frozenset(found)


def plain_melds(box: Box) -> Iterator[tuple[Meld, int]]:
    """The melds of up to five tiles. (Some of them hold a mirror joker; they come twice.)"""
    for size in range(SMALLEST_MELD, 2 * SMALLEST_MELD):
        yield from melds(box, size).items()


def long_runs(box: Box) -> Iterator[tuple[Meld, int]]:
    """The runs of six and more tiles that cannot be cut, as one piece would hold jokers alone."""
    if box.joker_only_sets:
        return
    for first in range(LOWEST, HIGHEST + 1):
        for colour in COLOURS:
            yield from longer_runs(box, (), first, colour, 0)


def longer_runs(
    box: Box, run: Meld, number: int, colour: str, value: int
) -> Iterator[tuple[Meld, int]]:
    """Write a run on, upwards, from a number and a colour on."""
    if not box_holds(box, run) or any(
        holds_number(run[:place]) and holds_number(run[place:])
        for place in range(SMALLEST_MELD, len(run) - SMALLEST_MELD + 1)
    ):
        return
    if len(run) >= 2 * SMALLEST_MELD and holds_number(run):
        yield run, value
    if number > HIGHEST:
        return
    for tile in (f"{colour}{number}", ORDINARY):
        yield from longer_runs(box, (*run, tile), number + 1, colour, value + number)
    if number < HIGHEST:
        two = value + 2 * number + 1
        yield from longer_runs(box, (*run, DOUBLE), number + 2, colour, two)
    if box.adjacent_colour_changes or run[-1:] != (COLOUR_CHANGE,):
        for other in COLOURS:
            if other != colour:
                longer = (*run, COLOUR_CHANGE)
                yield from longer_runs(box, longer, number + 1, other, value + number)


def mirrored_melds(box: Box) -> Iterator[tuple[Meld, int]]:
    """The melds with a mirror joker that cannot be cut.

    With d double jokers in the box no side needs more than d + 3 cells. Of a longer one look at
    the borders after 3, 4, ..., d + 3 cells. Each double joker is in the way of one border at
    most, so one of them is free on both sides. Take the innermost free one, after 3 + j cells:
    d - j double jokers are in the way of those further inside, so at most j are outside, and
    there the 3 + j cells are written with at least three tiles on either side.

    Where each piece needs a number tile, or the inner one a second cell, any length may be needed.
    """
    if not box.mirror:
        return
    jokers = Jokers(box.ordinary, box.double)
    as_usual = box.joker_only_sets and box.single_tile_mirrors
    longest = SMALLEST_MELD + box.double if as_usual else HIGHEST - 1
    for side_cells in range(1, longest + 1):
        for meaning in (*mirrored_groups(box, side_cells), *mirrored_runs(box, side_cells)):
            value = sum(cell.number for cell in meaning)
            for written in facing(box, meaning[:side_cells], Sides((), ()), jokers):
                if box_holds(box, written) and (box.joker_only_sets or holds_number(written)):
                    yield written, value


class Jokers(NamedTuple):
    """How many ordinary and double jokers may still be used."""

    ordinary: int
    double: int


class Sides(NamedTuple):
    """What is written so far on both sides of a mirror joker, each from the outside inwards."""

    left: Meld
    right: Meld


def cells_of(side: Meld) -> int:
    """How many cells the tiles fill: a double joker two, every other tile one."""
    return len(side) + side.count(DOUBLE)


def surely_cut(box: Box, cells: Meaning, sides: Sides, jokers: Jokers) -> bool:
    """Can a mirrored meaning be cut where both sides have come to, whatever follows inside?"""
    inside = cells[cells_of(sides.left) :]
    if min(map(len, sides)) < SMALLEST_MELD or len(inside) < fewest_side_cells(box):
        return False
    if box.joker_only_sets:
        return True
    numbers_inside = 2 * sum(map(is_number, inside))
    return all(map(holds_number, sides)) and numbers_inside > jokers.ordinary + 2 * jokers.double


def facing(box: Box, cells: Meaning, sides: Sides, jokers: Jokers) -> Iterator[Meld]:
    """Write both sides of a mirrored meaning, but none that can be cut.

    The side that lags behind is written next, so that a border at the same cell on both sides
    cannot be missed.
    """
    left, right = map(cells_of, sides)
    if left == right:
        if left == len(cells):
            yield (*sides.left, MIRROR, *reversed(sides.right))
            return
        if surely_cut(box, cells, sides, jokers):
            return
    for tile, left_over in next_tiles(cells[min(left, right) :], jokers):
        if left <= right:
            yield from facing(box, cells, Sides((*sides.left, tile), sides.right), left_over)
        else:
            yield from facing(box, cells, Sides(sides.left, (*sides.right, tile)), left_over)


def next_tiles(cells: Meaning, jokers: Jokers) -> Iterator[tuple[str, Jokers]]:
    """The tiles that can write the first of these cells, with the jokers left after that."""
    here = cells[0]
    if not is_number(here):
        yield here.what, jokers
        return
    yield f"{here.what}{here.number}", jokers
    if jokers.ordinary:
        yield ORDINARY, jokers._replace(ordinary=jokers.ordinary - 1)
    if jokers.double and len(cells) > 1 and is_number(cells[1]):
        yield DOUBLE, jokers._replace(double=jokers.double - 1)


def is_number(cell: Cell) -> bool:
    return cell.what in COLOURS
