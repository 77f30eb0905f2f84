"""Processor time is charged to the request that it was spent for."""

from __future__ import annotations

import asyncio
from contextvars import copy_context

from kostka.server.transport.request_cost import CURRENT_COST, RequestCost, charge_seconds


def test_time_is_charged_to_the_current_request() -> None:
    cost = RequestCost("203.0.113.5")

    def handle_request() -> None:
        CURRENT_COST.set(cost)
        charge_seconds(0.25)
        charge_seconds(0.5)

    copy_context().run(handle_request)
    charge_seconds(7)  # outside of the request
    assert cost.seconds == 0.75


def test_a_thread_charges_the_request_that_started_it() -> None:
    cost = RequestCost("203.0.113.5")

    async def handle_request() -> None:
        CURRENT_COST.set(cost)
        await asyncio.to_thread(charge_seconds, 2)

    asyncio.run(handle_request())
    assert cost.seconds == 2
