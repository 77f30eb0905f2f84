"""The integer program, held against brute force, and its melds against those of `meanings`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from random import Random

import pytest

from tests.oracle import columns, meanings, program
from tests.oracle.meanings import CLASSIC, SIX, TWIST, Bag, Box, meld_multisets

pytestmark = pytest.mark.xdist_group("program")  # the columns of a box are listed only once

SMALL = Box(copies=2, ordinary=2, double=1, colour_change=1, mirror=1)


def tiles_of(box: Box) -> list[str]:
    jokers = ("J" * box.ordinary) + ("D" * box.double) + ("C" * box.colour_change)
    return [*columns.FACES[:52]] * box.copies + [*jokers, *("M" * box.mirror)]


def position(box: Box, rng: Random, sets: int, rack: int) -> tuple[list[Bag], Counter[str]]:
    """A table of melds and a rack, of low numbers rather so that they fit together."""
    left = Counter(face for face in tiles_of(box) if face[1:] in ("", "1", "2", "3", "4"))
    table: list[Bag] = []
    for tiles in rng.sample([*columns.columns(box)], 2000 if box is TWIST else 1000):
        if len(table) < sets and Counter(tiles) <= left:
            table.append(tiles)
            left -= Counter(tiles)
    return table, Counter(rng.sample(sorted(left.elements()), rack))


def heap(table: list[Bag]) -> Counter[str]:
    return Counter(face for tiles in table for face in tiles)


def some_gains(rng: Random) -> Mapping[str, int]:
    return {face: rng.randint(-5, 20) for face in columns.FACES}


def best_values(box: Box, size: int) -> dict[Bag, int]:
    """The melds of a size in whatever order, with the best value."""
    values: dict[Bag, int] = {}
    for written, value in meanings.melds(box, size).items():
        tiles = meanings.bag(written)
        values[tiles] = max(value, values.get(tiles, 0))
    return values


# --- columns ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "count"), [(CLASSIC, 1173), (SIX, 1447), (TWIST, 12_872)])
def test_as_many_melds_cannot_be_parted_as_were_counted(box: Box, count: int) -> None:
    assert len(columns.indivisible(box)) == count


@pytest.mark.parametrize("box", [CLASSIC, SIX, SMALL, TWIST])
def test_columns_are_melds_with_their_value(box: Box) -> None:
    values = dict(pair for size in range(3, 6) for pair in best_values(box, size).items())
    assert values == {t: value for t, value in columns.columns(box).items() if len(t) < 6}


@pytest.mark.parametrize("box", [CLASSIC, SMALL])
def test_melds_that_are_no_columns_are_worth_as_much_in_columns(box: Box) -> None:
    for size in (6, 7):
        melds = best_values(box, size)
        missing = sorted(melds.keys() - columns.columns(box).keys())
        for tiles in Random(size).sample(missing, 20):
            every_tile = dict.fromkeys(tiles, 1)
            found = program.find_best_opening(box, Counter(tiles), every_tile, melds[tiles])
            assert found is not None, tiles
            assert found.gain == size, tiles


# --- brute force ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_all_plays_are_all_choices_that_can_be_parted(seed: int) -> None:
    table, rack = position(SMALL, Random(seed), 2, 6)
    laid = [*heap(table).elements()]
    melds = {tiles for tiles in columns.columns(SMALL) if len(tiles) <= len(laid) + 6}
    can_be_parted = meanings.partable_into(melds)
    tiles = sorted(rack.elements())
    choices = {c for size in range(1, 7) for c in combinations(tiles, size)}

    def fits(choice: Bag) -> bool:
        whole = meanings.bag([*laid, *choice])
        return whole in melds or can_be_parted(whole)

    assert program.all_plays(SMALL, heap(table), rack) == set(filter(fits, choices))


@pytest.mark.parametrize("box", [CLASSIC, SIX, TWIST])
@pytest.mark.parametrize("seed", range(8))
def test_no_play_gains_more_than_the_program(box: Box, seed: int) -> None:
    rng = Random(seed)
    most_sets = 2 if box is TWIST else 3
    table, rack = position(box, rng, rng.randint(0, most_sets), rng.randint(1, 2 * most_sets))
    gains = some_gains(rng)
    plays = program.all_plays(box, heap(table), rack)
    most = max([sum(gains[face] for face in play) for play in plays], default=0)
    found = program.find_best_play(box, heap(table), rack, gains)
    assert found is not None
    assert found.gain == max(most, 0)
    assert heap([*found.melds]) == heap(table) + found.used
    least_one = program.find_best_play(box, heap(table), rack, gains, fewest=1)
    assert (least_one and least_one.gain) == (most if plays else None)


def test_tiles_come_before_points() -> None:
    table, rack = heap([("K1", "K2", "K3")]), Counter(("K4", "B13", "R13", "O13"))
    points = {face: int(face[1:] or 30) for face in columns.FACES}
    found = program.find_best_play(CLASSIC, table, rack, program.tiles_then_points(rack, points))
    assert found is not None
    assert found.used == rack


def test_what_cannot_be_laid_is_told() -> None:
    assert (
        program.find_best_play(CLASSIC, Counter(("K1", "K2")), Counter(("R3",)), {"R3": 1}) is None
    )
    assert program.find_best_play(CLASSIC, Counter(), Counter(("R3",)), {"R3": 1}, fewest=1) is None
    assert program.find_best_opening(CLASSIC, Counter(("R3", "R4", "R5")), {"R3": 1}, 30) is None


@pytest.mark.parametrize(
    ("rack", "threshold", "fewest"),
    [
        (("B5", "J", "J"), 18, 3),
        (("B5", "J", "J"), 19, None),
        (("K10", "R10", "B10", "O1", "O2", "O3"), 30, 3),
        (("K10", "R10", "B10", "O1", "O2", "O3"), 31, 6),
        (("K1", "K2", "K3"), 0, 3),
        (("R4", "M", "R4"), 13, 3),
        (("R4", "M", "R4"), 14, None),
        (("B2", "D", "B5"), 14, 3),
    ],
)
def test_openings_are_worth_the_threshold(rack: Bag, threshold: int, fewest: int | None) -> None:
    keep = dict.fromkeys(columns.FACES, -1)
    found = program.find_best_opening(TWIST, Counter(rack), keep, threshold)
    assert (found and found.used.total()) == fewest


# --- least change -----------------------------------------------------------------------------


@pytest.mark.parametrize("box", [CLASSIC, TWIST])
@pytest.mark.parametrize("seed", range(4))
def test_the_most_sets_are_kept(box: Box, seed: int) -> None:
    """Try every choice of sets to leave alone, most first."""
    rng = Random(seed)
    table, rack = position(box, rng, 3, 5)
    gains = dict.fromkeys(columns.FACES, 1)
    found = program.find_best_play(box, heap(table), rack, gains)
    assert found is not None

    def can_stay(kept: tuple[int, ...]) -> bool:
        others = [tiles for at, tiles in enumerate(table) if at not in kept]
        play = program.find_best_play(box, heap(others), rack, gains)
        return play is not None and play.gain == found.gain

    most = next(
        size
        for size in range(len(table), -1, -1)
        if any(map(can_stay, combinations(range(len(table)), size)))
    )
    assert program.count_most_kept(box, table, rack, gains, found.gain) == most
    assert program.count_most_kept(box, table, rack, gains, 100) is None


@pytest.mark.parametrize("seed", range(10))
def test_the_fewest_tiles_are_moved(seed: int) -> None:
    """Try every table that can be made, and every choice of heirs."""
    rng = Random(seed)
    table, rack = position(CLASSIC, rng, 3, 4)
    gains = dict.fromkeys(columns.FACES, 1)
    found = program.find_best_play(CLASSIC, heap(table), rack, gains, fewest=1)
    assert found is not None
    every = [tiles for size in range(3, 14) for tiles in meld_multisets(CLASSIC, size)]
    laid, tiles_laid = heap(table), sum(map(len, table)) + found.gain
    fewest: dict[int, int] = {}
    for after in tables(laid, laid + rack, tiles_laid, every):
        kept = sum((Counter(table) & Counter(after)).values())
        moved = tiles_laid - found.gain - most_stay(table, after)
        fewest[kept] = min(moved, fewest.get(kept, moved))
    most = max(fewest)
    assert program.count_most_kept(CLASSIC, table, rack, gains, found.gain, fewest=1) == most
    moved = program.count_fewest_moved(CLASSIC, table, rack, gains, gain=found.gain, kept=most)
    assert moved == fewest[most]


def tables(
    must: Counter[str], may: Counter[str], tiles: int, every: list[Bag]
) -> Iterator[tuple[Bag, ...]]:
    """All tables of so many tiles with all that must lie there and none but what may."""
    able = [meld for meld in every if not Counter(meld) - may]
    if tiles == 0:
        yield ()
        return
    for at, meld in enumerate(able):
        left = must - Counter(meld)
        if len(meld) <= tiles and left.total() <= tiles - len(meld):
            for more in tables(left, may - Counter(meld), tiles - len(meld), able[at:]):
                yield (meld, *more)


def most_stay(table: list[Bag], after: tuple[Bag, ...]) -> int:
    """Return every set an heir of its own in the best of all ways: how many tiles stay?"""
    nobody: tuple[Bag, ...] = ((),) * len(table)
    return max(
        sum((Counter(old) & Counter(new)).total() for old, new in zip(table, heirs, strict=True))
        for heirs in permutations(after + nobody, len(table))
    )
