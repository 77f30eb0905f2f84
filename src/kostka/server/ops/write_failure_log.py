"""Logs when the store cannot be written, and when it can be written again."""

from __future__ import annotations

from collections.abc import Callable

from kostka.server.ops import logs

REPEAT_INTERVAL = 10_000
"""Milliseconds between two lines: a thousand games on a full disk are still one line."""


class WriteFailureLog:
    """Counts failed writes since the last one that worked."""

    def __init__(self, now: Callable[[], int]) -> None:
        """Start without failures; `now` returns milliseconds."""
        self._now = now
        self._count = 0
        self._last_logged = 0

    def log_failure(self, error: Exception) -> None:
        """Count a failed write, and log it unless a line was written just before."""
        self._count += 1
        if self._count == 1 or self._now() - self._last_logged >= REPEAT_INTERVAL:
            self._last_logged = self._now()
            text = f"{error}; nothing is lost, and games continue once this is fixed"
            logs.log_failure("not_saved", error, text=text, count=self._count)

    def log_recovery(self) -> None:
        """Log that writes work again, if they had failed."""
        if self._count:
            logs.log_event("saved_again", count=self._count)
            self._count = 0
