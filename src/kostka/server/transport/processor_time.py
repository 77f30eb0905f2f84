"""Measures the processor time of requests, in the event loop and in threads.

Waiting costs nothing: a long poll that waits for 25 seconds is as cheap as a short one.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import thread_time
from typing import Any, ParamSpec, TypeVar

from kostka.server.transport.request_cost import CURRENT_COST, RequestCost

P = ParamSpec("P")
T = TypeVar("T")


class MeteredCoroutine(Coroutine[Any, Any, T]):
    """A coroutine that charges the processor time of its steps to a request."""

    def __init__(self, coroutine: Coroutine[Any, Any, T], cost: RequestCost) -> None:
        """Run a coroutine on behalf of a request."""
        self._coroutine = coroutine
        self._cost = cost

    def send(self, value: Any) -> Any:  # noqa: ANN401  (whatever the event loop sends)
        """Run to the next point at which the coroutine waits."""
        started = thread_time()
        try:
            return self._coroutine.send(value)
        finally:
            self._cost.add_seconds(thread_time() - started)

    def throw(self, *error: Any) -> Any:  # noqa: ANN401
        """Raise an exception in the coroutine, and run to the next point at which it waits."""
        started = thread_time()
        try:
            return self._coroutine.throw(*error)
        finally:
            self._cost.add_seconds(thread_time() - started)

    def close(self) -> None:
        """End the coroutine."""
        self._coroutine.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return self  # type: ignore[return-value]  # it has all methods that `await` needs

    def __next__(self) -> Any:  # noqa: ANN401
        started = thread_time()
        try:
            return self._coroutine.send(None)
        finally:
            self._cost.add_seconds(thread_time() - started)


class MeteredThreads(ThreadPoolExecutor):
    """Threads whose processor time is charged to the request that started the work."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function in a thread."""
        cost = CURRENT_COST.get()
        if cost is None:
            return super().submit(fn, *args, **kwargs)
        work = partial(fn, *args, **kwargs)
        return super().submit(_run_and_charge, cost, get_running_loop(), work)


def _run_and_charge(cost: RequestCost, loop: AbstractEventLoop, work: Callable[[], T]) -> T:
    started = thread_time()
    try:
        return work()
    finally:
        with suppress(RuntimeError):  # the server has stopped meanwhile
            loop.call_soon_threadsafe(cost.add_seconds, thread_time() - started)
