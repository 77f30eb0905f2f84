"""The rules in the browser: found, searched, marked where a table differs, near every refusal."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kostka.editions import EDITIONS
from kostka.languages import LANGUAGES
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.serving import Server
from tests.browser.words import said


def clause(page: Page, name: str) -> Locator:
    return page.locator(f"article#{name}")


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def test_from_the_home_page_to_another_edition(server: Server, new_person: NewPerson) -> None:
    person = new_person()
    page = person.page
    person.open(server.url)
    page.locator(".home-links").get_by_role("link", name=said("rules.title")).click()
    expect(heading(page)).to_contain_text(said("edition.classic"))
    expect(clause(page, "N-50")).to_be_visible()
    expect(page.locator("mark")).to_have_count(0)
    page.locator(".rules-editions").get_by_role("link", name="Twist").click()
    expect(heading(page)).to_contain_text("Twist")
    expect(page).to_have_title(re.compile("Twist"))
    expect(clause(page, "N-52")).to_be_visible()
    expect(clause(page, "N-50")).to_have_count(0)
    page.go_back()
    expect(clause(page, "N-50")).to_be_visible()


def test_an_address_names_a_clause(server: Server, new_person: NewPerson) -> None:
    page = new_person().page
    page.goto(f"{server.url}/rules/twist#T-12")
    expect(clause(page, "T-12")).to_be_focused()
    expect(clause(page, "T-12")).to_be_in_viewport()
    clause(page, "T-12").get_by_role("link", name="T-12").click()
    page.goto(f"{server.url}/rules/twist#N-50")  # which has another end of the pool
    expect(clause(page, "N-52")).to_be_focused()
    page.goto(f"{server.url}/rules/classic#T-12")
    expect(page.get_by_text("T-12")).to_be_visible()


def test_searching(server: Server, new_person: NewPerson) -> None:
    page = new_person(locale="pl").page
    page.goto(f"{server.url}/rules/classic")
    page.get_by_role("searchbox").fill("odzyskany JOKER musi")
    expect(page.locator("article")).to_have_count(1)
    expect(clause(page, "N-24")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="1")).to_be_visible()
    page.get_by_role("searchbox").fill("polacz")  # without accents
    expect(clause(page, "N-23")).to_have_count(0)
    page.get_by_role("searchbox").fill("laczyc")
    expect(clause(page, "N-23")).to_be_visible()


def test_house_rules_are_marked(server: Server, new_person: NewPerson) -> None:
    person = new_person()
    page = person.page
    rules = {"opening_threshold": 0, "three_doubles_redeal": False}
    person.create_room(server.url, edition="classic", seats=2, rules=rules)
    with page.context.expect_page() as opened:
        page.locator(".lobby").get_by_role("link", name=said("rules.this_table")).click()
    shown = opened.value
    expect(heading(shown)).to_contain_text(said("rules.this_table"))
    expect(clause(shown, "N-22").locator("mark")).to_contain_text(said("rules.house"))
    expect(clause(shown, "N-7").locator("mark")).to_contain_text(said("rules.off"))
    expect(clause(shown, "N-10").locator("mark")).to_have_count(0)
    shown.get_by_role("link", name=said("rules.by_the_book")).click()
    expect(shown.locator("mark")).to_have_count(0)


def test_a_refusal_opens_its_clause_by_keys(server: Server, new_person: NewPerson) -> None:
    person = new_person("keys")
    page = person.page
    person.start_game(server.url)
    person.wait_for_turn()
    tile = person.read_rack()[0]
    page.locator(f'[data-tile="{tile}"]').press("Enter")
    page.locator(".new-set").press("Enter")
    why = page.locator("button.set-words")
    expect(why).to_have_accessible_name(re.compile(r"N-1[01]"))
    person.find_button("action.done").press("Enter")
    opener = page.locator(".toasts").get_by_role("button", name=re.compile("N-1[01]"))
    opener.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile("N-1[01]"))
    expect(dialog.get_by_role("button", name=said("action.close"))).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    why.press("Enter")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name=said("action.close")).press("Enter")
    expect(dialog).to_be_hidden()
    assert person.read_table()[-1] == [tile]  # nothing was moved by all this


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_every_edition_without_scrolling_sideways(
    language: str, server: Server, new_person: NewPerson
) -> None:
    page = new_person(locale=language, viewport=PHONE).page
    for key in EDITIONS:
        page.goto(f"{server.url}/rules/{key}")
        expect(heading(page)).to_contain_text(said(f"edition.{key}", language))
        expect(clause(page, "N-70")).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_rules_that_cannot_be(server: Server, browser: Browser) -> None:
    page = browser.new_page(locale="en")  # one that may complain: it is told 404 and 400
    for address in ("chess", "%ff", "classic?opening_threshold=lots"):
        page.goto(f"{server.url}/rules/{address}")
        expect(page.get_by_text(said("rules.missing"))).to_be_visible()
    page.close()
