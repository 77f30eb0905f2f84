"""Timing solvers in turns."""

from __future__ import annotations

import pytest

from bench.solver import timing
from bench.solver.play import Play
from bench.solver.timing import time_solvers
from bench.spread import Spread, compute_spread
from tests.bench.fakes import FakeSolver, make_position

POSITIONS = [make_position("", "K1 K2 K3"), make_position("", "K1 K2 K4")]


def test_a_spread_of_even_times() -> None:
    assert compute_spread(list(range(101))) == Spread(50.0, 95.0, 99.0, 100.0)


def test_a_spread_of_one_time() -> None:
    assert compute_spread([7.04]) == Spread(7.0, 7.0, 7.0, 7.0)


def test_every_solver_gets_every_position_in_every_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "WARM_UP", 1)
    one, other = FakeSolver(Play()), FakeSolver(Play(proven=False))
    runs = time_solvers([one, other], POSITIONS, passes=3)
    assert one.asked == other.asked == [POSITIONS[0], *POSITIONS * 3]
    assert [run.passes for run in runs] == [3, 3]
    assert [run.unproven_count for run in runs] == [0, 2]
    for run in runs:
        assert all(best <= first for best, first in zip(run.times, run.first, strict=True))
        assert run.spread.max <= run.first_pass_spread.max


def test_who_is_too_slow_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "LONG_PASS", -1.0)
    (run,) = time_solvers([FakeSolver(Play())], POSITIONS, passes=3)
    assert run.passes == 1


def test_the_solvers_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "WARM_UP", 0)
    monkeypatch.setattr(timing, "BLOCK", 1)
    asked: list[str] = []
    one, other = FakeSolver(Play(), name="one"), FakeSolver(Play(), name="other")
    for fake in (one, other):
        fake.log = asked
    time_solvers([one, other], POSITIONS, passes=2)
    assert asked == ["one", "other"] * 4


def test_for_each_position_the_best_pass_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "WARM_UP", 0)
    # Two positions, three passes, in nanoseconds: 9 and 2, 5 and 7, 8 and 4 microseconds.
    clock = iter([0, 9000, 0, 2000, 0, 5000, 0, 7000, 0, 8000, 0, 4000])
    monkeypatch.setattr(timing, "perf_counter_ns", lambda: next(clock))
    (run,) = time_solvers([FakeSolver(Play())], POSITIONS, passes=3)
    assert (run.times, run.first) == ([5.0, 2.0], [9.0, 2.0])
