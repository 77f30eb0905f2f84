"""The server's clock goes on steadily, whatever happens to the wall clock."""

from __future__ import annotations

import logging

import pytest

from kostka.server.ops.server_clock import (
    MAX_DIFFERENCE_MS,
    MIN_SLEEP_MS,
    ServerClock,
    read_awake_time_ms,
    read_steady_time_ms,
    read_wall_time_ms,
)

NOON, HOUR = 1_800_000_000_000, 3_600_000


class Machine:
    """A machine with a wall clock that people change, and that can sleep."""

    def __init__(self) -> None:
        self.wall, self.steady, self.awake = NOON, 50_000, 20_000

    def build_clock(self) -> ServerClock:
        return ServerClock(lambda: self.wall, lambda: self.steady, lambda: self.awake)

    def run(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds
        self.awake += milliseconds

    def sleep(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds


def list_events(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


@pytest.fixture
def machine(caplog: pytest.LogCaptureFixture) -> Machine:
    caplog.set_level(logging.INFO, "kostka.server")
    return Machine()


def test_it_starts_at_the_wall_clock_and_goes_on_steadily(machine: Machine) -> None:
    clock = machine.build_clock()
    assert clock.read_time_ms() == NOON
    machine.run(HOUR)
    assert clock.read_time_ms() == NOON + HOUR


@pytest.mark.parametrize("change", [-HOUR, HOUR, 30 * 24 * HOUR])
def test_a_changed_wall_clock_is_logged_once_while_games_run(
    change: int, machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    clock = machine.build_clock()
    machine.wall += change
    for _ in range(5):
        machine.run(1000)
        assert clock.follow_wall_clock(can_adjust=False) == 0
    assert clock.read_time_ms() == NOON + 5000
    assert list_events(caplog) == ["clock_differs"]
    machine.wall += change
    clock.follow_wall_clock(can_adjust=False)
    assert list_events(caplog) == ["clock_differs"] * 2


@pytest.mark.parametrize("change", [-HOUR, HOUR])
def test_it_follows_the_wall_clock_when_no_game_runs(
    change: int, machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    clock = machine.build_clock()
    machine.wall += change
    clock.follow_wall_clock(can_adjust=False)
    assert clock.follow_wall_clock(can_adjust=True) == change
    assert clock.read_time_ms() == NOON + change
    assert clock.follow_wall_clock(can_adjust=True) == 0
    assert list_events(caplog) == ["clock_differs", "clock_adjusted"]


def test_small_differences_are_nobodys_business(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    clock = machine.build_clock()
    for change in (MAX_DIFFERENCE_MS, -MAX_DIFFERENCE_MS):
        machine.wall = NOON + change
        assert clock.follow_wall_clock(can_adjust=True) == 0
    assert clock.read_time_ms() == NOON
    assert list_events(caplog) == []


def test_time_asleep_counts_and_is_noticed_once(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    clock = machine.build_clock()
    machine.sleep(HOUR)
    assert clock.read_time_ms() == NOON + HOUR
    assert clock.measure_sleep_ms() == HOUR
    machine.run(HOUR)
    machine.sleep(MIN_SLEEP_MS - 1)
    assert clock.measure_sleep_ms() == 0
    assert clock.follow_wall_clock(can_adjust=True) == 0
    assert list_events(caplog) == ["woke_up"]


def test_naps_add_up(machine: Machine) -> None:
    clock = machine.build_clock()
    machine.sleep(MIN_SLEEP_MS - 1)
    assert clock.measure_sleep_ms() == 0
    machine.sleep(1)
    assert clock.measure_sleep_ms() == MIN_SLEEP_MS


@pytest.mark.parametrize("read", [read_wall_time_ms, read_steady_time_ms, read_awake_time_ms])
def test_the_clocks_of_this_machine_go_forward(read: object) -> None:
    assert callable(read)
    first, second = read(), read()
    assert 0 < first <= second
