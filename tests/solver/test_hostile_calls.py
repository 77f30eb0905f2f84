"""Some calls with arguments that no solver would pass; `make fuzz-kernels` makes many more."""

from __future__ import annotations

from random import Random

import pytest

from tests.solver.hostile_calls import NumberCalls

kernel = pytest.importorskip("kostka.solver._kernel", reason="the kernel is not built")


def test_odd_arguments_are_refused_and_results_are_right() -> None:
    calls = NumberCalls(kernel, Random(1))
    for _ in range(1500):
        calls.call()
    assert {"search: sets", "search: ValueError", "play_position: play"} <= {*calls.outcomes}


def test_more_sets_than_there_are_bits_for_are_not_played() -> None:
    for count in (64, 65, 85, 86):
        laid = kernel.play([[]] * count, [], bytes(56), {b""}, (0,) * 56, -1, 100, True, 0)
        assert (laid is None) == (count > 64)


@pytest.mark.parametrize("worth", [-2, -(2**31), -(2**33), 201, 2**33])
def test_an_opening_is_worth_something_possible(worth: int) -> None:
    with pytest.raises((ValueError, OverflowError)):
        kernel.search(bytes(56), bytes(56), (0,) * 56, worth, 100, 0)
    with pytest.raises((ValueError, OverflowError)):
        kernel.play([], [], bytes(56), set(), (0,) * 56, worth, 100, True, 0)


@pytest.mark.parametrize("rules", [-1, 8, 2**31 - 1])
def test_rules_that_nobody_knows_are_refused(rules: int) -> None:
    with pytest.raises(ValueError, match="unknown rules"):
        kernel.search(bytes(56), bytes(56), (0,) * 56, -1, 100, rules)
    with pytest.raises(ValueError, match="unknown rules"):
        kernel.play([], [], bytes(56), set(), (0,) * 56, -1, 100, True, rules)
