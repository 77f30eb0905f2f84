"""Every valid meld of the number games, generated from what a meld can mean.

This oracle does not look at tiles and ask "is this a meld?". It goes the other way round:

1. It lists every *meaning*: a row of cells, each with the number that it counts. A cell is a
   number tile that is meant, or the place of a colour-change joker or of a mirror joker.
2. It lists every way to *write* a meaning: a meant tile is written as that number tile or as an
   ordinary joker, two neighbouring meant tiles also as one double joker; a colour-change cell
   is always written as a colour-change joker, and a mirror cell as a mirror joker (T-1).

There are four kinds of meaning: plain groups, plain runs, mirrored groups and mirrored runs.
A sequence of tiles is a valid meld if at least one meaning can be written that way. Its opening
value is the largest total over those meanings (N-13, T-3).

Clause numbers (N-10, T-34, ...) refer to the rule pages. Nothing of the product is imported.
"""
# ruff: noqa: T201 (the command at the end prints its figures)

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from time import perf_counter
from typing import NamedTuple

COLOURS = ("K", "R", "B", "O")
LOWEST = 1
HIGHEST = 13
SMALLEST_MELD = 3  # T-2: tiles as written, a joker of any kind is one tile

ORDINARY = "J"
DOUBLE = "D"
COLOUR_CHANGE = "C"
MIRROR = "M"

Meld = tuple[str, ...]
"""Tile notations in the order in which they lie on the table."""

Bag = tuple[str, ...]
"""Tile notations sorted as text: the same tiles, whatever their order."""


class Box(NamedTuple):
    """How many tiles of each sort there are: `copies` is meant of every single number tile.

    And what a table plays with them: house rules may forbid some melds.
    """

    copies: int
    ordinary: int
    double: int
    colour_change: int
    mirror: int
    joker_only_sets: bool = True
    single_tile_mirrors: bool = True
    adjacent_colour_changes: bool = True


CLASSIC = Box(copies=2, ordinary=2, double=0, colour_change=0, mirror=0)
SIX = Box(copies=3, ordinary=4, double=0, colour_change=0, mirror=0)
TWIST = Box(copies=2, ordinary=2, double=2, colour_change=2, mirror=2)


class Cell(NamedTuple):
    """One place of a meaning: a colour, or the joker C or M that must lie there; and a number."""

    what: str
    number: int


Meaning = tuple[Cell, ...]


# ---------------------------------------------------------------------------------------------
# Meanings
# ---------------------------------------------------------------------------------------------


def plain_groups(cells: int) -> Iterator[Meaning]:
    """N-10, T-11: three or four different colours of one number, in any order."""
    if cells not in (3, 4):
        return
    for number in range(LOWEST, HIGHEST + 1):
        for colours in permutations(COLOURS, cells):
            yield tuple(Cell(colour, number) for colour in colours)


def rising_rows(box: Box, first: int, cells: int, changes: int) -> set[Meaning]:
    """Consecutive numbers from `first` on, with exactly `changes` colour-change cells among them.

    T-20: a colour-change cell takes the place of one number.
    T-21: the cells between two changes (or a change and an end) are a section of one colour, and
    neighbouring sections differ in colour.
    T-22, T-23: a section may be empty. It has a colour all the same; we try every one. (The set
    makes rows that differ only in the colour of an empty section one and the same.) A house rule
    may forbid empty sections between two changes.
    """
    rows: set[Meaning] = set()
    for places in combinations(range(cells), changes):
        if not box.adjacent_colour_changes and any(place + 1 in places for place in places):
            continue
        for colours in product(COLOURS, repeat=changes + 1):
            if any(colours[i] == colours[i + 1] for i in range(changes)):
                continue
            row: list[Cell] = []
            section = 0
            for place in range(cells):
                if place in places:
                    row.append(Cell(COLOUR_CHANGE, first + place))
                    section += 1
                else:
                    row.append(Cell(colours[section], first + place))
            rows.add(tuple(row))
    return rows


def plain_runs(box: Box, cells: int) -> Iterator[Meaning]:
    """N-11, T-20 to T-24: consecutive numbers within 1-13, written upwards or downwards (N-13)."""
    for first in range(LOWEST, HIGHEST - cells + 2):
        for changes in range(min(box.colour_change, cells) + 1):
            for row in rising_rows(box, first, cells, changes):
                yield row
                yield row[::-1]


def mirrored(side: Meaning, number: int) -> Meaning:
    """T-30, T-34: the side, the mirror joker, and the same cells again in the opposite order."""
    return (*side, Cell(MIRROR, number), *side[::-1])


def fewest_side_cells(box: Box) -> int:
    """T-31, T-32: one cell on each side is enough, unless a house rule says otherwise."""
    return 1 if box.single_tile_mirrors else 2


def mirrored_groups(box: Box, side_cells: int) -> Iterator[Meaning]:
    """T-32: one to three different colours on each side; the mirror joker has their number."""
    if not fewest_side_cells(box) <= side_cells <= 3:
        return
    for number in range(LOWEST, HIGHEST + 1):
        for colours in permutations(COLOURS, side_cells):
            side = tuple(Cell(colour, number) for colour in colours)
            yield mirrored(side, number)


def mirrored_runs(box: Box, side_cells: int) -> Iterator[Meaning]:
    """T-31: the numbers rise or fall towards the mirror joker, which is the next number.

    T-34: opposite a colour-change joker there is a colour-change joker, so each takes two.
    """
    if side_cells < fewest_side_cells(box):
        return
    for first in range(LOWEST, HIGHEST - side_cells + 2):
        last = first + side_cells - 1
        for changes in range(min(box.colour_change // 2, side_cells) + 1):
            for row in rising_rows(box, first, side_cells, changes):
                if last + 1 <= HIGHEST:
                    yield mirrored(row, last + 1)
                if first - 1 >= LOWEST:
                    yield mirrored(row[::-1], first - 1)


def plain_meanings(box: Box, size: int) -> Iterator[Meaning]:
    """All meanings without a mirror that `size` tiles might write."""
    for cells in range(size, size + box.double + 1):
        yield from plain_groups(cells)
        yield from plain_runs(box, cells)


def mirrored_meanings(box: Box, size: int) -> Iterator[Meaning]:
    """All meanings with a mirror that `size` tiles might write. One mirror in a set (T-35)."""
    if box.mirror == 0:
        return
    for cells in range(size, size + box.double + 1):
        if cells % 2 == 1 and cells >= 3:
            side_cells = (cells - 1) // 2
            yield from mirrored_groups(box, side_cells)
            yield from mirrored_runs(box, side_cells)


def all_meanings(box: Box, size: int) -> Iterator[Meaning]:
    yield from plain_meanings(box, size)
    yield from mirrored_meanings(box, size)


# ---------------------------------------------------------------------------------------------
# Ways to write a meaning
# ---------------------------------------------------------------------------------------------


def writings(meaning: Meaning, box: Box, size: int) -> Iterator[Meld]:
    """Every way to write the meaning with exactly `size` tiles of the box.

    The two sides of a mirror are written independently of each other: what faces each other
    stands for the same tile because the *meaning* is the same on both sides (T-34).
    """
    for written in _write_from(meaning, 0, size, box.ordinary, box.double):
        if box_holds(box, written) and (box.joker_only_sets or holds_number(written)):
            yield written


def _write_from(
    meaning: Meaning, place: int, tiles: int, ordinary: int, double: int
) -> Iterator[Meld]:
    """Write the cells from `place` on with exactly `tiles` tiles.

    `ordinary` and `double` say how many of these jokers may still be used.
    """
    cells = len(meaning) - place
    if cells == 0 and tiles == 0:
        yield ()
        return
    if tiles < 1 or not tiles <= cells <= tiles + double:
        return  # no tiles left, too many tiles, or too few even with all the double jokers
    here = meaning[place]
    if here.what not in COLOURS:
        for rest in _write_from(meaning, place + 1, tiles - 1, ordinary, double):
            yield (here.what, *rest)
        return
    for rest in _write_from(meaning, place + 1, tiles - 1, ordinary, double):
        yield (f"{here.what}{here.number}", *rest)
    if ordinary > 0:
        for rest in _write_from(meaning, place + 1, tiles - 1, ordinary - 1, double):
            yield (ORDINARY, *rest)
    # T-10, T-11, T-34: a double joker covers this meant tile and the next one. In a run the two
    # are of one section (T-24), as between two sections there is a colour-change cell.
    if double > 0 and cells >= 2 and meaning[place + 1].what in COLOURS:
        for rest in _write_from(meaning, place + 2, tiles - 1, ordinary, double - 1):
            yield (DOUBLE, *rest)


def holds_number(tiles: Sequence[str]) -> bool:
    """Is there a number tile among these tiles?"""
    return any(tile[0] in COLOURS for tile in tiles)


def box_holds(box: Box, tiles: Sequence[str]) -> bool:
    """Are there that many of each of these tiles in the box?"""
    limits = {
        ORDINARY: box.ordinary,
        DOUBLE: box.double,
        COLOUR_CHANGE: box.colour_change,
        MIRROR: box.mirror,
    }
    return all(tiles.count(tile) <= limits.get(tile, box.copies) for tile in set(tiles))


# ---------------------------------------------------------------------------------------------
# Melds
# ---------------------------------------------------------------------------------------------


def melds(box: Box, size: int) -> dict[Meld, int]:
    """All valid melds of exactly `size` tiles, as written, with their best opening value.

    Every order in which the tiles are valid is a key of its own (groups in all their orders).
    """
    best: dict[Meld, int] = {}
    if size < SMALLEST_MELD:
        return best
    for meaning in all_meanings(box, size):
        value = sum(cell.number for cell in meaning)
        for written in writings(meaning, box, size):
            if value > best.get(written, 0):
                best[written] = value
    return best


def bag(tiles: Sequence[str]) -> Bag:
    """The tiles without their order."""
    return tuple(sorted(tiles))


def meld_multisets(box: Box, size: int) -> set[Bag]:
    """All bags of exactly `size` tiles that are a meld in at least one order."""
    if size < SMALLEST_MELD:
        return set()
    return {
        bag(written)
        for meaning in all_meanings(box, size)
        for written in writings(meaning, box, size)
    }


# ---------------------------------------------------------------------------------------------
# Melds that cannot be parted into smaller melds
# ---------------------------------------------------------------------------------------------


def partable_into(parts: set[Bag]) -> Callable[[Bag], bool]:
    """A question to ask of a bag: can it be parted into two or more bags out of `parts`?"""
    sizes = sorted({len(part) for part in parts})

    @cache
    def can_be_parted(tiles: Bag) -> bool:
        # One part holds the first tile. We try every choice of that part; what is left over
        # must be a part itself or be parted in its turn. (A choice out of sorted tiles is sorted.)
        others = range(1, len(tiles))
        for size in sizes:
            for chosen in combinations(others, size - 1):
                part = (tiles[0], *(tiles[i] for i in chosen))
                if part in parts:
                    rest = tuple(tiles[i] for i in others if i not in chosen)
                    if rest in parts or (rest and can_be_parted(rest)):
                        return True
        return False

    return can_be_parted


def longest_candidate(box: Box) -> int:
    """How many cells a meld that cannot be parted has at most; see `candidates`."""
    longest_side = 2 * box.double + 3
    return 2 * longest_side + 1


def candidates(box: Box, size: int) -> set[Bag]:
    """The melds of `size` tiles, as bags, without some that can obviously be parted.

    A plain group has at most four tiles. A plain run of six or more tiles is parted after its
    third tile: each piece of a run is a run. So from six tiles on only mirrored melds are left.

    Long mirrored runs can be parted too, into a small mirrored run around the mirror joker and
    one plain run from either outer end. Say the box has d double jokers. At one of the first
    d + 1 places to cut, counted in cells from the mirror joker, no double joker is in the way on
    either side. The d + 1 or fewer cells inside the cut are a mirrored run. If a side has 2d + 4
    cells or more, at least d + 3 of them are outside the cut, which takes three tiles or more
    to write. So only sides of at most 2d + 3 cells are left.
    """
    if size < 2 * SMALLEST_MELD:
        return meld_multisets(box, size)
    return {
        bag(written)
        for meaning in mirrored_meanings(box, size)
        if len(meaning) <= longest_candidate(box)
        for written in writings(meaning, box, size)
    }


def unsplittable(box: Box, largest: int | None = None) -> dict[int, int]:
    """For each size, how many bags are melds that cannot be parted into two or more melds.

    Without `largest` all sizes are looked at (minutes for the Twist box, seconds up to 10).
    Sizes without any such meld are left out. A meld that can be parted at all can be parted into
    melds that cannot be parted further, so only those need to be kept as possible parts.
    """
    found: set[Bag] = set()
    if largest is None:
        largest = longest_candidate(box)
    for size in range(SMALLEST_MELD, largest + 1):
        can_be_parted = partable_into(found)
        found |= {tiles for tiles in candidates(box, size) if not can_be_parted(tiles)}
    return dict(sorted(Counter(len(tiles) for tiles in found).items()))


# ---------------------------------------------------------------------------------------------
# Figures
# ---------------------------------------------------------------------------------------------


def print_figures() -> None:
    """Print how many melds there are, as bags, by box and size; and the unsplittable ones."""
    boxes = {"classic": CLASSIC, "six": SIX, "twist": TWIST}
    sizes = {"classic": range(3, 15), "six": range(3, 15), "twist": range(3, 9)}
    for name, box in boxes.items():
        print(f"{name}: melds as bags")
        for size in sizes[name]:
            begin = perf_counter()
            count = len(meld_multisets(box, size))
            print(f"  {size:2} tiles {count:8,}  ({perf_counter() - begin:.1f} s)", flush=True)
    begin = perf_counter()
    counts = unsplittable(TWIST)
    print(f"twist: melds that cannot be parted, {sum(counts.values()):,} in all")
    for size, count in counts.items():
        print(f"  {size:2} tiles {count:8,}")
    print(f"  ({perf_counter() - begin:.1f} s)")


if __name__ == "__main__":
    print_figures()
