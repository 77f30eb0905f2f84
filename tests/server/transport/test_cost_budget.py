"""Every address has a budget of processor time."""

from __future__ import annotations

from kostka.server.transport.cost_budget import BUDGET, MAX_ANSWERED_DEBT, MAX_DEBT, CostBudget


class Clock:
    def __init__(self) -> None:
        self.time = 0

    def __call__(self) -> int:
        return self.time


def test_a_budget_is_used_up_and_fills_again() -> None:
    clock = Clock()
    budget = CostBudget(clock)
    cost = budget.open_cost("203.0.113.5")
    cost.add_seconds(BUDGET.burst - 1)
    assert cost.compute_delay() == 0
    budget.open_cost("203.0.113.5").add_seconds(2)  # another request from there
    assert cost.compute_delay() == 1 / BUDGET.each_second
    assert budget.open_cost("203.0.113.6").compute_delay() == 0
    clock.time += round(1000 / BUDGET.each_second) + 1
    assert cost.compute_delay() == 0


def test_debts_are_bounded_so_that_an_address_comes_back() -> None:
    cost = CostBudget(Clock()).open_cost("203.0.113.5")
    cost.add_seconds(1_000_000)
    assert cost.compute_delay() == MAX_DEBT / BUDGET.each_second


def test_connections_are_answered_until_the_debt_is_large() -> None:
    clock = Clock()
    budget = CostBudget(clock)
    cost = budget.open_cost("203.0.113.5")
    cost.add_seconds(BUDGET.burst + MAX_ANSWERED_DEBT)
    assert budget.try_accept_connection("203.0.113.5")  # it gets a refusal that explains itself
    cost.add_seconds(0.01)
    assert not budget.try_accept_connection("203.0.113.5")
    assert budget.try_accept_connection("203.0.113.6")
    clock.time += 1000
    assert budget.try_accept_connection("203.0.113.5")


def test_this_machine_has_no_limit() -> None:
    cost = CostBudget(Clock()).open_cost("127.0.0.1")
    cost.add_seconds(1_000_000)
    assert cost.compute_delay() == 0
    assert cost.seconds == 1_000_000
