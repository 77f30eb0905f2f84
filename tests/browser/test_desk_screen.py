"""The projector of a tournament: many names page by page, found when typed, and back by itself."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.desk_hall import NAMES, DeskHall
from tests.browser.serving import Server
from tests.browser.words import said

PLAYERS = 60
PAGE_MS = 8000


def test_many_names_are_shown_page_by_page_and_found(new_person: NewPerson, server: Server) -> None:
    hall = DeskHall(server.url, players=PLAYERS)
    hall.send_command("SeatRound")
    hall.send_command("LockSeats")
    person = new_person(viewport={"width": 1920, "height": 1080})
    page = person.page
    page.clock.install()
    person.open(hall.screen_link)
    names = page.locator(".screen-list .screen-name")
    expect(names.first).to_have_text(NAMES[0])
    pages = int(page.locator(".screen-pages span").inner_text().rsplit("/", 1)[1])
    assert pages > 1
    seen: list[str] = []
    for number in range(1, pages + 1):
        expect(page.locator(".screen-pages")).to_contain_text(f"{number}/{pages}")
        overflow = "(list) => list.scrollWidth > list.clientWidth"
        assert not page.locator(".screen-list ol").evaluate(overflow)
        seen += names.all_inner_texts()
        page.clock.run_for(PAGE_MS)
    assert len(seen) == PLAYERS
    assert set(NAMES) < set(seen)
    expect(names.first).to_have_text(NAMES[0])  # and from the beginning again

    person.hands.press(person.find_button("screen.pause"))
    person.hands.press(person.find_button("screen.next"))
    expect(names.first).not_to_have_text(NAMES[0])
    there = names.first.inner_text()
    page.clock.run_for(3 * PAGE_MS)
    expect(names.first).to_have_text(there)
    page.get_by_role("searchbox").fill("brzeczy")
    expect(names).to_have_text([NAMES[1]])


def test_the_projector_comes_back_by_itself(
    new_person: NewPerson, server: Server, faults: list[str]
) -> None:
    hall = DeskHall(server.url, players=4)
    person = new_person()
    person.open(hall.screen_link)
    waiting = person.page.locator(".screen-wait")
    expect(waiting).to_have_text(said("screen.before"))
    server.kill()
    expect(person.page.locator(".screen-lost")).to_be_visible()
    expect(waiting).to_be_visible()
    server.start()
    hall.send_command("SeatRound")
    hall.send_command("LockSeats")
    expect(person.page.locator(".screen-seat")).to_have_count(4)
    expect(person.page.locator(".screen-lost")).to_have_count(0)
    assert all("net::ERR" in fault for fault in faults)
    faults.clear()
