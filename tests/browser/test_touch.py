"""What only a finger does."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.hands import FIND_CENTRE, TouchHands
from tests.browser.serving import Server


def test_the_first_tap_after_a_flick_counts(new_person: NewPerson, server: Server) -> None:
    """A finger that lets go of a tile while it moves is no fling, which would swallow the tap."""
    person = new_person("touch")
    person.open(f"{server.url}/learn/sets")
    expect(person.page.locator(".rack [data-tile]")).to_have_count(6)
    assert isinstance(person.hands, TouchHands)
    undo = person.find_button("action.undo")
    for tile in person.read_rack()[:4]:
        expect(undo).to_be_disabled()
        x, y, _ = undo.evaluate(FIND_CENTRE)
        person.hands.drag(tile, person.page.locator(".new-set"), 0.5)
        person.page.touchscreen.tap(x, y)  # at once: looking for the button would take too long
        person.wait_until_off_table([tile])
        person.hands.press(person.find_button("action.redo"))
        person.wait_for_set([tile])
        person.hands.press(undo)
