"""Help for score-keepers at a real table, where tiles can be lost track of."""

from __future__ import annotations

import pytest

from kostka.editions import CLASSIC, SIX, TOURNAMENT, TRAVEL, TWIST, Edition
from kostka.numbers.real_table import settle_lost_tiles


@pytest.mark.clause("N-27")
@pytest.mark.parametrize(
    ("edition", "penalty"), [(CLASSIC, 1), (SIX, 1), (TRAVEL, 3)], ids=["classic", "six", "travel"]
)
def test_tiles_whose_place_nobody_remembers_go_to_the_rack(edition: Edition, penalty: int) -> None:
    assert settle_lost_tiles(edition, 4) == (4, 0, penalty)


@pytest.mark.clause("N-27")
@pytest.mark.parametrize("lost", [1, 4])
def test_in_twist_they_go_to_the_pool_and_as_many_extra_tiles_are_drawn(lost: int) -> None:
    assert settle_lost_tiles(TWIST, lost) == (0, lost, 3 + lost)


@pytest.mark.clause("N-27", "Z-12")
def test_in_a_tournament_the_player_takes_the_tiles_that_are_in_no_set() -> None:
    assert settle_lost_tiles(TOURNAMENT, 5) == (5, 0, 1)


@pytest.mark.clause("N-27")
@pytest.mark.parametrize(("edition", "penalty"), [(CLASSIC, 1), (TWIST, 3)])
def test_without_lost_tiles_the_penalty_is_the_usual_one(edition: Edition, penalty: int) -> None:
    assert settle_lost_tiles(edition, 0) == (0, 0, penalty)
