"""Games from the home page to the score sheet, with all kinds of hands and several browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import HANDS, NewPerson
from tests.browser.person import Person
from tests.browser.serving import Server
from tests.browser.words import said

MINUS = "\N{MINUS SIGN}"


def check_score_sheet(person: Person) -> None:
    """The page shows the points of everybody, as the game counted them."""
    sheet = person.page.locator(".table-end")
    expect(sheet.get_by_role("heading", level=1)).to_be_focused()
    result = person.read_game().view.result
    assert result is not None
    counted = sorted(int(line.points) for line in result.sheet.lines)
    shown = sheet.locator(".table-score-points").all_inner_texts()
    assert sorted(int(text.replace(MINUS, "-").replace(",", "")) for text in shown) == counted
    assert sum(counted) == 0
    person.hands.press(sheet.locator(".proof > summary"))
    expect(sheet.get_by_text(said("proof.fair"))).to_be_visible()


@pytest.mark.seed(143)  # a short game: 12 turns
@pytest.mark.parametrize("hands", HANDS)
def test_a_game_against_a_bot(hands: str, new_person: NewPerson, server: Server) -> None:
    # Whoever uses a mouse sees the tiles fly here; elsewhere nothing moves by itself.
    motion = "no-preference" if hands == "mouse" else "reduce"
    person = new_person(hands, reduced_motion=motion, service_workers="allow")
    person.start_game(server.url)
    assert person.play_to_end() > 10
    check_score_sheet(person)


def play_together(people: list[Person]) -> None:
    """Everybody plays on their turn, in the order of the seats, and sees what the others do."""
    while True:
        for person in people:
            person.wait_until_drawn()
        mark = people[0].read_mark()
        assert {person.read_mark() for person in people} == {mark}
        turn = people[0].read_game().view.turn
        assert turn is not None
        assert people[turn].wait_for_turn()
        people[turn].take_turn()
        for person in people:
            person.wait_for_change(mark)
        if people[0].read_game().view.result is not None:
            return


@pytest.mark.parametrize(
    "everybody",
    [
        pytest.param(["mouse", "touch"], marks=pytest.mark.seed(150)),
        pytest.param(["touch", "keys", "mouse", "keys"], marks=pytest.mark.seed(132)),
    ],
    ids=["two", "four"],
)
def test_a_game_of_several_browsers(
    everybody: list[str], new_person: NewPerson, server: Server
) -> None:
    host, *others = people = [new_person(hands) for hands in everybody]
    code = host.create_room(server.url, edition="classic", seats=len(people))
    for other in others:
        other.join_room(server.url, code)
    host.hands.press(host.find_button("lobby.begin"))
    for person in people:
        expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
    play_together(people)
    for person in people:
        check_score_sheet(person)
