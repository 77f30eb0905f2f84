"""House rules that forbid some sets."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from kostka.editions import TWIST, apply_house_rules
from kostka.editions.set_rules import ALL_SETS, SetRules
from kostka.events.errors import Violation
from kostka.melds import Meld, check_turn, interpret_set, judge_meld
from kostka.melds.enumeration import enumerate_sets
from kostka.tiles import get_box, parse_set
from kostka.tiles.tile import FACES
from tests.oracle.meanings import TWIST as TWIST_BOX
from tests.oracle.meanings import Box, bag, melds

NO_JOKER_SETS = SetRules(joker_only_sets=False)
NO_SINGLES = SetRules(single_tile_mirrors=False)
NO_NEIGHBOURS = SetRules(adjacent_colour_changes=False)
STRICT = SetRules(joker_only_sets=False, single_tile_mirrors=False, adjacent_colour_changes=False)


@pytest.mark.clause("N-12", "T-4", "T-22", "T-23", "T-31", "T-32")
@pytest.mark.parametrize(
    ("rules", "text", "message"),
    [
        (NO_JOKER_SETS, "J J D", "J J D: a set needs a number tile here (N-12)"),
        (NO_JOKER_SETS, "D M D", "D M D: a set needs a number tile here (N-12)"),
        (NO_JOKER_SETS, "C J C", "C J C: a set needs a number tile here (N-12)"),
        (NO_SINGLES, "R4 M R4", "R4 M R4: a mirror joker needs two tiles on each side here (T-31)"),
        (NO_SINGLES, "R4 M J", "R4 M J: a mirror joker needs two tiles on each side here (T-31)"),
        (NO_SINGLES, "C M C", "C M C: a mirror joker needs two tiles on each side here (T-31)"),
        (
            NO_NEIGHBOURS,
            "O6 C C B9",
            "O6 C C B9: two colour-change jokers may not lie side by side here (T-23)",
        ),
        (
            NO_NEIGHBOURS,
            "R1 C C",
            "R1 C C: two colour-change jokers may not lie side by side here (T-23)",
        ),
    ],
)
def test_forbidden_sets_are_refused_with_their_clause(
    rules: SetRules, text: str, message: str
) -> None:
    assert isinstance(judge_meld(parse_set(text)), Meld)
    assert str(judge_meld(parse_set(text), rules)) == message
    assert isinstance(judge_meld(parse_set(text), STRICT), Violation)


@pytest.mark.parametrize(
    "text",
    [
        *("J J R5", "D J R13", "R4 M D J", "R3 R4 M D", "R3 R4 M R4 R3", "K7 R7 M R7 K7"),
        *("O6 C R8 C B10", "C R5 C", "B6 C M C B6", "R6 C J C B10"),
    ],
)
def test_strict_rules_leave_other_sets_as_they_are(text: str) -> None:
    assert judge_meld(parse_set(text), STRICT) == judge_meld(parse_set(text))


def test_what_is_no_set_keeps_its_reason() -> None:
    for text in ("R5 R7 R8", "R4 M", "C C", "R4 M B4"):
        assert judge_meld(parse_set(text), STRICT) == judge_meld(parse_set(text))


def test_the_reading_of_an_allowed_set_does_not_depend_on_rules() -> None:
    rng = Random(1)
    for _ in range(20_000):
        faces = rng.choices(FACES[:26:5] + FACES[-4:], k=rng.randint(3, 5))
        judged, strict = judge_meld(faces), judge_meld(faces, STRICT)
        if isinstance(strict, Meld) or isinstance(judged, Violation):
            assert strict == judged


@pytest.mark.parametrize("rules", map(SetRules._make, product((True, False), repeat=3)))
def test_the_oracle_allows_the_same_sets(rules: SetRules) -> None:
    box = Box(1, 2, 2, 2, 1, *rules)
    faces = {face.name: face for face in FACES}
    for size in (3, 4):
        known = melds(box, size)
        for written in melds(box._replace(**ALL_SETS._asdict()), size):
            reading = interpret_set([faces[tile] for tile in written], rules)
            assert (reading and reading.value) == known.get(written), written


@pytest.mark.parametrize("rules", [NO_JOKER_SETS, NO_SINGLES, NO_NEIGHBOURS, STRICT])
def test_enumeration_finds_the_sets_of_the_oracle(rules: SetRules) -> None:
    held = parse_set("R4 R5 R5 R6 K5 J J D C C M")
    names = {face.name for face in held}
    found = {
        bag([face.name for face in meld]): v for meld, v in enumerate_sets(held, rules).items()
    }
    for size in (3, 4, 5):
        best: dict[tuple[str, ...], int] = {}
        for written, value in melds(Box(2, 2, 1, 2, 1, *rules), size).items():
            enough = all(written.count(tile) <= sum(f.name == tile for f in held) for tile in names)
            if enough and names.issuperset(written):
                best[bag(written)] = max(best.get(bag(written), 0), value)
        assert {tiles: v for tiles, v in found.items() if len(tiles) == size} == best


@pytest.mark.clause("N-12", "N-23")
def test_a_turn_is_judged_by_the_rules_of_its_table() -> None:
    book = apply_house_rules(TWIST, joker_only_sets=False)
    box = get_box(book.box)
    before = (tuple(box.pick_tiles(parse_set("B3 B4 B5"))),)
    rack = box.pick_tiles(parse_set("J J D"))
    after = (*before, tuple(rack))
    assert not check_turn(TWIST, before, rack, after, opened=True).violations
    found = check_turn(book, before, rack, after, opened=True).violations
    assert [violation.clause for violation in found] == ["N-12"]


COUNTS = {
    None: {3: (1038, 3811), 4: (2688, 14_864)},
    "joker_only_sets": {3: (1028, 3784), 4: (2681, 14_808)},
    "single_tile_mirrors": {3: (932, 3653), 4: (2688, 14_864)},
    "adjacent_colour_changes": {3: (1030, 3703), 4: (2520, 13_796)},
}
"""Melds of the Twist box by size, as bags and as written, with one kind forbidden."""


@pytest.mark.clause("N-12", "T-4", "T-23", "T-31")
@pytest.mark.parametrize("field", COUNTS)
def test_as_many_sets_are_allowed_as_were_counted(field: str | None) -> None:
    """By the oracle, and for three tiles by trying every sequence there is."""
    forbidden = {field: False} if field else {}
    box, rules = TWIST_BOX._replace(**forbidden), ALL_SETS._replace(**forbidden)
    for size, counted in COUNTS[field].items():
        written = melds(box, size)
        assert (len({*map(bag, written)}), len(written)) == counted
    tiles = get_box(TWIST.box)
    every = [faces for faces in product(FACES, repeat=3) if interpret_set(faces, rules)]
    allowed = [faces for faces in every if not tiles.describe_shortages(faces)]
    assert len(allowed) == COUNTS[field][3][1]
    assert len({tuple(sorted(faces)) for faces in allowed}) == COUNTS[field][3][0]
