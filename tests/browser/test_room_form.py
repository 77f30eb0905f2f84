"""What the forms for a new game offer, as the rule books say."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kostka.editions import EDITIONS
from tests.browser.conftest import DESKTOP, PHONE, NewPerson
from tests.browser.looking import find_axe_faults, find_width_faults
from tests.browser.person import Person
from tests.browser.serving import Server
from tests.browser.words import said

CLOCKS = [
    f"{minutes} min + {delay} s delay" for minutes, delay in ((3, 5), (5, 5), (10, 10), (20, 10))
]
"""Main times that every number edition can choose (M-3)."""


def list_offered_times(person: Person) -> list[str]:
    field = person.page.get_by_label(said("invite.time"))
    return [text.strip() for text in field.locator("option").all_inner_texts()]


@pytest.mark.clause("N-26")
def test_the_times_of_the_rule_book_are_offered_first_and_once(
    new_person: NewPerson, server: Server
) -> None:
    person = new_person()
    person.open(server.url)
    edition = person.page.get_by_label(said("invite.edition"))
    expect(edition.locator("option")).not_to_have_count(1)
    for key, times in {
        "classic": ["60", "30", "40", "unlimited", "90", "120", "300"],
        "travel": ["60", "30", "90", "120", "300", "unlimited"],
        "tournament": ["40", "30", "60", "90", "120", "300", "unlimited"],
    }.items():
        edition.select_option(key)
        texts = [time if time == "unlimited" else f"{time} seconds" for time in times]
        assert list_offered_times(person) == [f"{texts[0]} · standard", *texts[1:], *CLOCKS]
    edition.select_option("mso")
    offered = list_offered_times(person)
    assert (offered[0], offered[-1]) == ("10 min + 10 s delay · standard", "unlimited")
    assert set(CLOCKS) < set(offered)
    person.open(f"{server.url}/timer")
    times_of_timer = person.page.locator('input[name="time"] + span')
    expect(times_of_timer.last).to_have_text(CLOCKS[-1])
    assert times_of_timer.all_inner_texts()[:4] == ["60s", "30s", "40s", "none"]


@pytest.mark.clause("N-1", "N-22")
@pytest.mark.parametrize(
    ("language", "hands", "viewport"), [("en", "keys", DESKTOP), ("pl", "touch", PHONE)]
)
def test_the_game_without_a_threshold_is_one_tap_away(
    language: str, hands: str, viewport: dict[str, int], new_person: NewPerson, server: Server
) -> None:
    person = new_person(hands, locale=language, viewport=viewport)
    person.open(server.url)
    edition = person.page.get_by_label(said("invite.edition", language))
    expect(edition.locator("option")).not_to_have_count(1)
    offered = person.page.locator('input[name="invite-opening"]')
    for key, book in EDITIONS.items():
        edition.select_option(key)
        expect(offered).to_have_count(2 if book.no_threshold_advised_for else 0)
    edition.select_option("six")
    advice = person.page.get_by_text(said("opening.advice_many", language))
    expect(advice).to_be_visible()
    person.hands.choose(offered.nth(1))
    expect(offered.nth(1)).to_be_checked()
    assert not find_axe_faults(person.page)
    assert not find_width_faults(person.page)
    person.hands.press(person.find_button("invite.open"))
    expect(person.page.locator(".lobby")).to_be_visible()
    room = person.page.evaluate("window.gameStore.getRoom().settings")
    assert (room["edition"], room["rules"]) == ("six", {"opening_threshold": 0})

    person.open(server.url)
    person.hands.choose(person.page.locator('input[name="play-opening"]').nth(1))
    person.hands.press(person.find_button("home.play"))
    expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
    assert person.read_game().view.header.edition.opening_threshold == 0
