"""The solver against brute force on tiny positions; every answer goes through the turn check."""

from __future__ import annotations

from random import Random

import pytest

from tests.wordsolver.comparing import differences
from tests.wordsolver.makers import case


@pytest.mark.parametrize("seed", range(8))
def test_no_difference_on_tiny_positions(seed: int) -> None:
    rng = Random(seed)
    for _ in range(30):
        tried = case(rng)
        assert not differences(tried), tried
