"""Requests that arrive together begin one after the other, in turn by address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from kostka.server.transport.request_turns import MAX_STARTED, RequestTurns


def begin_requests(*addresses: str) -> list[list[str]]:
    """Let requests arrive together; return which addresses begin in each iteration."""
    iterations: list[list[str]] = [[]]
    left = len(addresses)

    def begin(address: str) -> None:
        nonlocal left
        left -= 1
        iterations[-1].append(address)

    async def run() -> None:
        turns = RequestTurns()
        for address in addresses:
            start: Callable[[], None] = partial(begin, address)
            if turns.try_start():
                start()
            else:
                turns.add_waiting(address, start)
        while left:
            iterations.append([])
            await asyncio.sleep(0)
        assert not turns._waiting
        await asyncio.sleep(0)
        assert turns._started == 0

    asyncio.run(run())
    return [iteration for iteration in iterations if iteration]


def test_few_requests_begin_at_once() -> None:
    assert begin_requests(*"abc") == [["a", "b", "c"]]


def test_many_requests_begin_over_several_iterations() -> None:
    iterations = begin_requests(*"a" * (5 * MAX_STARTED + 1))
    assert [len(iteration) for iteration in iterations] == [*[MAX_STARTED] * 5, 1]


def test_nobody_waits_for_all_requests_of_another_address() -> None:
    _, second, *_ = begin_requests(*"a" * 1000, "b", "c", "b")
    assert second[:6] == ["a", "b", "c", "a", "b", "a"]
