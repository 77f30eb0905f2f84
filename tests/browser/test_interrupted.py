"""What may come between: a reload, another device, a killed server, the end of the time."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from kostka.editions import EDITIONS
from tests.browser.conftest import Come
from tests.browser.person import Person
from tests.browser.serving import REAL_SERVER, Server
from tests.browser.words import said

SECONDS = 12
"""For a turn that is to run out: long enough for slow machines to lay a set in it."""


def start(person: Person, server: Server, edition: str = "classic", **rules: object) -> str:
    """Begin a game against a weak bot; gives the code of the room."""
    return person.found_room(
        server.url, begin=True, edition=edition, seats=2, bots=[1], rules=rules
    )


def test_a_draft_survives_a_reload_and_is_on_every_device(come: Come, server: Server) -> None:
    here = come()
    code = start(here, server)
    tiles = here.lay_wrongly()
    rack = here.rack()
    here.page.reload()
    here.sees_on_table(tiles)
    assert here.rack() == rack
    expect(here.page.locator(".set.is-invalid")).to_have_count(1)

    phone = come("touch")
    phone.take_token_of(here)
    phone.open(f"{server.url}/room/{code}")
    phone.sees_on_table(tiles)
    assert sorted(phone.rack()) == sorted(rack)
    third = phone.rack()[0]
    phone.hands.to_set_of(third, tiles[-1])
    here.sees_on_table([*tiles, third])
    phone.hands.press(phone.button("action.reset"))
    here.sees_not_on_table([*tiles, third])
    here.take_turn()


def test_a_killed_server_is_back_and_the_turn_goes_on(come: Come, tmp_path: Path) -> None:
    with Server(tmp_path / "data", REAL_SERVER) as server:
        people = come(), come("keys")
        code = people[0].found_room(server.url, edition="classic", seats=2)
        people[1].join(server.url, code)
        people[0].hands.press(people[0].button("lobby.begin"))
        for person in people:
            expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
        turn = people[0].seen().view.turn
        assert turn is not None
        mine, other = people[turn], people[1 - turn]
        tiles = mine.lay_wrongly()
        other.sees_on_table(tiles)

        server.kill()
        lost = said("connection.lost")
        for person in people:
            expect(person.page.locator(".chip-warn", has_text=lost)).to_be_visible()
        third = mine.rack()[0]
        mine.hands.to_set_of(third, tiles[-1])
        server.start()

        for person in people:
            expect(person.page.locator(".chip-warn")).to_have_count(0)
            person.sees_on_table([*tiles, third])
        mine.hands.press(mine.button("action.reset"))
        mark = mine.mark()
        mine.take_turn()
        other.wait_for_another(mark)
        for person in people:
            person.sees_all()


class Late(NamedTuple):
    """A draft at the end of the time, and how the turn began."""

    person: Person
    tiles: list[int]
    rack: list[int]
    mark: str


def lay_a_set(person: Person) -> list[int]:
    """Lay one valid set of the rack, and wait until the page calls it one."""
    table = person.wait_for_play().table
    lying = person.seen().view.table
    new = next(meld for meld in table if not set(meld) & set(sum(lying, ())))
    person.lay([*lying, new])
    expect(person.page.locator(".set.is-valid")).to_have_count(1)
    return list(new)


@pytest.mark.parametrize("edition", ["classic", "twist", "tournament"])
def test_the_time_runs_out(edition: str, come: Come, server: Server) -> None:
    late = []
    for valid in (True, False):
        person = come()
        start(person, server, edition, turn_seconds=SECONDS, opening_threshold=0)
        person.wait_for_turn()
        person.sees_all()
        tiles = lay_a_set(person) if valid else person.lay_wrongly()
        late.append(Late(person, tiles, [*person.rack(), *tiles], person.mark()))

    for valid, (person, tiles, rack, mark) in zip((True, False), late, strict=True):
        person.wait_for_another(mark)
        person.wait_for_turn()
        person.sees_all()
        if valid and edition == "tournament":  # Z-12: it stands
            person.sees_on_table(tiles)
            assert sorted([*person.rack(), *tiles]) == sorted(rack)
        else:  # N-26: it is undone, and costs tiles
            person.sees_not_on_table(tiles)
            assert set(rack) < set(person.rack())
            assert len(person.rack()) == len(rack) + EDITIONS[edition].failed_move_penalty
