"""Every page: for everybody, in every language, on small screens, large, calm and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from kostka.languages import LANGUAGES
from tests.browser.conftest import DESKTOP, NewPerson
from tests.browser.crowd import fill_table
from tests.browser.looking import find_axe_faults, find_width_faults, wait_for_texts
from tests.browser.pages import PAGES
from tests.browser.serving import Server

ZOOMED: ViewportSize = {"width": DESKTOP["width"] // 2, "height": DESKTOP["height"] // 2}
"""A desktop at 200 %."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_for_everybody_in_every_language(
    name: str, new_person: NewPerson, server: Server
) -> None:
    person = new_person("touch", color_scheme="light")
    page = person.page
    PAGES[name](person, server.url)
    lying = person.read_table()
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        page.locator(".language select").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        wait_for_texts(page, language)
        assert find_width_faults(page) == []
        assert person.read_table() == lying
    assert find_axe_faults(page) == []
    page.set_viewport_size(DESKTOP)
    assert find_axe_faults(page) == []
    page.emulate_media(color_scheme="dark")
    assert find_axe_faults(page) == []
    page.set_viewport_size(ZOOMED)
    assert find_width_faults(page) == []


@pytest.mark.parametrize("hands", ["mouse", "touch"])
def test_nothing_moves_when_the_server_says_what_can_be_played(
    hands: str, new_person: NewPerson, server: Server
) -> None:
    """Or a press on a button that is moving away would be no press."""
    person = new_person(hands)
    page, held = person.page, list[Route]()
    page.route("**/api/editions", lambda route: held.append(route))  # noqa: PLW0108  (it is marked)
    with page.expect_request("**/api/editions"):
        person.open(server.url)
    join, editions = (
        person.find_button("join.enter"),
        page.locator("form select").first.locator("option"),
    )
    expect(editions).to_have_count(1)
    before = join.bounding_box()
    held[0].continue_()
    expect(editions).not_to_have_count(1)
    assert join.bounding_box() == before


def test_the_language_of_the_browser_comes_first(new_person: NewPerson, server: Server) -> None:
    for language in LANGUAGES:
        person = new_person(locale=language)
        person.open(server.url)
        expect(person.page.locator("html")).to_have_attribute("lang", language)
        expect(person.find_button("home.play")).to_be_enabled()
        person.page.close()


COUNT_MOVES = """window.moves = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...given) {
  window.moves += 1;
  return animate.apply(this, given);
};"""


@pytest.mark.parametrize("asked", ["nowhere", "system", "settings"])
def test_nothing_flies_about_for_who_wants_it_calm(
    asked: str, new_person: NewPerson, server: Server
) -> None:
    person = new_person(reduced_motion="reduce" if asked == "system" else "no-preference")
    person.page.add_init_script(COUNT_MOVES)
    if asked == "settings":
        person.open(f"{server.url}/settings")
        person.hands.choose(person.page.locator('input[name="motion"]').nth(1))
    person.start_game(server.url)
    person.wait_for_turn()
    moves = person.page.evaluate("window.moves")
    assert (moves > 0) == (asked == "nowhere")
    lasting = "(one) => getComputedStyle(one).transitionDuration.split(',').map(parseFloat)"
    durations = person.page.locator(".table-main-buttons .primary").evaluate(lasting)
    assert (max(durations) > 0.01) == (asked == "nowhere")


def test_a_hundred_tiles_fit_on_a_phone(new_person: NewPerson, server: Server) -> None:
    person = new_person("touch")
    person.start_game(server.url)
    person.wait_for_turn()
    fill_table(person.page)
    assert find_width_faults(person.page) == []
    assert person.page.locator(".felt.is-scrolling").count() == 0
    inside = (
        "(felt) => felt.scrollWidth <= felt.clientWidth && felt.scrollHeight <= felt.clientHeight"
    )
    assert person.page.locator(".felt").evaluate(inside)
