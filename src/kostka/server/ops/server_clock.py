"""The server's own clock: the wall clock at the start, and steady time since.

People and time services change the wall clock. Deadlines must not move with it, so everything in
the server reads this clock. It counts the time that the machine sleeps, because a round at real
tables goes on meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from logging import WARNING

from kostka.server.ops import logs

MAX_DIFFERENCE_MS = 3000
"""From the wall clock, before anybody is told. Leap seconds and slow corrections stay below."""

MIN_SLEEP_MS = 3000
"""A machine that stood still for less may just have been busy between two readings."""

ReadTime = Callable[[], int]

_BOOT_TIME: int | None = getattr(time, "CLOCK_BOOTTIME", None)
"""The clock that counts time asleep; only Linux has it."""


def read_wall_time_ms() -> int:
    """Return the time that the system shows, in milliseconds."""
    return time.time_ns() // 1_000_000


def read_steady_time_ms() -> int:
    """Return milliseconds that nobody can change; where the system can, with time asleep."""
    if _BOOT_TIME is None:
        return time.monotonic_ns() // 1_000_000
    return time.clock_gettime_ns(_BOOT_TIME) // 1_000_000


def read_awake_time_ms() -> int:
    """Return milliseconds that nobody can change; under Linux, without time asleep."""
    return time.monotonic_ns() // 1_000_000


class ServerClock:
    """The time by which a server plans, counts and records."""

    def __init__(
        self,
        read_wall: ReadTime = read_wall_time_ms,
        read_steady: ReadTime = read_steady_time_ms,
        read_awake: ReadTime = read_awake_time_ms,
    ) -> None:
        """Start at the wall clock."""
        self._read_wall = read_wall
        self._read_steady = read_steady
        self._read_awake = read_awake
        self._offset = read_wall() - read_steady()
        self._slept = read_steady() - read_awake()
        self._reported_difference = 0

    def read_time_ms(self) -> int:
        """Return the time in milliseconds since 1970."""
        return self._read_steady() + self._offset

    def measure_sleep_ms(self) -> int:
        """Return how long the machine slept since the last call; 0 if it did not."""
        slept = self._read_steady() - self._read_awake()
        asleep = slept - self._slept
        if abs(asleep) < MIN_SLEEP_MS:
            return 0
        self._slept = slept
        logs.log_event("woke_up", WARNING, seconds=asleep // 1000)
        return max(0, asleep)

    def follow_wall_clock(self, *, can_adjust: bool) -> int:
        """Adjust to a wall clock that was changed, if now is a good time; log it once otherwise.

        Return by how many milliseconds the time has moved.
        """
        difference = self._read_wall() - self.read_time_ms()
        if abs(difference) <= MAX_DIFFERENCE_MS:
            self._reported_difference = 0
            return 0
        if can_adjust:
            self._offset += difference
            self._reported_difference = 0
            logs.log_event("clock_adjusted", WARNING, seconds=difference // 1000)
            return difference
        if abs(difference - self._reported_difference) > MAX_DIFFERENCE_MS:
            self._reported_difference = difference
            text = "running games keep their time; the clock is adjusted when none is left"
            logs.log_event("clock_differs", WARNING, seconds=difference // 1000, text=text)
        return 0
