"""An event that wakes many waiting clients, but not more often than people look."""

from __future__ import annotations

from asyncio import Event, TimerHandle, get_running_loop, timeout

MIN_INTERVAL = 0.5
"""Seconds between two notifications; changes in between share the next one."""


class ThrottledEvent:
    """Notifies everybody who waits, at most once per `MIN_INTERVAL`."""

    def __init__(self) -> None:
        """Start without a notification."""
        self.waiter_count = 0
        self._event = Event()
        self._last_time = 0.0
        self._timer: TimerHandle | None = None

    @property
    def is_pending(self) -> bool:
        """Whether a notification is about to be sent."""
        return self._timer is not None

    def notify(self) -> None:
        """Wake everybody who waits, as soon as the interval since the last time is over."""
        if self._timer is None:
            loop = get_running_loop()
            time = max(loop.time(), self._last_time + MIN_INTERVAL)
            self._timer = loop.call_at(time, self._notify_now)

    def _notify_now(self) -> None:
        self._timer = None
        self._last_time = get_running_loop().time()
        self._event.set()
        self._event = Event()

    async def wait(self, deadline: float) -> bool:
        """Wait for a notification until a time of the event loop; return whether one came."""
        event = self._event
        self.waiter_count += 1
        try:
            async with timeout(max(0, deadline - get_running_loop().time())):
                await event.wait()
        except TimeoutError:
            return False
        finally:
            self.waiter_count -= 1
        return True
