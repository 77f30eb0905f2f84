"""The solver against the integer program: some positions always, then as many as time allows.

`KOSTKA_FUZZ=20` takes twenty times as many and as long; `python -m tests.tools.fuzz_solver` goes on
for as long as one likes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from itertools import chain, islice
from random import Random

import pytest

from kostka.editions import EDITIONS, Edition
from kostka.melds import interpret_set
from kostka.solver import solve
from kostka.tiles import Face, Kind, get_box
from tests.solver.position_makers import MAKERS, Position, Table, play_against_itself
from tests.tools.fuzz_solver import ASKED, BOXES, Tally, find_differences, make_questions

TIMES = int(os.environ.get("KOSTKA_FUZZ", "1"))
POSITIONS = 30 * TIMES
SECONDS = 3.0 * TIMES

every_box = pytest.mark.parametrize(
    "name",
    # The melds of the box with all jokers take seconds to list: one process does it for all tests.
    [
        pytest.param(name, marks=pytest.mark.xdist_group("program" if name == "twist" else name))
        for name in BOXES
    ],
)


@every_box
def test_the_same_positions_every_time(name: str) -> None:
    asked = islice(make_questions(EDITIONS[name], 1, ASKED), POSITIONS)
    tally = Tally()
    assert next(find_differences(tally, asked), None) is None
    assert tally.compared.total() == POSITIONS


@every_box
def test_as_many_positions_as_time_allows(name: str) -> None:
    tally = Tally()
    asked = make_questions(EDITIONS[name], 2, ASKED)
    assert next(find_differences(tally, asked, SECONDS), None) is None
    assert tally.compared


# --- the makers -------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize("maker", MAKERS)
def test_positions_are_made_of_valid_sets_and_tiles_of_the_box(
    edition: Edition, maker: Callable[[Edition, Random], Position]
) -> None:
    for seed in range(100):
        check(maker(edition, Random(seed)))


def check(position: Position) -> None:
    tiles = [*chain.from_iterable(position.table), *position.rack]
    assert not get_box(position.edition.box).describe_shortages(tiles)
    assert all(interpret_set(meld) for meld in position.table)


def test_sets_of_all_kinds_are_made() -> None:
    made: Counter[str] = Counter()
    for seed in range(400):
        for meld in MAKERS[0](EDITIONS["twist"], Random(seed)).table:
            made.update({face.kind for face in meld})
            made["long"] += len(meld) > 9
            made["jokers only"] += not any(face.number for face in meld)
    assert made.keys() >= {*Kind, "long", "jokers only"}
    assert min(made.values()) > 2


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_games_are_played_to_the_end(edition: Edition) -> None:
    def choose(table: Table, rack: list[Face], opened: bool) -> Table | None:
        answer = solve(edition, table, rack, opened=opened)
        return [[*meld] for meld in answer.table] if answer.placed else None

    met = [*play_against_itself(edition, 5, choose)]
    for position in met:
        check(position)
    assert any(position.opened for position in met)
    assert met[-1].table
