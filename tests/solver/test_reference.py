"""The plain search: known positions, and tiny ones against every way to lay the tiles."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from msgspec import structs

from kostka.melds import interpret_set
from kostka.melds.enumeration import enumerate_sets
from kostka.solver.reference import search
from kostka.solver.task import Counts, SearchResult, Task, count_faces, list_faces
from kostka.tiles.box import BoxSpec, get_box
from kostka.tiles.notation import format_table, parse_set
from kostka.tiles.tile import FACES, NUMBERS

BOXES = {
    "classic": BoxSpec(copies=2, ordinary=2),
    "six": BoxSpec(copies=3, ordinary=4),
    "twist": BoxSpec(copies=2, ordinary=2, double=2, colour_change=2, mirror=2),
    "everything": BoxSpec(copies=3, ordinary=4, double=2, colour_change=2, mirror=2),
}
ONE_EACH = (1,) * len(FACES)
NONE = count_faces(())


def make_task(must: str, may: str = "", worth: int | None = None, **kept: int) -> Task:
    """Make a task in which every tile gains 1, or what is said."""
    gains = tuple(kept.get(face.name, 1) for face in FACES)
    return Task(count_faces(parse_set(must)), count_faces(parse_set(may)), gains, worth)


def check_sets(task: Task, found: SearchResult) -> None:
    """Check that the sets are what they should be: valid, of the right tiles, and worth enough."""
    if found.sets is None:
        return
    laid = count_faces(face for meld in found.sets for face in meld)
    extra = tuple(map(int.__sub__, laid, task.must))
    assert all(0 <= count <= may for count, may in zip(extra, task.may, strict=True))
    assert found.gain == sum(map(int.__mul__, extra, task.gains))
    readings = [interpret_set(meld) for meld in found.sets]
    assert all(readings), format_table(found.sets)
    if task.worth is not None:
        assert sum(reading.value for reading in readings if reading) >= max(task.worth, 1)


# --- known positions ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("must", "may", "gain"),
    [
        ("", "", 0),
        ("", "R1 R3 R5", 0),
        ("", "R1 R2 R3", 3),
        ("R1 R2 R3", "R4 K9", 1),
        ("R1 R2", "", None),
        ("R1 R2", "K1 K2", None),
        ("R1 R2", "R3 K3", 1),
        # E-5 and E-6 of the rule pages.
        ("O1 O2 O3 O4 K1 R1 B1 O1", "B1", 1),
        ("R5 R6 R7 O5 O6 O7 K5 K6 K7 K8 K9", "K10 B5", 2),
        ("K12 K13", "K1 K11", 1),
        ("R3 R3 R3 R4 R4 R4 R5 R5 R5", "K3 B3", 0),
        ("R3 R3 R3 R4 R4 R5 R5", "K3 B3", 2),
        # Ordinary jokers
        ("R5 J", "R7", 1),
        ("R5 J", "R8", None),
        ("R5 J J", "", 0),
        ("J J J", "J", 1),
        ("K5 R5 B5", "J", 1),
        ("K5 R5 B5 O5", "J", 0),
        ("K5 R5 B5 O5 J", "", None),
        ("K5 R5 B5 O5 J J", "", 0),
        # Double jokers
        ("R5 D", "", None),
        ("R5 D", "R8", 1),
        ("K5 D", "R5", 1),
        ("K5 R5 B5 D", "", None),
        ("K5 R5 B5 O5 D", "", None),
        ("K5 R5 B5 O5 D", "J", 1),
        ("D D R4", "", 0),
        ("K12 D", "K13", 1),
        ("D D J", "", 0),
        # Colour-change jokers
        ("R5 C", "K7", 1),
        ("R5 C", "R7", None),
        ("R5 C C", "R8 R9", 2),
        ("K5 R5 B5 C", "", None),
        ("C C J", "", 0),
        # Mirror jokers
        ("R5 M", "R5", 1),
        ("R5 M", "K5", None),
        ("M M R13 R13", "K1 K1", 2),
        ("D M", "D", 1),
        ("C M", "C", 1),
        ("J M", "C", None),
        ("K7 R7 B7 M D", "B7", 1),
        ("R6 R7 R8 R9 M D D", "", 0),
        ("B6 C R8 M", "R8 C B6", 3),
        ("R11 R12 R13 M R13 R12 R11", "", 0),
        ("R1 R2 M R2 R1 K1 K2 M K2", "K1", 1),
    ],
)
def test_known_positions(must: str, may: str, gain: int | None) -> None:
    asked = make_task(must, may)
    found = search(asked)
    check_sets(asked, found)
    assert found.proven
    assert (found.gain if found.sets is not None else None) == gain


def test_spare_jokers_find_room_where_a_run_fills_all_numbers() -> None:
    asked = make_task(" ".join(f"K{number}" for number in NUMBERS), "J J J J D D C C")
    found = search(asked)
    check_sets(asked, found)
    assert found.gain == 8


def test_tiles_that_cost_are_kept() -> None:
    asked = make_task("R1 R2 R3", "R4 R5 J", R4=-1, R5=3, J=-3)
    found = search(asked)
    check_sets(asked, found)
    assert found.gain == 2
    assert search(make_task("R1 R2 R3", "R4 R5 J", R4=-2, R5=1, J=-3)).gain == 0


def test_all_that_must_be_laid_is_laid_even_if_it_costs() -> None:
    found = search(make_task("R1 R2", "R3 K1 K2 J", R3=-5, J=-7))
    assert found.gain == -5


@pytest.mark.parametrize(
    ("rack", "worth", "gain"),
    [
        ("R9 R10 R11", 30, 3),
        ("R9 R10 R11", 31, None),
        ("", 0, None),
        ("R1 R2 R4", 0, None),
        ("J J B5", 18, 3),
        ("J J B5", 19, None),
        ("J J J", 39, 3),
        ("J J D", 52, 3),
        ("B2 D B5", 14, 3),
        ("B2 D B5", 15, None),
        ("R4 M R4", 13, 3),
        ("R4 M R4", 14, None),
        ("R13 M R13", 39, 3),
        # Towards the middle the numbers fall here, 13 12 13; it cannot be a group.
        ("C M C", 38, 3),
        ("C M C", 39, None),
        ("R12 R13 M R13 R12", 61, 5),
        ("R12 R13 M R13 R12", 62, None),
        ("D M D", 65, 3),
        ("K7 R7 M D", 35, 4),
        ("C C D J", 55, 4),
    ],
)
def test_openings(rack: str, worth: int, gain: int | None) -> None:
    asked = make_task("", rack, worth)
    found = search(asked)
    check_sets(asked, found)
    assert found.proven
    assert (found.gain if found.sets is not None else None) == gain


def test_the_fewest_tiles_that_open() -> None:
    asked = Task(
        NONE, count_faces(parse_set("K9 K10 K11 K12 R1 R2 R3 J")), tuple(-1 for _ in FACES), 30
    )
    found = search(asked)
    check_sets(asked, found)
    assert found.gain == -3


# --- effort ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOXES)
def test_the_whole_box_can_be_laid(name: str) -> None:
    box = count_faces(get_box(BOXES[name]).faces)
    for asked in (Task(box, NONE, ONE_EACH), Task(NONE, box, ONE_EACH)):
        found = search(asked)
        check_sets(asked, found)
        assert found.proven
        assert found.gain == sum(asked.may)


@pytest.mark.parametrize("name", BOXES)
def test_little_effort_gives_a_worse_answer_or_none(name: str) -> None:
    rng = Random(1)
    for _ in range(4):
        asked = make_random_task(rng, BOXES[name], 20)
        best = search(asked)
        check_sets(asked, best)
        assert best.proven
        for effort in (1, 10, 100, 1000):
            found = search(structs.replace(asked, effort=effort))
            check_sets(asked, found)
            if found.proven:
                assert (found.sets is None, found.gain) == (best.sets is None, best.gain)
            elif found.sets is not None:
                assert best.sets is not None
                assert best.gain >= found.gain


def test_nothing_is_laid_without_effort_if_nothing_must_be() -> None:
    asked = make_task("", "R1 R2 R3")
    assert search(structs.replace(asked, effort=0)) == SearchResult((), 0, proven=False)
    asked = make_task("R1 R2 R3")
    assert search(structs.replace(asked, effort=0)) == SearchResult(None, 0, proven=False)


def test_the_same_answer_every_time() -> None:
    asked = make_random_task(Random(3), BOXES["twist"], 30)
    assert search(asked) == search(asked)


# --- tiny positions ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", BOXES)
def test_tiny_positions(name: str, seed: int) -> None:
    rng = Random(seed)
    for _ in range(8):
        asked = make_random_task(rng, BOXES[name], rng.randint(3, 10))
        found = search(asked)
        check_sets(asked, found)
        assert found.proven
        gain = found.gain if found.sets is not None else None
        assert gain == find_best_gain(asked), (
            f"must {list_faces(asked.must)} may {list_faces(asked.may)} worth {asked.worth}"
        )


def make_random_task(rng: Random, box: BoxSpec, size: int) -> Task:
    """Take tiles of some neighbouring numbers and some jokers."""
    lowest = rng.randint(1, 13)
    numbers = range(lowest, lowest + rng.randint(1, 6) + size // 10)
    faces = get_box(box).faces
    tiles = [face for face in faces if face.number in numbers]
    jokers = [face for face in faces if not face.number]
    chosen = rng.sample(jokers, min(rng.choice((0, 1, 2, 3, 5)), size, len(jokers)))
    chosen += rng.sample(tiles, min(size - len(chosen), len(tiles)))
    opening = rng.random() < 0.3
    share = 0 if opening else rng.choice((0, 0.3, 0.5, 0.8, 1))
    must = [face for face in chosen if rng.random() < share]
    may = Counter(chosen)
    may.subtract(must)
    gains = rng.choice(
        (
            ONE_EACH,
            tuple(face.number or 30 for face in FACES),
            tuple(rng.randint(-5, 8) for _ in FACES),
        )
    )
    worth = rng.choice((0, 20, 30, 45, 60)) if opening else None
    return Task(count_faces(must), count_faces(may.elements()), gains, worth)


def find_best_gain(task: Task) -> int | None:
    """Try every way to lay the tiles: the first tile left is in one of the sets, or not laid."""
    held = tuple(map(int.__add__, task.must, task.may))
    melds = enumerate_sets(list_faces(held), task.rules)
    sets = [(count_faces(meld), value) for meld, value in melds.items()]

    @cache
    def best(left: Counts, needed: int) -> int | None:
        """Return the most that these tiles can gain, less what they would gain all together."""
        first = next((at for at, count in enumerate(left) if count), None)
        if first is None:
            return None if needed else 0
        gains = [
            best(tuple(map(int.__sub__, left, meld)), max(0, needed - value))
            for meld, value in sets
            if meld[first] and not any(meld[:first]) and all(map(int.__le__, meld, left))
        ]
        if left[first] <= task.may[first]:
            rest = best((*left[:first], 0, *left[first + 1 :]), needed)
            gains.append(None if rest is None else rest - left[first] * task.gains[first])
        return max((gain for gain in gains if gain is not None), default=None)

    most = sum(map(int.__mul__, task.may, task.gains))
    gain = best(held, 0 if task.worth is None else max(task.worth, 1))
    return None if gain is None else most + gain
