"""Notices that a server has more to do than it can: then nobody new is let in.

People who play already go on: what is acknowledged is never dropped, and their moves wait in the
queue of the store at most.
"""

from __future__ import annotations

from collections.abc import Callable
from logging import WARNING

from kostka.server.ops import logs

MAX_WAITING_WRITES = 500
"""Moves that wait for the disk or the database. At a few thousand a second, less than a second."""

MAX_LOOP_DELAY = 1.0
"""Seconds by which the event loop is late, on average over the last ones."""

DELAY_WEIGHT = 0.05
"""Of one measurement among ten a second: the average covers about two seconds."""


class Overload:
    """Decides whether new guests and new rooms are let in."""

    def __init__(self, count_waiting_writes: Callable[[], int]) -> None:
        """Start at rest."""
        self._count_waiting_writes = count_waiting_writes
        self._loop_delay = 0.0
        self._was_overloaded = False

    def note_loop_delay(self, seconds: float) -> None:
        """Note how late the event loop was, ten times a second."""
        self._loop_delay += DELAY_WEIGHT * (seconds - self._loop_delay)

    def is_overloaded(self) -> bool:
        """Return whether the server cannot keep up at the moment."""
        waiting = self._count_waiting_writes()
        is_overloaded = waiting > MAX_WAITING_WRITES or self._loop_delay > MAX_LOOP_DELAY
        if is_overloaded != self._was_overloaded:
            self._was_overloaded = is_overloaded
            event = "overloaded" if is_overloaded else "not_overloaded"
            logs.log_event(event, WARNING, count=waiting, seconds=round(self._loop_delay))
        return is_overloaded
