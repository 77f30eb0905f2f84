"""The time of a turn, computed from the log and the pauses alone.

So the clock continues after a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from kostka.events.log import Entry
from kostka.protocol.rooms import Pauser

GRACE_MS = 2000
"""For the network, after the time that players see is over."""

RETURN_MS = 15_000
"""How long a turn lasts at least after the server was down."""

E = TypeVar("E")


class Pause(msgspec.Struct, frozen=True, gc=False):
    """A time during which the clock of a game stands, in milliseconds."""

    by: Pauser
    start: int
    end: int | None = None
    """None as long as it lasts."""


def measure_pauses(pauses: Iterable[Pause], since: int, until: int | None = None) -> int:
    """Return for how long the clock stood between two times; pauses that last are left out."""
    total = 0
    for pause in pauses:
        if pause.end is not None:
            end = pause.end if until is None else min(pause.end, until)
            total += max(0, end - max(pause.start, since))
    return total


def is_paused_at(pauses: Iterable[Pause], time: int) -> bool:
    """Whether the clock stood at a time."""
    return any(one.start <= time and (one.end is None or time < one.end) for one in pauses)


def find_last_time(entries: Sequence[Entry[E]], matches: Callable[[E], bool]) -> int | None:
    """Return the time of the last event that matches."""
    for entry in reversed(entries):
        if matches(entry.event):
            return entry.at
    return None


def compute_time_banks(  # noqa: PLR0913  (each is part of how time is counted)
    entries: Sequence[Entry[E]],
    clock_events: tuple[type, ...],
    stops_clock: Callable[[E], bool],
    *,
    seats: int,
    turn_seconds: int | None,
    bank_seconds: int,
    pauses: Sequence[Pause] = (),
) -> tuple[int, ...]:
    """Return how many milliseconds each seat has left beyond the time for each move.

    `stops_clock` finds events after which nobody's time runs until the next turn.
    """
    if not bank_seconds or turn_seconds is None:
        return (1000 * bank_seconds,) * seats
    left = [1000 * bank_seconds] * seats
    seat, since = None, 0
    for entry in entries:
        is_stop = stops_clock(entry.event)
        if entry.at is None or not (is_stop or isinstance(entry.event, clock_events)):
            continue
        if seat is not None:
            used = entry.at - since - measure_pauses(pauses, since, entry.at)
            left[seat] = max(0, left[seat] - max(0, used - 1000 * turn_seconds))
        seat, since = None if is_stop else getattr(entry.event, "seat", None), entry.at
    return tuple(left)
