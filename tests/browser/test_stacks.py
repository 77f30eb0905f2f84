"""Choosing the next stack when the one in the middle is used up (Z-10)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from kostka.numbers import Draw
from tests.browser.conftest import NewPerson
from tests.browser.looking import find_axe_faults, find_width_faults
from tests.browser.person import Person
from tests.browser.serving import Server
from tests.browser.words import said

RULES = {"stack_height": 6, "not_opened": None, "could_have_opened": None}
"""A stack of four tiles stands in the middle, and a draw ends the turn."""


def draw_until_choice(person: Person) -> Locator:
    """Draw until the middle is used up; return the button that asks for the next stack."""
    while person.wait_for_turn():
        person.wait_until_drawn()
        view = person.read_game().view
        if not view.stacks[view.middle]:
            return person.find_button("action.draw")
        person.press_command(Draw(0))
    raise AssertionError("the game is over")


@pytest.mark.clause("Z-10")
@pytest.mark.parametrize("hands", ["mouse", "touch", "keys"])
def test_the_player_who_draws_chooses_the_next_stack(
    hands: str, new_person: NewPerson, server: Server
) -> None:
    person = new_person(hands)
    person.create_room(
        server.url,
        begin=True,
        edition="tournament",
        seats=2,
        bots=[1],
        rules={**RULES, "turn_seconds": None},
    )
    draw = draw_until_choice(person)
    before = person.read_game().view
    left = [number for number, tiles in enumerate(before.stacks) if tiles]
    person.hands.press(draw)
    stacks = person.page.locator(".table-stack")
    expect(stacks).to_have_count(len(left))
    assert not find_axe_faults(person.page)
    assert not find_width_faults(person.page)
    person.page.keyboard.press("Escape")  # thought better of it
    expect(stacks).to_have_count(0)
    assert person.read_game().view.turns == before.turns
    person.hands.press(draw)
    mark = person.read_mark()
    person.hands.press(stacks.nth(2))
    person.wait_for_change(mark)
    expect(stacks).to_have_count(0)
    expect(person.page.locator(".rack [data-tile]")).to_have_count(len(person.get_rack(before)) + 1)
    after = person.read_game().view.stacks
    assert after[left[2]] < before.stacks[left[2]]
    assert all(after[number] == before.stacks[number] for number in left if number != left[2])


@pytest.mark.clause("Z-10", "N-26")
def test_without_a_choice_in_time_the_next_stack_is_taken(
    new_person: NewPerson, server: Server
) -> None:
    person = new_person()
    person.create_room(
        server.url,
        begin=True,
        edition="tournament",
        seats=2,
        bots=[1],
        rules={**RULES, "turn_seconds": 6},
    )
    draw = draw_until_choice(person)
    before = person.read_game().view
    mark = person.read_mark()
    person.hands.press(draw)
    expect(person.page.locator(".table-stack").first).to_be_visible()
    person.wait_for_change(mark)
    expect(person.page.locator(".table-stack")).to_have_count(0)
    expect(person.page.locator(".toast")).to_have_text(said("news.idle_own"))
    assert person.read_game().view.stacks[0] < before.stacks[0] or not before.stacks[0]
