"""The solver against brute force on tiny positions; every answer goes through the turn check."""

from __future__ import annotations

from random import Random

import pytest

from tests.wordsolver.case_makers import make_case
from tests.wordsolver.comparison import list_differences


@pytest.mark.parametrize("seed", range(8))
def test_no_difference_on_tiny_positions(seed: int) -> None:
    rng = Random(seed)
    for _ in range(30):
        tried = make_case(rng)
        assert not list_differences(tried), tried
