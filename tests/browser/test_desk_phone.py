"""Phones at the tables of a tournament: by touch, without a line, reloaded, twice the same."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.desk_hall import DeskHall
from tests.browser.desk_phone import Phone
from tests.browser.serving import Server
from tests.browser.words import said

MINUS = "\N{MINUS SIGN}"
NO_LINE = ("ERR_INTERNET_DISCONNECTED", "WebSocket", "ERR_FAILED")


def open_phone(new_person: NewPerson, address: str) -> Phone:
    phone = new_person("touch", who=Phone, service_workers="allow")
    assert isinstance(phone, Phone)
    phone.open(address)
    expect(phone.page.locator(".sheet-table")).to_be_visible()
    return phone


def test_results_are_kept_on_the_phone_until_the_server_has_them(
    new_person: NewPerson, server: Server, faults: list[str]
) -> None:
    hall = DeskHall(server.url, players=3)
    hall.begin_round()
    one = open_phone(new_person, hall.sheet_link(1))
    page, press = one.page, one.hands.press
    one.choose_winner(0)
    one.type_rack(8, opening="could_open")
    one.type_rack(17, jokers=1)

    # The Wi-Fi is gone: it is kept here, also over a reload, and so is what is half typed.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    # A busy browser seems to forget for a moment, as it reloads the page, that it is offline.
    page.route("**/api/**", lambda route: route.abort())
    page.context.set_offline(True)
    one.send_result()
    points = ["+267", f"{MINUS}200", f"{MINUS}67"]
    one.wait_for_game(1, "waiting", points)
    one.choose_winner(1)
    press(page.get_by_role("button", name="4", exact=True))
    page.reload()
    one.wait_for_game(1, "waiting", points)
    expect(page.locator(".sheet-said")).to_have_text(
        "Kept on this phone, not sent yet: game 1. "
        "It is sent by itself as soon as the server can be reached."
    )
    expect(page.locator(".is-closed .score-summary")).to_have_text("4")

    # A second phone at the table sends the same game, and another result of the next one.
    two = open_phone(new_person, hall.sheet_link(1))
    two.choose_winner(0)
    two.type_rack(8, opening="could_open")
    two.type_rack(17, jokers=1)
    two.send_result()
    two.wait_for_game(1, "entered", points)
    two.enter_game(1, 5, 6)
    two.wait_for_game(2, "entered", [f"{MINUS}5", "+11", f"{MINUS}6"])

    # Back in the Wi-Fi: the same is one, the other has to be a correction, with a reason.
    press(page.locator(".score-line.is-closed").first)
    one.type_rack(9)
    one.type_rack(6)
    one.send_result()
    page.unroute("**/api/**")
    page.context.set_offline(False)
    one.wait_for_game(1, "entered", points)
    assert hall.view["rounds"][0]["tables"][0]["games"][0]["corrections"] == 0
    expect(page.locator(".desk-problem")).to_contain_text("another result")
    page.get_by_label(said("paper.why_corrected")).fill("49, not 5")
    press(one.find_button("sheet.send_fix"))
    corrected = [f"{MINUS}49", "+55", f"{MINUS}6"]
    one.wait_for_game(2, "entered", corrected)
    two.wait_for_game(2, "entered", corrected)

    one.enter_game(2, 30, 40)
    expect(page.locator(".sheet-said")).to_have_text(said("sheet.all_in"))
    games = hall.view["rounds"][0]["tables"][0]["games"]
    assert [game["points"] for game in games] == [[267, -200, -67], [-49, 55, -6], [-30, -40, 70]]
    refused = [fault for fault in faults if not any(words in fault for words in NO_LINE)]
    assert all("409" in fault for fault in refused)
    faults.clear()


def test_what_is_wrong_is_said_where_it_is_and_a_referee_comes(
    new_person: NewPerson, server: Server
) -> None:
    hall = DeskHall(server.url, players=3)
    hall.begin_round()
    one = open_phone(new_person, hall.sheet_link(1))
    page, press = one.page, one.hands.press
    seats = hall.view["rounds"][0]["tables"][0]["seats"]
    first = page.locator(".sheet-table thead th").nth(1)
    expect(first).to_contain_text(seats[0]["name"].split()[0])
    expect(page.locator(".sheet-clock-time b")).to_have_text(re.compile(r"4[45]:\d\d"))

    one.choose_winner(0)
    one.type_rack(0)
    one.type_rack(17, jokers=1)
    expect(page.locator(".score-problem")).to_contain_text(seats[1]["name"])
    expect(page.locator(".score-line.is-wrong")).to_have_count(1)
    expect(one.find_button("sheet.send")).to_be_disabled()
    press(page.locator(".score-line.is-closed").first)
    press(page.get_by_role("button", name=said("sheet.erase"), exact=True))
    one.type_rack(8, opening="could_open")
    expect(page.locator(".score-points")).to_have_text(["+267", f"{MINUS}200", f"{MINUS}67"])

    press(one.find_button("sheet.call"))
    page.get_by_label(said("sheet.call_words")).fill("Tiles touched after time")
    press(page.get_by_role("dialog").locator(".primary"))
    expect(page.locator(".sheet-dispute")).to_contain_text("Tiles touched after time")
    expect(page.locator(".sheet-clock-time")).to_contain_text(said("sheet.stands"))


def test_a_link_that_is_old_says_so(
    new_person: NewPerson, server: Server, faults: list[str]
) -> None:
    hall = DeskHall(server.url)
    hall.begin_round()
    first = hall.sheet_link(1)
    phone = open_phone(new_person, first)
    hall.send_command("VoidRound", reason="a table had two boxes")
    expect(phone.page.get_by_role("alert")).to_contain_text(
        "the seats of round 1 have changed".capitalize()
    )
    hall.begin_round()
    phone.open(hall.sheet_link(1))
    expect(phone.page.locator(".sheet-table")).to_be_visible()
    assert all("403" in fault for fault in faults)
    faults.clear()
