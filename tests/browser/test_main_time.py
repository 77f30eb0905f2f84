"""Two browsers play with a main time (M-3): both clocks are seen, and one runs out (M-4)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from kostka.editions import MSO
from kostka.tiles.box import get_box
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.serving import Server
from tests.browser.words import said


def find_plate(person: Person, seat: int) -> Locator:
    return person.page.locator(f'.table-plate[data-seat="{seat}"]')


@pytest.mark.clause("M-1", "M-2", "M-3", "M-4")
def test_two_people_play_mso_until_a_flag_falls(server: Server, new_person: NewPerson) -> None:
    ala, bob = new_person(), new_person("touch")
    rules = {"main_seconds": 6, "delay_seconds": 1, "announcement_seconds": 1}
    code = ala.create_room(server.url, edition="mso", seats=2, rules=rules)
    bob.join_room(server.url, code)
    ala.hands.press(ala.find_button("lobby.begin"))
    for person in (ala, bob):
        expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
        for seat in (0, 1):
            plate = find_plate(person, seat)
            expect(plate.locator(".table-plate-more")).to_have_text(re.compile(r"0:0\d"))
            expect(plate.locator(".table-plate-more")).to_be_in_viewport(ratio=1)
    news = ala.read_game()
    box = get_box(MSO.box)
    rack = news.view.seats[0].rack
    assert rack is not None
    assert sum(not face.number for face in box.get_faces(rack)) == 1
    turn = news.view.turn
    assert turn is not None
    first, second = (ala, bob) if turn == 0 else (bob, ala)
    first.hands.press(first.find_button("action.draw"))
    expect(second.find_button("action.draw")).to_be_enabled()
    # Nobody presses anything more: the clock of the second player runs out.
    for person, who in ((first, second), (second, second)):
        expect(person.page.get_by_text(said("ending.flag_fell"))).to_be_visible(timeout=20_000)
        result = person.read_game().view.result
        assert result is not None
        assert result.ending == "flag_fell"
        assert result.sheet.winners == (0 if who is bob else 1,)
