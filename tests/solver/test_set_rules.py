"""House rules that forbid sets, in the search: kernel, Python twin and brute force."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from msgspec import structs

from kostka.editions import TWIST, apply_house_rules
from kostka.editions.set_rules import SetRules
from kostka.events.errors import Refused
from kostka.melds import interpret_set
from kostka.solver import engine, iterate_plays, reference, solve
from kostka.solver.opening import can_open
from kostka.solver.task import SearchResult, Task
from kostka.tiles import parse_set, parse_table
from tests.solver.test_reference import BOXES, find_best_gain, make_random_task, make_task

Search = Callable[[Task], SearchResult]

NO_JOKER_SETS = SetRules(joker_only_sets=False)
NO_SINGLES = SetRules(single_tile_mirrors=False)
NO_NEIGHBOURS = SetRules(adjacent_colour_changes=False)
STRICTER = [SetRules(*allowed) for allowed in product((True, False), repeat=3)][1:]

both = pytest.mark.parametrize("search", [engine.search, reference.search], ids=["C", "Python"])


@pytest.mark.clause("N-12", "T-4", "T-23", "T-31", "T-32")
@both
@pytest.mark.parametrize(
    ("rules", "must", "may", "gain"),
    [
        (NO_JOKER_SETS, "J J J", "", None),
        (NO_JOKER_SETS, "J J D D", "R5", 1),
        (NO_JOKER_SETS, "D M D", "", None),
        (NO_JOKER_SETS, "R5 R6 R7", "J J D D C C", 6),
        (NO_JOKER_SETS, "K5 R5 B5", "J J D", 3),
        (NO_SINGLES, "R4 M R4", "", None),
        (NO_SINGLES, "R4 M R4", "J J", 2),
        (NO_SINGLES, "R13 M R13", "C C", 2),
        (NO_SINGLES, "R5 M D", "J", 1),
        (NO_NEIGHBOURS, "R1 C C", "", None),
        (NO_NEIGHBOURS, "R5 C C", "", 0),
        (NO_NEIGHBOURS, "R12 R13 C C", "", None),
        (NO_NEIGHBOURS, "R12 R13 C C", "J", 1),
        (NO_NEIGHBOURS, "O6 C C B9", "", None),
        (NO_NEIGHBOURS, "O6 C C B10", "J", 1),
    ],
)
def test_known_positions(
    search: Search, rules: SetRules, must: str, may: str, gain: int | None
) -> None:
    task = structs.replace(make_task(must, may), rules=rules)
    found = search(task)
    assert found.proven
    assert (found.gain if found.sets is not None else None) == gain
    assert all(interpret_set(meld, rules) for meld in found.sets or ())


@both
@pytest.mark.parametrize("rules", STRICTER)
def test_tiny_positions(search: Search, rules: SetRules) -> None:
    rng = Random(str(rules))
    for at in range(40 if search is engine.search else 8):
        box = BOXES[("twist", "everything", "six")[at % 3]]
        task = structs.replace(make_random_task(rng, box, rng.randint(4, 9)), rules=rules)
        found = search(task)
        assert found.proven
        assert (found.gain if found.sets is not None else None) == find_best_gain(task), task
        assert all(interpret_set(meld, rules) for meld in found.sets or ())


@pytest.mark.clause("N-41")
def test_whether_a_rack_can_open_depends_on_the_rules() -> None:
    jokers, strict = parse_set("J J D"), SetRules(joker_only_sets=False)
    assert can_open(jokers, 30, SetRules())
    assert not can_open(jokers, 30, strict)
    assert can_open(parse_set("J J D R13"), 30, strict)


def test_a_table_with_a_forbidden_set_is_refused_with_its_clause() -> None:
    strict = apply_house_rules(TWIST, single_tile_mirrors=False)
    table = parse_table("R4 M R4")
    assert solve(TWIST, table, parse_set("J")).placed == ()
    with pytest.raises(Refused, match="T-31"):
        solve(strict, table, parse_set("J"))


def test_every_play_keeps_to_the_rules() -> None:
    strict = apply_house_rules(TWIST, joker_only_sets=False, adjacent_colour_changes=False)
    table, rack = parse_table("R5 R6 R7"), parse_set("J D C C K5 B5")
    plays = [*iterate_plays(strict, table, rack)]
    assert len(plays) > 10
    for play in plays:
        assert all(interpret_set(meld, strict.set_rules) for meld in play.table)
