"""Tells those who wait that something has happened, though not more often than people look."""

from __future__ import annotations

from asyncio import Event, TimerHandle, get_running_loop, timeout

PAUSE = 0.5
"""Seconds between two rings; what happens meanwhile is told by the next one."""


class Bell:
    """Many wait for one bell."""

    def __init__(self) -> None:
        """Be silent."""
        self.waiting = 0
        """How many listen."""
        self._heard = Event()
        self._last = 0.0
        self._due: TimerHandle | None = None

    @property
    def due(self) -> bool:
        """Whether it rings in a moment."""
        return self._due is not None

    def ring(self) -> None:
        """Ring, as soon as the pause since the last time is over."""
        if self._due is None:
            loop = get_running_loop()
            self._due = loop.call_at(max(loop.time(), self._last + PAUSE), self._ring)

    def _ring(self) -> None:
        self._due = None
        self._last = get_running_loop().time()
        self._heard.set()
        self._heard = Event()

    async def heard(self, until: float) -> bool:
        """Wait for it to ring, until a time of the event loop; says whether it did."""
        ringing = self._heard
        self.waiting += 1
        try:
            async with timeout(max(0, until - get_running_loop().time())):
                await ringing.wait()
        except TimeoutError:
            return False
        finally:
            self.waiting -= 1
        return True
