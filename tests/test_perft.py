"""Counts in text files, held against two independent ways to count.

`tests/oracle` generates all melds by their meaning and knows nothing of the product; the product
judges sets as they lie. Neither may disagree with the other or with the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest

from kostka.editions import EDITIONS, get_edition
from kostka.melds import check_turn, interpret_set
from kostka.melds.enumeration import enumerate_sets
from kostka.tiles import BoxSpec, TileId, get_box, parse_set, parse_table, parse_tile
from tests.oracle import meanings

FILES = Path(__file__).parent / "perft"

pytestmark = pytest.mark.xdist_group("perft")  # the oracle generates melds once for all tests


def counts() -> Iterator[tuple[str, str, int, int]]:
    """Read the edition, what is counted, the number of tiles and the count."""
    for path in sorted(FILES.glob("*.perft")):
        editions: list[str] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            match line.split():
                case ["editions", *names]:
                    editions = names
                case [("melds" | "written" | "unsplittable") as what, size, count]:
                    for name in editions:
                        yield name, what, int(size), int(count)


def placements() -> Iterator[tuple[str, bool, str, str, int]]:
    """Read the edition, whether the player has opened, table, rack and the count."""
    for line in (FILES / "placements.perft").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, opened, table, rack, count = (part.strip() for part in line.split(";"))
            yield name, opened == "opened", table, rack, int(count)


def oracle_box(spec: BoxSpec) -> meanings.Box:
    return meanings.Box(spec.copies, spec.ordinary, spec.double, spec.colour_change, spec.mirror)


@cache
def melds(box: meanings.Box, size: int) -> dict[tuple[str, ...], int]:
    return meanings.melds(box, size)


@cache
def unsplittable(box: meanings.Box) -> dict[int, int]:
    return meanings.unsplittable(box, largest=9)


@pytest.mark.clause("N-1", "N-10", "N-11")
def test_every_box_has_counts() -> None:
    boxes = {book.box for book in EDITIONS.values()}
    assert {get_edition(name).box for name, *_ in counts()} == boxes
    assert {get_edition(name).box for name, *_ in placements()} == boxes


@pytest.mark.parametrize(("name", "what", "size", "count"), list(counts()))
def test_the_oracle_counts_what_the_files_say(name: str, what: str, size: int, count: int) -> None:
    box = oracle_box(get_edition(name).box)
    match what:
        case "melds":
            assert len({tuple(sorted(meld)) for meld in melds(box, size)}) == count
        case "written":
            assert len(melds(box, size)) == count
        case _:
            assert unsplittable(box).get(size, 0) == count


# One edition for each box.
BOXES_AND_SIZES = [
    (name, size)
    for name, what, size, _ in counts()
    if what == "melds" and name in ("classic", "six", "twist")
]


@pytest.mark.clause("N-12", "N-13", "T-3", "T-34")
@pytest.mark.parametrize(("name", "size"), BOXES_AND_SIZES)
def test_the_product_reads_every_meld_of_the_oracle_with_its_value(name: str, size: int) -> None:
    """Also the near misses: each tile exchanged for another, each two neighbours swapped."""
    known = melds(oracle_box(get_edition(name).box), size)
    box = get_box(get_edition(name).box)
    faces = {face.name: face for face in box.faces}
    for meld, value in known.items():
        reading = interpret_set([faces[tile] for tile in meld])
        assert reading is not None, meld
        assert reading.value == value, meld
    for meld in list(known)[:: max(1, len(known) // 100)]:
        for near in near_misses(meld, list(faces)):
            shown = [faces[tile] for tile in near]
            if not box.describe_shortages(shown):
                reading = interpret_set(shown)
                assert (reading.value if reading else None) == known.get(near), near


def near_misses(meld: tuple[str, ...], names: list[str]) -> Iterator[tuple[str, ...]]:
    for at in range(len(meld)):
        for name in names:
            yield (*meld[:at], name, *meld[at + 1 :])
        if at:
            yield (*meld[: at - 1], meld[at], meld[at - 1], *meld[at + 1 :])


# Every sequence there is, of all tiles or of some that lie at the edges of the rules.
EXHAUSTIVE = [
    (3, "KRBO", range(1, 14)),
    (4, "KRBO", (1, 2, 3, 12, 13)),
    (5, "KR", (1, 2, 3, 13)),
]


@pytest.mark.parametrize(("size", "colours", "numbers"), EXHAUSTIVE)
def test_no_other_sequence_of_tiles_is_a_meld(
    size: int, colours: str, numbers: tuple[int, ...]
) -> None:
    box = get_box(get_edition("twist").box)
    known = melds(meanings.TWIST, size)
    names = [f"{colour}{number}" for colour in colours for number in numbers]
    faces = [parse_tile(name) for name in (*names, "J", "D", "C", "M")]
    seen = 0
    for tiles in product(faces, repeat=size):
        reading = interpret_set(tiles)
        written = tuple(face.name for face in tiles)
        if reading is None:
            assert written not in known
        elif written in known:
            seen += 1
        else:
            assert box.describe_shortages(tiles), written
    assert seen == sum(set(written) <= {face.name for face in faces} for written in known)


def test_the_sets_among_all_tiles_are_the_oracles() -> None:
    """Up to 5 tiles it is all of them, each with its best value."""
    tiles = [face for face in get_box(get_edition("twist").box).faces if face.number <= 6]
    names = {face.name for face in tiles}
    found = enumerate_sets(tiles)
    by_size: dict[int, dict[tuple[str, ...], int]] = {}
    for meld, value in found.items():
        key = tuple(sorted(face.name for face in meld))
        by_size.setdefault(len(meld), {})[key] = value
    for size in (3, 4, 5):
        best: dict[tuple[str, ...], int] = {}
        for written, value in melds(meanings.TWIST, size).items():
            if names.issuperset(written):
                key = tuple(sorted(written))
                best[key] = max(best.get(key, 0), value)
        assert by_size[size] == best


# --- turns ------------------------------------------------------------------------------------

Partition = list[tuple[TileId, ...]]


def partitions(tiles: list[TileId]) -> Iterator[Partition]:
    """Divide tiles into sets in every possible way."""
    if not tiles:
        yield []
        return
    first, *rest = tiles
    for division in partitions(rest):
        yield [(first,), *division]
        for at, part in enumerate(division):
            yield [*division[:at], (first, *part), *division[at + 1 :]]


@cache
def best_order(name: str, meld: tuple[TileId, ...]) -> tuple[TileId, ...]:
    """Put tiles in the order in which they are worth most, or leave them if they are no set."""
    box = get_box(get_edition(name).box)
    worth = {
        order: reading.value
        for order in (permutations(meld) if len(meld) >= 3 else ())
        if (reading := interpret_set(box.get_faces(order)))
    }
    return max(worth, key=lambda order: worth[order]) if worth else meld


def legal_tables(name: str, opened: bool, table: str, rack: str) -> tuple[int, int]:
    """Count the tables that may lie after a turn, by the oracle and by the turn check."""
    book = get_edition(name)
    box = get_box(book.box)
    before_faces = parse_table(table)
    on_table = box.pick_tiles(face for faces in before_faces for face in faces)
    own = box.pick_tiles(parse_set(rack), taken=on_table)
    laid = iter(on_table)
    before = tuple(tuple(next(laid) for _ in faces) for faces in before_faces)
    kept = {frozenset(meld) for meld in before}
    bags: dict[tuple[str, ...], int] = {}
    for size in range(3, len(on_table) + len(own) + 1):
        for meld, value in melds(oracle_box(book.box), size).items():
            key = tuple(sorted(meld))
            bags[key] = max(bags.get(key, 0), value)
    by_oracle = by_check = 0
    for chosen in range(1, 1 << len(own)):
        placed = [tile for at, tile in enumerate(own) if chosen >> at & 1]
        for division in partitions([*on_table, *placed]):
            names = [tuple(sorted(face.name for face in box.get_faces(meld))) for meld in division]
            legal = all(key in bags for key in names)
            if legal and not opened:
                new = [
                    bags[key]
                    for key, meld in zip(names, division, strict=True)
                    if frozenset(meld) not in kept
                ]
                untouched = kept <= set(map(frozenset, division))
                legal = untouched and sum(new) >= book.opening_threshold
            by_oracle += legal
            after = tuple(best_order(name, meld) for meld in division)
            by_check += not check_turn(book, before, own, after, opened=opened).violations
    return by_oracle, by_check


@pytest.mark.clause("N-20", "N-22", "N-23")
@pytest.mark.parametrize(("name", "opened", "table", "rack", "count"), list(placements()))
def test_legal_turns_by_brute_force_and_by_the_turn_check(
    name: str, opened: bool, table: str, rack: str, count: int
) -> None:
    by_oracle, by_check = legal_tables(name, opened, table, rack)
    assert by_oracle == count
    assert by_check == count
