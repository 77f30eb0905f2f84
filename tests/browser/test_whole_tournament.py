"""A whole tournament of ten players: an organiser at the desk, two phones, and the projector."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.desk_phone import Phone
from tests.browser.desk_steps import Organiser
from tests.browser.looking import faults_by_axe
from tests.browser.person import Person
from tests.browser.serving import Server

GAMES = 2
NAMES = [
    *("Ala Kot;5a", "Bartek Wójcik;5a", "Celina Żak;5b", "Darek Lis;5b", "Ewa Sowa;6a"),
    *("Filip Bąk;6a", "Gosia Mak;6b", "Hubert Kruk;6b", "Iga Wrona;6c", "Jan Zając;6c"),
]


def sheet_of(desk: Organiser, table: int) -> str:
    """The address in the QR code on the sheet of a table in this round."""
    links = desk.ask("/links")["links"]
    return str([link["url"] for link in links if link["table"] == table][-1])


def play_round(desk: Organiser, phones: list[Phone], projector: Person, number: str) -> None:
    """Two tables type on phones, the third hands its paper in."""
    desk.sees_step("next.seat_do", round=number)
    desk.do_step()
    expect(desk.page.locator(".desk-seat-table")).to_have_count(3)
    desk.sees_step("next.lock_do")
    desk.do_step()
    seats = projector.page.locator(".screen-seat")
    expect(projector.page.locator(".screen.is-seats")).to_be_visible()
    expect(seats).to_have_count(10)
    desk.sees_step("next.start_do", round=number)
    desk.do_step()
    expect(projector.page.locator(".screen-time")).to_be_visible()

    for table, phone in enumerate(phones, start=1):
        phone.open(sheet_of(desk, table))
        names = desk.ask()["view"]["rounds"][-1]["tables"][table - 1]["seats"]
        expect(phone.page.locator(".sheet-table thead th")).to_have_count(len(names) + 1)
        for game in range(1, GAMES + 1):
            left = [20 * table + 3 * game + seat for seat in range(len(names) - 1)]
            phone.enter(game % len(names), *left)
            phone.sees_won(game, sum(left))
    missing = projector.page.locator(".screen-missing li")
    expect(missing).to_have_text(["3"])
    desk.enter_missing()
    expect(projector.page.locator(".screen-missing h2")).to_have_text("Results: 6 of 6")
    desk.sees_step("next.close_do", round=number)
    desk.do_step()


def test_ten_players_an_organiser_two_phones_and_a_projector(
    come: Come, server: Server, faults: list[str]
) -> None:
    desk = come(who=Organiser)
    phones = [phone for _ in range(2) if isinstance(phone := come("touch", who=Phone), Phone)]
    projector = come(viewport={"width": 1920, "height": 1080})
    assert isinstance(desk, Organiser)
    desk.new_tournament(server.url, "Hall of Łódź", rounds=2, games=GAMES, minutes=50)
    projector.open(desk.address)
    expect(projector.page.locator(".screen.is-before")).to_be_visible()
    desk.paste(NAMES)
    desk.take_list()
    desk.everybody_is_here()

    play_round(desk, phones, projector, "I")
    expect(projector.page.locator(".screen.is-between")).to_be_visible()
    desk.go("standings")
    shown = desk.page.get_by_label(desk.say("standings.shown"))
    desk.hands.press(shown)
    expect(projector.page.locator(".screen-place")).to_have_count(10)
    first = desk.ask()["view"]["standings"][0]["name"]
    expect(projector.page.locator(".screen-list li").first).to_contain_text(first)
    desk.hands.press(shown)
    expect(projector.page.locator(".screen-place")).to_have_count(0)

    play_round(desk, phones, projector, "II")
    desk.sees_step("next.finish_do")
    desk.do_step()
    titles = projector.page.locator(".screen-titles b")
    expect(titles).to_have_text([row["name"] for row in desk.ask()["view"]["standings"][:3]])
    assert faults_by_axe(projector.page) == []
    assert faults == []
