"""Measures what slows the whole process down: a busy event loop and garbage collection."""

from __future__ import annotations

import gc
from asyncio import sleep
from collections.abc import Callable
from time import perf_counter
from typing import Any

from kostka.server.ops.histogram import Histogram
from kostka.server.ops.metrics import Metrics

INTERVAL = 0.1
"""Seconds between two measurements of the event loop."""


class ProcessMetrics:
    """The metrics of the process, measured while `measure` runs."""

    def __init__(self, metrics: Metrics, note_loop_delay: Callable[[float], None]) -> None:
        """Add the metrics; call `note_loop_delay` with every delay, in seconds."""
        self._note_loop_delay = note_loop_delay
        self._loop_delay = metrics.add_histogram(
            "kostka_loop_delay_seconds", "How late the event loop ran a timer"
        )
        self._collections = metrics.add_histogram(
            "kostka_gc_seconds", "Pauses for garbage collection"
        )

    async def measure(self) -> None:
        """Measure until cancelled."""
        timer = _CollectionTimer(self._collections)
        gc.callbacks.append(timer)
        try:
            while True:
                due = perf_counter() + INTERVAL
                await sleep(INTERVAL)
                delay = max(0.0, perf_counter() - due)
                self._loop_delay.record(delay)
                self._note_loop_delay(delay)
        finally:
            gc.callbacks.remove(timer)


class _CollectionTimer:
    """Called by Python at the start and at the end of each garbage collection."""

    def __init__(self, seconds: Histogram) -> None:
        self._seconds = seconds
        self._begun = 0.0

    def __call__(self, phase: str, _: dict[str, Any]) -> None:
        if phase == "start":
            self._begun = perf_counter()
        elif self._begun:
            self._seconds.record(perf_counter() - self._begun)
