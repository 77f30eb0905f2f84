"""The direction of a row is free."""

from __future__ import annotations

import pytest

from kostka.editions import TOURNAMENT
from kostka.melds import check_turn
from kostka.tiles import get_box, parse_set


@pytest.mark.clause("Z-13")
@pytest.mark.parametrize("written", ["R9 R10 R11", "R11 R10 R9", "K10 B10 O10", "O10 K10 B10"])
def test_a_row_may_be_laid_in_either_direction(written: str) -> None:
    rack = tuple(get_box(TOURNAMENT.box).pick_tiles(parse_set(written)))
    outcome = check_turn(TOURNAMENT, (), rack, (rack,), opened=False)
    assert outcome.violations == ()
    assert outcome.value == 30


@pytest.mark.clause("Z-13", "N-11")
def test_but_the_tiles_of_a_run_lie_in_order() -> None:
    rack = tuple(get_box(TOURNAMENT.box).pick_tiles(parse_set("R9 R11 R10")))
    outcome = check_turn(TOURNAMENT, (), rack, (rack,), opened=True)
    assert [str(violation) for violation in outcome.violations] == [
        "R9 R11 R10 is not in order; as R9 R10 R11 it is a run (N-11)"
    ]
