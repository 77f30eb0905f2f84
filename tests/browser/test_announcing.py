"""After a draw: announcing an opening, and a turn that ends by itself (N-20, N-41)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.serving import Server
from tests.browser.words import said


@pytest.mark.clause("N-20", "N-41")
def test_everybody_can_announce_after_a_draw_until_the_turn_ends_by_itself(
    server: Server, new_person: NewPerson
) -> None:
    ala, bob = new_person(), new_person()
    rules = {"turn_seconds": None, "announcement_seconds": 4}
    code = ala.create_room(server.url, edition="classic", seats=2, rules=rules)
    bob.join_room(server.url, code)
    ala.hands.press(ala.find_button("lobby.begin"))
    for person in (ala, bob):
        expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
    first, second = (ala, bob) if ala.read_game().view.turn == 0 else (bob, ala)
    first.hands.press(first.find_button("action.draw"))
    expect(first.page.get_by_text(said("turn.may_announce"))).to_be_visible()
    expect(first.find_button("action.announce")).to_be_enabled()
    expect(second.find_button("action.announce")).to_have_count(0)
    # Nobody presses anything more.
    expect(second.find_button("action.draw")).to_be_enabled()
    expect(first.find_button("action.announce")).to_have_count(0)
    assert second.read_game().view.turns == 2
