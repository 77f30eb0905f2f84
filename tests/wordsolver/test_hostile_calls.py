"""Some calls with arguments that no solver would pass; `make fuzz-kernels` makes many more."""

from __future__ import annotations

from random import Random

import pytest

from tests.wordsolver.hostile_calls import WordCalls

kernel = pytest.importorskip("kostka.wordsolver._kernel", reason="the kernel is not built")


def test_odd_arguments_are_refused_and_results_are_right() -> None:
    calls = WordCalls(kernel, Random(1))
    for _ in range(1500):
        calls.call()
    assert {"make_index: proper", "search: turn", "search_oddly: TypeError"} <= {*calls.outcomes}
