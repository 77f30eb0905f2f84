"""Thinking ahead on a private copy of the table; no network; a table with its own rules."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.serving import Server
from tests.browser.words import said


def test_a_plan_is_private_and_becomes_the_draft(server: Server, new_person: NewPerson) -> None:
    ala, bob = new_person(), new_person()
    rules = {"turn_seconds": None, "not_opened": None, "could_have_opened": None}
    code = ala.create_room(server.url, edition="classic", seats=2, rules=rules)
    bob.join_room(server.url, code)
    ala.hands.press(ala.find_button("lobby.begin"))
    for person in (ala, bob):
        expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
    first, second = (ala, bob) if ala.read_game().view.turn == 0 else (bob, ala)
    tile = second.read_rack()[0]
    second.page.locator(f'.rack [data-tile="{tile}"]').click()
    second.page.locator(".new-set").click()
    expect(second.page.locator(".felt.is-private")).to_have_count(1)
    second.hands.press(second.find_button("think.look"))
    expect(second.page.locator(".felt [data-tile]")).to_have_count(0)
    second.hands.press(second.find_button("think.back"))
    second.wait_for_set([tile])
    assert first.read_table() == []
    first.hands.press(first.find_button("action.draw"))
    expect(second.page.locator(".felt.is-private")).to_have_count(0)
    first.wait_for_set([tile])
    assert second.read_table() == [[tile]]


def test_the_page_opens_without_a_network(
    server: Server, new_person: NewPerson, faults: list[str]
) -> None:
    person = new_person(service_workers="allow")
    person.open(server.url)
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.page.context.set_offline(True)
    person.page.reload()
    expect(person.page.get_by_role("heading", level=1)).to_have_text(said("home.title"))
    expect(person.page.get_by_text(said("connection.lost_why"))).to_be_visible()
    expect(person.find_button("home.play")).to_be_disabled()
    person.page.context.set_offline(False)
    expect(person.find_button("home.play")).to_be_enabled()
    assert all("WebSocket" in fault for fault in faults)
    faults.clear()


def test_house_rules_from_the_form(server: Server, new_person: NewPerson) -> None:
    person = new_person()
    person.open(server.url)
    person.page.locator(".fold summary").click()
    person.page.get_by_label(said("house.opening_threshold")).select_option("0")
    person.page.get_by_label(said("house.not_opened")).select_option("null")
    person.hands.press(person.find_button("invite.open"))
    person.page.wait_for_url("**/room/*")
    friend = new_person()
    friend.join_room(server.url, person.code)
    person.hands.press(person.find_button("lobby.begin"))
    expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
    edition = person.read_game().view.header.edition
    assert (edition.opening_threshold, edition.not_opened, edition.could_have_opened) == (
        0,
        None,
        None,
    )
