"""Tells whoever runs a server when nothing can be written, and when it can be again."""

from __future__ import annotations

from collections.abc import Callable

from kostka.server.ops import logs

TELL_AGAIN = 10_000
"""Milliseconds: a thousand games on a full disk are still one line."""


class Trouble:
    """Writes that failed, since the last that did not."""

    def __init__(self, now: Callable[[], int]) -> None:
        """All is well; the time in milliseconds comes from outside."""
        self._now = now
        self._count = 0
        self._told = 0

    def met(self, error: Exception) -> None:
        """Note that a write has failed."""
        self._count += 1
        if self._count == 1 or self._now() - self._told >= TELL_AGAIN:
            self._told = self._now()
            text = f"{error}; nothing is lost, and games go on by themselves once this is mended"
            logs.failed("not_saved", error, text=text, count=self._count)

    def over(self) -> None:
        """Note that a write was done."""
        if self._count:
            logs.note("saved_again", count=self._count)
            self._count = 0
