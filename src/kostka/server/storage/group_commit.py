"""Group commit: all waiting calls are written in one transaction.

Waiting for the disk takes much longer than writing, so many concurrent writers are hardly slower
than one. A call that is refused does not affect the others. This module gathers calls in the event
loop; a `BatchWriter` commits them in its own way.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

T = TypeVar("T")

GATHER_TIMEOUT = 0.016
"""Seconds to wait for more calls: one frame of a screen, which nobody notices."""

FULL_BATCH = 24
"""This many calls do not wait for more: the commit costs each of them little."""

IMMEDIATE_CALLS = 15
"""After a fruitless wait, commit this many calls immediately."""

MAX_QUEUED = 1024
"""Calls in the queue; further callers wait until there is room."""


class Call(NamedTuple, Generic[T]):
    """The changes of one caller, and what it waits for."""

    changes: tuple[T, ...]
    done: asyncio.Future[None]


Outcomes = list[Exception | None]
"""For each call of a batch why it was refused; None if it is on disk."""


class BatchWriter(Protocol[T]):
    """Commits batches, one at a time."""

    def submit(self, batch: list[Call[T]], resolve: Callable[[Outcomes], None], /) -> None:
        """Start to commit a batch; call `resolve` in the event loop when it is done."""
        ...

    async def stop(self) -> None:
        """Release everything, when no batch is left."""
        ...


class GroupCommit(Generic[T]):
    """Gathers calls into batches for the writer of one database."""

    def __init__(self, writer: BatchWriter[T]) -> None:
        """Start without calls."""
        self.writer = writer
        self._next: list[Call[T]] = []
        """The calls of the next batch."""
        self._waiting: deque[asyncio.Future[None]] = deque()
        """Callers that wait for room in the next batch, in order."""
        self._busy = False
        """Whether a batch is being written, or will be in a moment."""
        self._immediate_left = IMMEDIATE_CALLS
        """How many more calls are committed immediately."""
        self._gathering: asyncio.TimerHandle | None = None
        """The timer that submits the next batch, while it waits for more calls."""
        self._submitted: list[Call[T]] = []
        """The batch that is being written."""
        self._loop: asyncio.AbstractEventLoop | None = None
        """The loop of all callers; asking for it is a system call."""

    async def write(self, changes: Sequence[T]) -> None:
        """Make all the changes or none; return when they are on disk."""
        loop = self._loop = self._loop or asyncio.get_running_loop()
        if self._waiting or len(self._next) >= MAX_QUEUED:
            place = loop.create_future()
            self._waiting.append(place)
            await place
        done = loop.create_future()
        self._next.append(Call(tuple(changes), done))
        if not self._busy:
            self._schedule_batch(loop)
        elif self._gathering is not None and len(self._next) >= FULL_BATCH:
            self._gathering.cancel()
            self._submit_batch()
        # A cancelled caller does not take its call out of the queue.
        await done

    @property
    def queue_length(self) -> int:
        """How many calls wait for the next batch, or for room in it."""
        return len(self._next) + len(self._waiting)

    async def finish(self) -> None:
        """Wait for all writes called so far, and stop. Nothing may be written afterwards."""
        await self.write(())  # when this is done, everything before it is
        await self.writer.stop()

    def _schedule_batch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait a moment for more calls, then submit them all to the writer.

        A commit costs as much processor time as many calls. So waiting is worth it, unless the last
        wait was fruitless because a single caller writes call after call.
        """
        self._busy = True
        if self._immediate_left or len(self._next) >= FULL_BATCH:
            loop.call_soon(self._submit_batch)
        else:
            self._gathering = loop.call_later(GATHER_TIMEOUT, self._submit_batch)

    def _submit_batch(self) -> None:
        self._gathering = None
        batch, self._next = self._next, []
        for _ in range(min(len(self._waiting), MAX_QUEUED)):
            place = self._waiting.popleft()
            if not place.cancelled():
                place.set_result(None)
        if len(batch) > 1:
            self._immediate_left = 0
        else:
            self._immediate_left = (
                self._immediate_left - 1 if self._immediate_left else IMMEDIATE_CALLS
            )
        self._submitted = batch
        self.writer.submit(batch, self._resolve_calls)

    def _resolve_calls(self, outcomes: Outcomes) -> None:
        self._busy = False
        batch, self._submitted = self._submitted, []
        for call, error in zip(batch, outcomes, strict=True):
            if call.done.cancelled():
                continue
            if error is None:
                call.done.set_result(None)
            else:
                call.done.set_exception(error)
        if self._next:
            self._schedule_batch(batch[0].done.get_loop())
