"""The host's dialog about the people in a room: removing, banning, letting back in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPerson
from tests.browser.looking import find_axe_faults, find_width_faults
from tests.browser.person import Person
from tests.browser.serving import Server
from tests.browser.words import said


def find_row(host: Person, name: str) -> Locator:
    return host.page.locator("dialog .chair", has_text=name)


def press_in_row(host: Person, name: str, action: str) -> None:
    """Press a button beside a person, and then again to confirm it."""
    text = said(f"people.{action}", host.language)
    host.hands.press(find_row(host, name).get_by_role("button", name=text, exact=True))
    expect(find_row(host, name).locator(".primary")).to_have_text(text)
    assert not find_axe_faults(host.page)
    assert not find_width_faults(host.page)
    host.hands.press(find_row(host, name).locator(".primary"))


def enter_as(new_person: NewPerson, name: str, address: str, **more: object) -> Person:
    person = new_person("mouse", **more)
    person.page.add_init_script(f"localStorage.setItem('kostka.name', {name!r})")
    person.open(address)
    return person


@pytest.mark.parametrize(("locale", "viewport"), [("en-GB", DESKTOP), ("pl-PL", PHONE)])
def test_the_host_removes_bans_and_unbans(
    new_person: NewPerson, server: Server, locale: str, viewport: dict[str, int]
) -> None:
    host = enter_as(new_person, "Ala", server.url, locale=locale, viewport=viewport)
    host.hands.press(host.find_button("invite.open"))
    expect(host.page.locator(".lobby")).to_be_visible()
    address = host.page.url
    guests = [enter_as(new_person, name, address) for name in ("Bob", "Cid")]
    bob, cid = guests
    bob.hands.press(bob.find_button("lobby.sit"))
    people = host.page.get_by_role("button", name=said("people.title", host.language))
    host.hands.press(people)
    expect(find_row(host, "Bob")).to_be_visible()
    press_in_row(host, "Cid", "ban")
    expect(cid.page.locator(".toast")).to_have_text(said("notice.banned", "en"))
    assert cid.page.url.rstrip("/") == server.url
    cid.open(address)
    expect(cid.page.locator(".toast")).to_have_text(
        said("problem.banned", "en").format(code=address.rsplit("/", 1)[1])
    )
    expect(cid.page).to_have_url(f"{server.url}/")
    unban = find_row(host, "Cid").get_by_role("button", name=said("people.unban", host.language))
    host.hands.press(unban)
    expect(unban).to_have_count(0)
    cid.open(address)
    expect(cid.page.locator(".lobby")).to_be_visible()
    host.page.keyboard.press("Escape")

    host.hands.press(host.page.locator(".lobby .primary"))
    expect(host.page.locator(".table-page")).to_be_visible()
    host.hands.press(
        host.page.get_by_role("button", name=said("menu.title", host.language), exact=True)
    )
    host.hands.press(people)
    text = said("people.remove", host.language)
    host.hands.press(find_row(host, "Bob").get_by_role("button", name=text, exact=True))
    expect(find_row(host, "Bob")).to_contain_text(said("people.bot_takes_over", host.language))
    host.hands.press(find_row(host, "Bob").locator(".primary"))
    expect(bob.page.locator(".toast")).to_have_text(said("notice.removed", "en"))
    expect(bob.page).to_have_url(f"{server.url}/")
    expect(host.page.locator(".table-plate .icon")).not_to_have_count(0)
