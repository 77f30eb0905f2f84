"""The time of a turn, computed from the log alone: after a crash the clock goes on where it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from kostka.events.log import Entry

GRACE_MS = 2000
"""For the network, after the time that players see is over."""

RETURN_MS = 15_000
"""How long a turn lasts at least after the server was down."""

E = TypeVar("E")


def find_clock_start_time(
    entries: Sequence[Entry[E]], clock_events: tuple[type, ...]
) -> int | None:
    """Return when the current player's time began."""
    for entry in reversed(entries):
        if isinstance(entry.event, clock_events):
            return entry.at
    return None


def compute_time_banks(
    entries: Sequence[Entry[E]],
    clock_events: tuple[type, ...],
    *,
    seats: int,
    turn_seconds: int | None,
    bank_seconds: int,
) -> tuple[int, ...]:
    """Return how many milliseconds each seat has left beyond the time for each move."""
    left = [1000 * bank_seconds] * seats
    if not bank_seconds or turn_seconds is None:
        return tuple(left)
    seat, since = None, 0
    for entry in entries:
        if not isinstance(entry.event, clock_events) or entry.at is None:
            continue
        if seat is not None:
            left[seat] = max(0, left[seat] - max(0, entry.at - since - 1000 * turn_seconds))
        seat, since = getattr(entry.event, "seat", None), entry.at
    return tuple(left)
