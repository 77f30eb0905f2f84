"""A whole tournament of ten players: an organiser at the desk, two phones, and the projector."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.desk_phone import Phone
from tests.browser.desk_steps import Organiser
from tests.browser.looking import find_axe_faults
from tests.browser.person import Person
from tests.browser.serving import Server

GAMES = 2
NAMES = [
    *("Ala Kot;5a", "Bartek Wójcik;5a", "Celina Żak;5b", "Darek Lis;5b", "Ewa Sowa;6a"),
    *("Filip Bąk;6a", "Gosia Mak;6b", "Hubert Kruk;6b", "Iga Wrona;6c", "Jan Zając;6c"),
]


def find_sheet_link(desk: Organiser, table: int) -> str:
    """The address in the QR code on the sheet of a table in this round."""
    links = desk.fetch("/links")["links"]
    return str([link["url"] for link in links if link["table"] == table][-1])


def play_round(desk: Organiser, phones: list[Phone], projector: Person, number: str) -> None:
    """Two tables type on phones, the third hands its paper in."""
    desk.wait_for_step("next.seat_do", round=number)
    desk.press_next_step()
    expect(desk.page.locator(".desk-seat-table")).to_have_count(3)
    desk.wait_for_step("next.lock_do")
    desk.press_next_step()
    seats = projector.page.locator(".screen-seat")
    expect(projector.page.locator(".screen.is-seats")).to_be_visible()
    expect(seats).to_have_count(10)
    desk.wait_for_step("next.start_do", round=number)
    desk.press_next_step()
    expect(projector.page.locator(".screen-time")).to_be_visible()

    for table, phone in enumerate(phones, start=1):
        phone.open(find_sheet_link(desk, table))
        names = desk.fetch()["view"]["rounds"][-1]["tables"][table - 1]["seats"]
        expect(phone.page.locator(".sheet-table thead th")).to_have_count(len(names) + 1)
        for game in range(1, GAMES + 1):
            left = [20 * table + 3 * game + seat for seat in range(len(names) - 1)]
            phone.enter_game(game % len(names), *left)
            phone.wait_for_winner(game, sum(left))
    missing = projector.page.locator(".screen-missing li")
    expect(missing).to_have_text(["3"])
    desk.enter_missing_games()
    expect(projector.page.locator(".screen-missing h2")).to_have_text("Results: 6 of 6")
    desk.wait_for_step("next.close_do", round=number)
    desk.press_next_step()


def test_ten_players_an_organiser_two_phones_and_a_projector(
    new_person: NewPerson, server: Server, faults: list[str]
) -> None:
    desk = new_person(who=Organiser)
    phones = [phone for _ in range(2) if isinstance(phone := new_person("touch", who=Phone), Phone)]
    projector = new_person(viewport={"width": 1920, "height": 1080})
    assert isinstance(desk, Organiser)
    desk.create_tournament(server.url, "Hall of Łódź", rounds=2, games=GAMES, minutes=50)
    projector.open(desk.address)
    expect(projector.page.locator(".screen.is-before")).to_be_visible()
    desk.paste_players(NAMES)
    desk.accept_list()
    desk.mark_everybody_present()

    play_round(desk, phones, projector, "I")
    expect(projector.page.locator(".screen.is-between")).to_be_visible()
    desk.open_section("standings")
    shown = desk.page.get_by_label(desk.text("standings.shown"))
    desk.hands.press(shown)
    expect(projector.page.locator(".screen-place")).to_have_count(10)
    first = desk.fetch()["view"]["standings"][0]["name"]
    expect(projector.page.locator(".screen-list li").first).to_contain_text(first)
    desk.hands.press(shown)
    expect(projector.page.locator(".screen-place")).to_have_count(0)

    play_round(desk, phones, projector, "II")
    desk.wait_for_step("next.finish_do")
    desk.press_next_step()
    titles = projector.page.locator(".screen-titles b")
    expect(titles).to_have_text([row["name"] for row in desk.fetch()["view"]["standings"][:3]])
    assert find_axe_faults(projector.page) == []
    assert faults == []
