"""A kind of work that a worker process can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Task(NamedTuple):
    """A named function from bytes to bytes, and what it may cost.

    It raises `BadInput` or `Refused`, which reach the caller of `WorkerPool.run_task`.
    """

    name: str
    function: Callable[[bytes], bytes]
    seconds: float
    """Processor time after which its worker is killed."""
    is_heavy: bool = False
    """Whether it may need much memory or time. Only one heavy task runs at a time."""
