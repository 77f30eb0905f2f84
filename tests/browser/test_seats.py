"""Seats at online tables: players' links at the desk, and devices that take seats with them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPerson
from tests.browser.desk_hall import DeskHall
from tests.browser.desk_steps import Organiser
from tests.browser.looking import find_axe_faults, find_width_faults
from tests.browser.person import Person
from tests.browser.serving import Server
from tests.browser.test_desk import drop_refusals
from tests.browser.words import said


def open_desk(new_person: NewPerson, hall: DeskHall, **more: object) -> Organiser:
    """Open the results of table 1 at the organiser's desk."""
    desk = new_person("mouse", who=Organiser, **more)
    assert isinstance(desk, Organiser)
    desk.open(f"{hall.url}/tournament/{hall.id}#{hall.token}")
    desk.open_section("results")
    desk.hands.press(desk.page.locator(".desk-result-game").first)
    return desk


def open_link(new_person: NewPerson, address: str, **more: object) -> Person:
    """Open a player's link on a device of its own."""
    person = new_person("mouse", **more)
    person.open(address)
    expect(person.page.locator(".lobby, .table-page")).to_be_visible()
    assert "#" not in person.page.url  # nobody reads the secret from the screen
    return person


@pytest.mark.parametrize(
    ("locale", "viewport"), [("en-GB", DESKTOP), ("pl-PL", PHONE), ("hu-HU", DESKTOP)]
)
def test_the_desk_shows_copies_renews_and_prints_the_links_of_players(
    new_person: NewPerson, server: Server, locale: str, viewport: dict[str, int]
) -> None:
    hall = DeskHall(server.url, players=3)
    hall.begin_round()
    desk = open_desk(new_person, hall, locale=locale, viewport=viewport, accept_downloads=True)
    page, press = desk.page, desk.hands.press
    press(desk.find_button("online.open"))
    press(desk.find_button("online.links"))
    rows = page.locator(".desk-seat-links li")
    expect(rows).to_have_count(3)
    press(rows.nth(1).locator(".desk-link-name"))
    address = rows.nth(1).locator(".desk-link-url")
    expect(address).to_have_text(re.compile(r"/room/[A-Z]+#[\w-]{22}$"))
    expect(rows.nth(1).locator(".desk-qr")).to_be_visible()
    assert not find_axe_faults(page)
    assert not find_width_faults(page)
    before = address.inner_text()
    renew = rows.nth(1).get_by_role("button", name=desk.text("online.renew"), exact=True)
    press(renew)
    expect(rows.nth(1)).to_contain_text(desk.text("online.renew_why"))
    expect(address).to_have_text(before)
    press(renew)
    expect(address).not_to_have_text(before)
    with page.expect_download() as download:
        press(desk.find_button("online.slips"))
    assert download.value.path().read_bytes().startswith(b"%PDF")
    press(rows.nth(1).locator(".primary"))
    expect(page.locator(".toast").last).to_be_visible()


def test_a_link_takes_the_seat_and_moves_it_to_another_device(
    new_person: NewPerson, server: Server
) -> None:
    hall = DeskHall(server.url, players=3, games=1)
    hall.begin_round()
    links = hall.open_online_table(1)
    watching = open_link(new_person, links[0].partition("#")[0])
    seats = watching.page.locator(".chair")
    expect(seats).to_have_count(3)
    expect(watching.page.locator(".chair.is-empty button")).to_have_count(0)
    expect(watching.page.locator(".lobby .primary")).to_have_count(0)
    phone = open_link(new_person, links[0], viewport=PHONE, locale="it-IT")
    expect(find_own_seat(phone)).to_have_count(1)
    others = [open_link(new_person, link) for link in links[1:]]
    begin = phone.page.get_by_role("button", name=said("lobby.begin", "it"), exact=True)
    expect(begin).to_be_enabled()
    others[1].hands.press(others[1].find_button("lobby.begin"))  # every player may
    for person in (phone, *others):
        expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
    expect(watching.page.locator(".rack [data-tile]")).to_have_count(0)

    tablet = open_link(new_person, links[0])
    expect(tablet.page.locator(".rack [data-tile]")).to_have_count(14)
    expect(phone.page.locator(".toast")).to_have_text(said("notice.seat_moved", "it"))
    expect(phone.page.locator(".rack [data-tile]")).to_have_count(0)

    # The same link, typed into the address of the page that is open, takes it back.
    phone.page.evaluate("(hash) => { location.hash = hash; }", links[0].partition("#")[2])
    expect(phone.page.locator(".rack [data-tile]")).to_have_count(14)
    expect(tablet.page.locator(".rack [data-tile]")).to_have_count(0)
    phone.page.reload()
    expect(phone.page.locator(".rack [data-tile]")).to_have_count(14)
    phone.page.evaluate("() => { location.hash = 'wrong'; }")
    expect(phone.page.locator(".toast").last).to_have_text(said("problem.wrong_seat_link", "it"))


def find_own_seat(person: Person) -> Locator:
    return person.page.locator(".chair", has_text=said("seats.you", person.language))


@pytest.mark.parametrize(("locale", "viewport"), [("en-GB", DESKTOP), ("hu-HU", PHONE)])
def test_players_see_that_the_organiser_has_paused_the_game(
    new_person: NewPerson, server: Server, locale: str, viewport: dict[str, int]
) -> None:
    hall = DeskHall(server.url, players=3, games=1)
    hall.begin_round()
    links = hall.open_online_table(1)
    players = [open_link(new_person, link, viewport=viewport, locale=locale) for link in links]
    page = players[0].page
    hall.send_command("StopClock", table=1)
    expect(page.locator(".lobby [role=status]")).to_have_text(
        said("pause.organiser", players[0].language)
    )
    expect(page.locator(".lobby .primary")).to_be_disabled()
    hall.send_command("ResumeClock", table=1)
    players[0].hands.press(page.locator(".lobby .primary"))
    expect(page.locator(".rack [data-tile]")).to_have_count(14)
    expect(page.locator(".table-seconds")).to_be_visible()
    hall.send_command("StopClock", table=1)
    banner = page.locator(".table-pause")
    expect(banner).to_contain_text(said("pause.organiser", players[0].language))
    expect(banner).to_contain_text(re.compile(r"\d\d"))
    expect(page.locator(".table-seconds")).to_have_count(0)
    assert page.locator(".rack").evaluate("(rack) => rack.closest('[inert]') !== null")
    assert not find_axe_faults(page)
    assert not find_width_faults(page)
    hall.send_command("ResumeClock", table=1)
    expect(banner).to_have_count(0)
    draw = page.get_by_role("button", name=said("action.draw", players[0].language), exact=True)
    players[0].hands.press(draw)
    expect(page.locator(".rack [data-tile]")).to_have_count(15)


@pytest.mark.parametrize(("locale", "viewport"), [("en-GB", DESKTOP), ("pl-PL", PHONE)])
def test_a_referee_rules_and_everybody_at_the_table_sees_it(
    new_person: NewPerson,
    server: Server,
    faults: list[str],
    locale: str,
    viewport: dict[str, int],
) -> None:
    hall = DeskHall(server.url, players=3, games=1)
    hall.begin_round()
    links = hall.open_online_table(1)
    players = [open_link(new_person, link, locale=locale, viewport=viewport) for link in links]
    players[0].hands.press(players[0].page.locator(".lobby .primary"))
    referee = new_person("mouse", who=Organiser, locale=locale, viewport=viewport)
    assert isinstance(referee, Organiser)
    referee.open(hall.create_link("referee", "Ula"))
    referee.open_section("referee")
    page, press = referee.page, referee.hands.press
    expect(page.get_by_text(referee.text("ruling.stop_first"))).to_be_visible()
    press(referee.find_button("clocks.stop"))

    def open_dialog(kind: str) -> Locator:
        press(referee.find_button("ruling.open"))
        dialog = page.get_by_role("dialog")
        press(dialog.get_by_role("radio", name=referee.text(f"ruling.{kind}"), exact=True))
        return dialog

    dialog = open_dialog("UndoMove")
    dialog.get_by_label(referee.text("sure.reason")).fill("x")
    press(dialog.locator("button.primary"))
    expect(dialog).to_contain_text(referee.text("problem.nothing_to_undo"))
    press(dialog.locator("button[type=button].secondary"))
    expect(dialog).to_have_count(0)

    dialog = open_dialog("GivePenalty")
    dialog.get_by_label(referee.text("ruling.tiles")).fill("2")
    dialog.get_by_label(referee.text("sure.reason")).fill("a hint")
    assert not find_axe_faults(page)
    assert not find_width_faults(page)
    press(dialog.locator("button.primary"))
    expect(dialog).to_have_count(0)
    name = hall.view["rounds"][0]["tables"][0]["seats"][0]["name"]
    ruling = re.compile(f"Ula.*{re.escape(name)}.*2.*: a hint")
    for player in players:
        expect(player.page.locator(".table-pause")).to_have_text(ruling)
    expect(players[0].page.locator(".rack [data-tile]")).to_have_count(16)

    press(open_dialog("EndGame").locator("button[type=button].secondary"))
    press(referee.find_button("clocks.resume"))
    expect(players[0].page.locator(".table-pause")).to_have_count(0)
    drop_refusals(faults)
