"""The settings page: a copy of one's own data, and how to be forgotten."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from kostka.languages import LANGUAGES
from tests.browser.conftest import NewPerson
from tests.browser.looking import find_axe_faults, find_width_faults, wait_for_texts
from tests.browser.serving import Server
from tests.browser.words import said

READ_GUEST = "() => window.gameStore.guest.value?.id ?? ''"


def test_data_is_downloaded_and_deleted(new_person: NewPerson, server: Server) -> None:
    person = new_person("touch")
    page = person.page
    person.open(f"{server.url}/settings")
    expect(page.locator("code")).not_to_be_empty()
    guest = page.locator("code").inner_text()
    assert page.evaluate(READ_GUEST) == guest
    page.locator("input[name=name]").fill("Xaverine")
    person.find_button("action.save").click()
    expect(page.locator("input[name=name]")).to_have_value("Xaverine")

    with page.expect_download() as started:
        person.find_button("my_data.download").click()
    data = json.loads(started.value.path().read_bytes())
    assert (data["id"], data["name"], data["games"]) == (guest, "Xaverine", [])

    person.find_button("my_data.delete").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert find_axe_faults(page) == []
    dialog.get_by_role("button", name=said("my_data.keep")).click()
    expect(dialog).to_have_count(0)
    assert page.evaluate(READ_GUEST) == guest

    person.find_button("my_data.delete").click()
    dialog.get_by_role("button", name=said("my_data.delete"), exact=True).click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text(said("goodbye.forgotten"))).to_be_visible()
    expect(page.locator("code")).not_to_have_text(guest)
    expect(page.locator("input[name=name]")).not_to_have_value("Xaverine")
    assert page.evaluate("() => localStorage.getItem('kostka.name')") is None


def test_the_question_fits_in_every_language(new_person: NewPerson, server: Server) -> None:
    person = new_person("touch")
    page = person.page
    person.open(f"{server.url}/settings")
    for language in LANGUAGES:
        page.locator(".language select").select_option(language)
        wait_for_texts(page, language)
        page.get_by_role("button", name=said("my_data.delete", language), exact=True).click()
        assert find_width_faults(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_server_out_of_reach_changes_nothing(
    new_person: NewPerson, server: Server, faults: list[str]
) -> None:
    person = new_person("mouse")
    page = person.page
    person.open(f"{server.url}/settings")
    expect(page.locator("code")).not_to_be_empty()
    guest = page.locator("code").inner_text()
    page.route("**/api/me", lambda route: route.abort())
    for press in ("my_data.download", "my_data.delete"):
        person.find_button(press).click()
    page.get_by_role("dialog").get_by_role(
        "button", name=said("my_data.delete"), exact=True
    ).click()
    expect(page.get_by_text(said("my_data.failed")).first).to_be_visible()
    assert page.evaluate(READ_GUEST) == guest
    assert page.evaluate("() => localStorage.getItem('kostka.token')")
    faults[:] = [fault for fault in faults if "ERR_FAILED" not in fault]
