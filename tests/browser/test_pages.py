"""Every page: for everybody, in every language, on small screens, large, calm and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from kostka.languages import LANGUAGES
from tests.browser.conftest import DESKTOP, Come
from tests.browser.crowd import crowd
from tests.browser.looking import faults_by_axe, faults_of_width, no_faults_of_words
from tests.browser.pages import PAGES
from tests.browser.serving import Server

ZOOMED: ViewportSize = {"width": DESKTOP["width"] // 2, "height": DESKTOP["height"] // 2}
"""A desktop at 200 %."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_for_everybody_in_every_language(name: str, come: Come, server: Server) -> None:
    person = come("touch", color_scheme="light")
    page = person.page
    PAGES[name](person, server.url)
    lying = person.lying()
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        page.locator(".language select").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        no_faults_of_words(page, language)
        assert faults_of_width(page) == []
        assert person.lying() == lying
    assert faults_by_axe(page) == []
    page.set_viewport_size(DESKTOP)
    assert faults_by_axe(page) == []
    page.emulate_media(color_scheme="dark")
    assert faults_by_axe(page) == []
    page.set_viewport_size(ZOOMED)
    assert faults_of_width(page) == []


@pytest.mark.parametrize("hands", ["mouse", "touch"])
def test_nothing_moves_when_the_server_says_what_can_be_played(
    hands: str, come: Come, server: Server
) -> None:
    """Or a press on a button that is moving away would be no press."""
    person = come(hands)
    page, held = person.page, list[Route]()
    page.route("**/api/editions", lambda route: held.append(route))  # noqa: PLW0108  (it is marked)
    with page.expect_request("**/api/editions"):
        person.open(server.url)
    join, editions = (
        person.button("join.enter"),
        page.locator("form select").first.locator("option"),
    )
    expect(editions).to_have_count(1)
    before = join.bounding_box()
    held[0].continue_()
    expect(editions).not_to_have_count(1)
    assert join.bounding_box() == before


def test_the_language_of_the_browser_comes_first(come: Come, server: Server) -> None:
    for language in LANGUAGES:
        person = come(locale=language)
        person.open(server.url)
        expect(person.page.locator("html")).to_have_attribute("lang", language)
        expect(person.button("home.play")).to_be_enabled()
        person.page.close()


COUNT_MOVES = """window.moves = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...given) {
  window.moves += 1;
  return animate.apply(this, given);
};"""


@pytest.mark.parametrize("asked", ["nowhere", "system", "settings"])
def test_nothing_flies_about_for_who_wants_it_calm(asked: str, come: Come, server: Server) -> None:
    person = come(reduced_motion="reduce" if asked == "system" else "no-preference")
    person.page.add_init_script(COUNT_MOVES)
    if asked == "settings":
        person.open(f"{server.url}/settings")
        person.hands.choose(person.page.locator('input[name="motion"]').nth(1))
    person.play_now(server.url)
    person.wait_for_turn()
    moves = person.page.evaluate("window.moves")
    assert (moves > 0) == (asked == "nowhere")
    lasting = "(one) => getComputedStyle(one).transitionDuration.split(',').map(parseFloat)"
    durations = person.page.locator(".table-main-buttons .primary").evaluate(lasting)
    assert (max(durations) > 0.01) == (asked == "nowhere")


def test_a_hundred_tiles_fit_on_a_phone(come: Come, server: Server) -> None:
    person = come("touch")
    person.play_now(server.url)
    person.wait_for_turn()
    crowd(person.page)
    assert faults_of_width(person.page) == []
    assert person.page.locator(".felt.is-scrolling").count() == 0
    inside = (
        "(felt) => felt.scrollWidth <= felt.clientWidth && felt.scrollHeight <= felt.clientHeight"
    )
    assert person.page.locator(".felt").evaluate(inside)
