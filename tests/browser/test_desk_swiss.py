"""A Swiss tournament of five rounds at the desk, from the first page to the titles."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, NewPerson
from tests.browser.looking import find_axe_faults, find_width_faults
from tests.browser.serving import Server
from tests.browser.test_desk import organiser


@pytest.mark.clause("M-10", "M-11", "M-12", "M-14")
def test_five_players_over_five_swiss_rounds(
    new_person: NewPerson, server: Server, faults: list[str]
) -> None:
    desk = organiser(new_person)
    page, press = desk.page, desk.hands.press
    desk.create_tournament(server.url, "Olympiad", rehearsal=True, format_="swiss")
    desk.paste_players(["Ann", "Ben", "Cid", "Dora", "Eve"])
    desk.accept_list()
    desk.mark_everybody_present()
    byes = []
    for number in range(1, 6):
        desk.press_next_step()
        tables = page.locator(".desk-seat-table")
        expect(tables).to_have_count(3)  # two pairs, and the one without an opponent
        expect(tables.last).to_contain_text(desk.text("seats.bye"))
        byes.append(desk.fetch()["view"]["rounds"][-1]["bye"]["name"])
        expect(tables.last).to_contain_text(byes[-1])
        if number == 2:
            assert find_axe_faults(page) == []
            press(tables.first.locator(".desk-seat-name").first)
            press(tables.last.locator(".desk-seat-name"))
            press(page.get_by_role("button", name=desk.match_beginning("seats.swap")))
            expect(tables.last).not_to_contain_text(byes[-1])
            press(page.get_by_role("button", name=desk.text("seats.anew")))
            expect(tables.last).to_contain_text(byes[-1])
        desk.wait_for_step("next.lock_do")
        desk.press_next_step()
        expect(desk.next_step).to_have_text(desk.match_beginning("next.start_do"))
        desk.press_next_step()
        if number == 1:
            desk.enter_missing_games()
        else:
            press(desk.find_button("results.rehearse"))
        expect(desk.next_step).to_have_text(desk.match_beginning("next.close_do"))
        desk.press_next_step()
        headings = page.locator(".desk-standings thead")
        expect(headings).to_contain_text(desk.text("standings.buchholz"))
    assert len(set(byes)) == 5
    assert find_axe_faults(page) == []
    page.set_viewport_size(PHONE)
    assert find_width_faults(page) == []
    page.set_viewport_size(DESKTOP)
    desk.wait_for_step("next.finish_do")
    desk.press_next_step()
    expect(page.locator(".desk-titled li")).to_have_count(3)
    expect(page.locator(".desk-titled li").first).to_contain_text(re.compile(r"\w+"))
    assert faults == []
