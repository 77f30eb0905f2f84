"""Which sets can be made of a rack, and what the best of them are worth, against brute force.

The brute force here knows nothing of how `among` goes about it. It lists every row of cells that a
run or a group can mean, writes it in every way with the tiles at hand, and packs the sets found.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka.editions import CLASSIC, EDITIONS, TWIST, Edition
from kostka.editions.set_rules import ALL_SETS
from kostka.melds import Meld, interpret_set, judge_meld
from kostka.melds.enumeration import enumerate_sets
from kostka.solver.opening import can_open
from kostka.tiles import Face, format_set, get_box, parse_set

Names = tuple[str, ...]
BOX = [str(face) for face in get_box(TWIST.box).faces]
UNLIMITED = 200


def bag(names: Iterable[str]) -> Names:
    return tuple(sorted(names))


def found_among(text: str) -> dict[str, int]:
    return {format_set(meld): value for meld, value in enumerate_sets(parse_set(text)).items()}


# --- brute force, by all orders of all tiles --------------------------------------------------


def every_set_in_any_order(faces: list[Face]) -> dict[Names, int]:
    """Try all tiles in all orders."""
    best: dict[Names, int] = {}
    for size in range(3, len(faces) + 1):
        for some in {tuple(sorted(chosen)) for chosen in combinations(faces, size)}:
            readings = [interpret_set(order) for order in set(permutations(some))]
            values = [reading.value for reading in readings if reading]
            if values:
                best[bag(map(str, some))] = max(values)
    return best


# --- brute force, by all meanings -------------------------------------------------------------

Row = tuple[tuple[str, int], ...]
"""Colour (or C for a colour-change joker) and number of each cell."""


def rising_rows(held: Counter[str]) -> Iterator[tuple[Row, Names]]:
    """Return every row of rising numbers with every way to write it."""
    for first in range(1, 14):
        for colour in "KRBO":
            yield from longer_rows((), (), first, colour, held)


def longer_rows(
    row: Row, written: Names, number: int, colour: str, held: Counter[str]
) -> Iterator[tuple[Row, Names]]:
    if row:
        yield row, bag(written)
    steps: list[tuple[str, Row, str]] = [
        (f"{colour}{number}", ((colour, number),), colour),
        ("J", ((colour, number),), colour),
        ("D", ((colour, number), (colour, number + 1)), colour),
        *(("C", (("C", number),), other) for other in "KRBO" if other != colour),
    ]
    left = held - Counter(written)
    for name, cells, onward in steps:
        if left[name] and cells[-1][1] <= 13:
            yield from longer_rows(row + cells, (*written, name), number + len(cells), onward, held)


def group_rows(held: Counter[str]) -> Iterator[tuple[Row, Names]]:
    """Return one to four colours of every number with every way to write them."""

    def onwards(row: Row, at: int, written: Names) -> Iterator[Names]:
        if at == len(row):
            yield bag(written)
            return
        left = held - Counter(written)
        colour, number = row[at]
        for name, cells in ((f"{colour}{number}", 1), ("J", 1), ("D", 2)):
            if left[name] and at + cells <= len(row):
                yield from onwards(row, at + cells, (*written, name))

    for number in range(1, 14):
        for size in range(1, 5):
            for colours in permutations("KRBO", size):
                row = tuple((colour, number) for colour in colours)
                yield from ((row, written) for written in onwards(row, 0, ()))


def every_set_by_meaning(names: Iterable[str]) -> dict[Names, int]:
    held = Counter(names)
    best: dict[Names, int] = {}
    runs, groups = set(rising_rows(held)), set(group_rows(held))
    plain = [*runs, *((row, written) for row, written in groups if len(row) > 2)]
    melds = [(written, sum(number for _, number in row)) for row, written in plain]
    if held["M"]:
        melds += mirrored_sets(runs, groups)
    for written, value in melds:
        if len(written) > 2 and Counter(written) <= held:
            best[written] = max(value, best.get(written, 0))
    return best


def mirrored_sets(
    runs: set[tuple[Row, Names]], groups: set[tuple[Row, Names]]
) -> Iterator[tuple[Names, int]]:
    """Pair any two ways to write one side; the mirror joker is the next number, or the same."""
    sides: dict[tuple[Row, int], list[Names]] = {}
    for row, written in runs:
        for middle in (row[0][1] - 1, row[-1][1] + 1):
            if 1 <= middle <= 13:
                sides.setdefault((row, middle), []).append(written)
    for row, written in groups:
        if len(row) < 4:
            sides.setdefault((row, row[0][1]), []).append(written)
    for (row, middle), ways in sides.items():
        value = 2 * sum(number for _, number in row) + middle
        yield from ((bag((*left, *right, "M")), value) for left in ways for right in ways)


def best_packing(names: Iterable[str], sets: dict[Names, int]) -> int:
    """Return the most that disjoint sets are worth: the first tile is in one of them or in none."""
    by_first: dict[str, list[tuple[Names, int]]] = {}
    for meld, value in sets.items():
        by_first.setdefault(meld[0], []).append((meld, value))

    @cache
    def best(left: Names) -> int:
        if not left:
            return 0
        most = best(left[1:])
        for meld, value in by_first.get(left[0], []):
            if not Counter(meld) - Counter(left):
                rest = bag((Counter(left) - Counter(meld)).elements())
                most = max(most, value + best(rest))
        return most

    return best(bag(names))


def racks(most: int) -> st.SearchStrategy[list[str]]:
    """Tiles of the Twist box that lie close to each other, with many jokers."""
    jokers = [name for name in BOX if len(name) == 1]

    def close(middle: int) -> st.SearchStrategy[list[str]]:
        near = [name for name in BOX if name[1:] and abs(int(name[1:]) - middle) < 3]
        picked = st.tuples(
            st.permutations(jokers).map(lambda some: some[: most // 2]),
            st.permutations(near).map(lambda some: some[:most]),
            st.integers(0, most // 2),
        )
        return picked.map(lambda parts: (parts[0][: parts[2]] + parts[1])[:most])

    return st.sampled_from([1, 2, 7, 12, 13]).flatmap(close)


def check_sets(names: list[str], brute: dict[Names, int]) -> None:
    faces = parse_set(" ".join(names))
    found = {bag(map(str, meld)): value for meld, value in enumerate_sets(faces).items()}
    assert found.items() <= brute.items()
    for left_out in brute.keys() - found.keys():
        assert best_packing(left_out, found) >= brute[left_out], left_out


def check_opening(names: list[str], best: int) -> None:
    """See that the tiles open with exactly the thresholds up to `best`."""
    faces = parse_set(" ".join(names))
    for threshold in (0, 1, 30, best // 2, best - 1, best):
        assert can_open(faces, threshold, ALL_SETS) == (0 < best >= threshold), threshold
    for threshold in (best + 1, best + 13, UNLIMITED):
        assert not can_open(faces, threshold, ALL_SETS)


@given(racks(6))
@settings(deadline=None, max_examples=40)
def test_the_sets_among_few_tiles_are_those_in_any_order(names: list[str]) -> None:
    brute = every_set_in_any_order(parse_set(" ".join(names)))
    assert brute == every_set_by_meaning(names), "both ways to find all sets agree"
    check_sets(names, brute)


@given(racks(9))
@settings(deadline=None, max_examples=40)
@pytest.mark.clause("N-41")
def test_the_best_of_a_rack_is_what_brute_force_finds(names: list[str]) -> None:
    brute = every_set_by_meaning(names)
    check_sets(names, brute)
    check_opening(names, best_packing(names, brute))


RACKS = [
    # every kind of set in one rack, and sets that take tiles from each other
    "B3 B4 B5 B6 K4 R4 O4",
    "K7 R7 B7 O7 B8 B9 J",
    "J J B5",
    "J J K13 R1",
    "K1 K2 K3 R1 R2 R3 B1 B2 B3",
    "B1 B2 B3 B4 B5 B6 B7 B8 B9",
    "K13 K12 K11 R13 R12 R11 J J O1",
    # double jokers, with and without room
    "B2 D B5 D K12",
    "B11 B12 D J",
    "K5 R5 D D J",
    "D D J J K1",
    "D D B12 B13",
    "D D J J",
    # colour-change jokers
    "R6 C B8 C R10",
    "O6 C C O9 J",
    "C C J D",
    "R1 C C K13",
    "R12 R13 C K11",
    # mirror jokers
    "R4 R4 M",
    "R13 R13 M",
    "R1 R1 M K2 K2",
    "R3 R4 M R4 R3",
    "K7 R7 M R7 K7 B7 B7",
    "K7 R7 B7 O7 M D J",
    "R6 R7 R8 R9 M D D",
    "B6 C R8 M R8 C B6",
    "B6 C M C B6 J",
    "C C M J D",
    "J J D M M",
    "J D D M K9",
    "J J M M K4 K4",
    "R1 R2 R3 R3 R2 R1 M J",
    "R11 R12 R13 R13 R12 R11 M",
    "R5 R6 R7 R8 M R8 R7 R6 R5",
    "R5 R6 R7 R8 M R8 J D",
    "R5 D D M R8 R7 R6 R5 R9 R9",
    "D R7 R8 M R8 D R5 R5 J",
    "R5 R6 R7 R8 R9 R9 M D D",
    "K8 R8 B8 B8 R8 K8 M D J",
]


@pytest.mark.parametrize("text", RACKS)
@pytest.mark.clause("N-41")
def test_chosen_racks_agree_with_brute_force(text: str) -> None:
    names = text.split()
    brute = every_set_by_meaning(names)
    check_sets(names, brute)
    check_opening(names, best_packing(names, brute))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.clause("N-41")
def test_random_racks_agree_with_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    colours = rng.sample("KRBO", 2)
    tiles = [name for name in BOX if len(name) == 1 or name[0] in colours]
    names = rng.sample(tiles[:-8], 6) + rng.sample(tiles[-8:], 3)
    brute = every_set_by_meaning(names)
    check_sets(names, brute)
    check_opening(names, best_packing(names, brute))


# --- what is listed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        ("", {}),
        ("B3 B4", {}),
        ("B3 B4 R5 K9", {}),
        ("B3 B4 B5", {"B3 B4 B5": 12}),
        ("B3 B4 B5 B5", {"B3 B4 B5": 12}),
        ("B5 B4 B3 B6", {"B3 B4 B5": 12, "B4 B5 B6": 15, "B3 B4 B5 B6": 18}),
        ("K7 R7 B7", {"K7 R7 B7": 21}),
        ("K7 K7 R7", {}),
        (
            "O7 K7 R7 B7",
            {"K7 R7 B7": 21, "K7 R7 O7": 21, "K7 B7 O7": 21, "R7 B7 O7": 21, "K7 R7 B7 O7": 28},
        ),
        ("B5 J J", {"B5 J J": 18}),
        ("K13 J J", {"K13 J J": 39}),
        ("B2 D B5", {"B2 B5 D": 14}),
        ("R6 C B8", {"R6 B8 C": 21}),
        ("R6 C R8", {}),
        ("R4 R4 M", {"R4 R4 M": 13}),
        ("K13 K13 M", {"K13 K13 M": 39}),
        ("R4 M J", {"R4 J M": 13}),
        ("R4 M", {}),
        ("M C C", {"C C M": 38}),
        ("K7 R7 M D", {"K7 R7 D": 28, "K7 R7 D M": 35}),
        ("J J J", {"J J J": 39}),
    ],
)
@pytest.mark.clause("N-41")
def test_the_sets_of_some_tiles(text: str, sets: dict[str, int]) -> None:
    assert found_among(text) == sets


def test_sets_that_can_be_cut_are_left_out() -> None:
    assert {len(meld) for meld in enumerate_sets(parse_set("B1 B2 B3 B4 B5 B6 B7 B8"))} == {3, 4, 5}
    mirrored = enumerate_sets(parse_set("R5 R6 R7 R8 M R8 R7 R6 R5"))
    assert max(len(meld) for meld in mirrored) == 7
    check_opening(["R5", "R6", "R7", "R8", "M", "R8", "R7", "R6", "R5"], 61)


@given(racks(9))
@settings(deadline=None, max_examples=40)
def test_every_set_listed_is_a_set_with_its_value(names: list[str]) -> None:
    faces = parse_set(" ".join(names))
    for meld, value in enumerate_sets(faces).items():
        assert not Counter(meld) - Counter(faces)
        assert list(meld) == sorted(meld)
        if len(meld) < 7:
            melds = map(judge_meld, set(permutations(meld)))
            assert value == max(found.value for found in melds if isinstance(found, Meld))


# --- could the rack open? ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", 0),
        ("K1 K3 K5 R7", 0),
        ("K1 R1 B1", 3),
        ("B9 B10 B11", 30),
        ("B8 B9 B10 K1 K2", 27),
        ("B4 B5 B6 K5 R5 O5", 30),
        ("B4 B5 B6 K5 R5", 15),
        ("B9 B10 B11 K9 R9", 30),  # B9 is one tile, in one set
        ("B9 B10 B11 K9 R9 O9 B8", 65),
        ("K10 J R10", 30),  # jokers count
        ("K9 J R9 B1", 27),
        ("B8 B9 J", 27),
        ("B9 J B11", 30),
        ("J J K13", 39),
        ("J J K1 K5", 18),
    ],
)
@pytest.mark.clause("N-41", "N-22")
def test_what_a_rack_is_worth(text: str, value: int) -> None:
    check_opening(text.split(), value)


@pytest.mark.clause("N-41")
def test_without_a_threshold_any_set_opens_and_nothing_else() -> None:
    assert can_open(parse_set("K1 R1 B1"), 0, ALL_SETS)
    assert can_open(parse_set("K1 R1 J"), 0, ALL_SETS)
    assert not can_open(parse_set("K1 R1 K2 R5"), 0, ALL_SETS)
    assert not can_open([], 0, ALL_SETS)


@pytest.mark.clause("N-41", "T-3")
def test_jokers_count_as_what_they_stand_for() -> None:
    assert can_open(parse_set("K10 R10 J"), 30, ALL_SETS)
    assert not can_open(parse_set("K10 R10"), 30, ALL_SETS)
    assert can_open(parse_set("B6 D B9"), 30, ALL_SETS)
    assert not can_open(parse_set("B6 D B9"), 31, ALL_SETS)
    assert can_open(parse_set("R9 C B11"), 30, ALL_SETS)
    assert can_open(parse_set("R10 R10 M"), 31, ALL_SETS)
    assert not can_open(parse_set("R10 R10 M"), 32, ALL_SETS)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS.keys())
@pytest.mark.clause("N-41")
def test_the_racks_of_a_deal_agree_with_packing_all_sets(edition: Edition) -> None:
    tiles = get_box(edition.box).faces
    for seed in range(20):
        faces = random.Random(seed).sample(tiles, edition.rack_size)
        sets = {bag(map(str, meld)): value for meld, value in enumerate_sets(faces).items()}
        names = [str(face) for face in faces]
        check_opening(names, best_packing(names, sets))


@pytest.mark.parametrize("threshold", [30, 60, 100])
def test_many_low_tiles_are_judged_without_delay(threshold: int) -> None:
    """Trying all ways to pack them would take minutes."""
    faces = [face for face in get_box(CLASSIC.box).faces if 0 < face.number <= 6]
    rack = random.Random(3).sample(faces, 40)
    assert can_open(rack, threshold, ALL_SETS)
    assert not can_open(rack, sum(face.number for face in rack) + 1, ALL_SETS)
