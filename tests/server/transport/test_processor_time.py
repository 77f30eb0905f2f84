"""Processor time is measured, and waiting is free."""

from __future__ import annotations

import asyncio
from time import thread_time

import pytest

from kostka.server.transport.processor_time import MeteredCoroutine, MeteredThreads
from kostka.server.transport.request_cost import CURRENT_COST, RequestCost


def burn(seconds: float) -> None:
    until = thread_time() + seconds
    while thread_time() < until:
        pass


async def work_and_wait() -> str:
    burn(0.02)
    await asyncio.sleep(0.2)
    burn(0.02)
    return "done"


def test_steps_are_charged_and_waiting_is_not() -> None:
    cost = RequestCost("203.0.113.5")

    async def run() -> None:
        assert await MeteredCoroutine(work_and_wait(), cost) == "done"
        assert await asyncio.create_task(MeteredCoroutine(work_and_wait(), cost)) == "done"

    asyncio.run(run())
    assert 0.08 <= cost.seconds < 0.2


def test_errors_and_cancellation_pass_through() -> None:
    cost = RequestCost("203.0.113.5")
    seen: list[str] = []

    async def fail() -> None:
        raise ValueError("no")

    async def wait() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            burn(0.01)
            seen.append("cancelled")
            raise

    async def run() -> None:
        with pytest.raises(ValueError, match="no"):
            await MeteredCoroutine(fail(), cost)
        task = asyncio.create_task(MeteredCoroutine(wait(), cost))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert seen == ["cancelled"]
    assert cost.seconds >= 0.01


def test_threads_charge_the_request_that_started_them() -> None:
    cost = RequestCost("203.0.113.5")

    async def run() -> None:
        asyncio.get_running_loop().set_default_executor(MeteredThreads(1))
        await asyncio.to_thread(burn, 0.03)  # for nobody
        assert cost.seconds == 0
        CURRENT_COST.set(cost)
        await asyncio.to_thread(burn, 0.03)

    asyncio.run(run())
    assert cost.seconds >= 0.03
