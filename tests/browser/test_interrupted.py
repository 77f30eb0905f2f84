"""What may interrupt a game: a reload, another device, a killed server, the end of the time."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from kostka.editions import EDITIONS
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.serving import REAL_SERVER, Server
from tests.browser.words import said

SECONDS = 12
"""For a turn that is to run out: long enough for slow machines to lay a set in it."""


def start(person: Person, server: Server, edition: str = "classic", **rules: object) -> str:
    """Begin a game against a weak bot; return the code of the room."""
    return person.create_room(
        server.url, begin=True, edition=edition, seats=2, bots=[1], rules=rules
    )


def test_a_draft_survives_a_reload_and_is_on_every_device(
    new_person: NewPerson, server: Server
) -> None:
    here = new_person()
    code = start(here, server)
    tiles = here.lay_invalid_set()
    rack = here.read_rack()
    here.page.reload()
    here.wait_for_set(tiles)
    assert here.read_rack() == rack
    expect(here.page.locator(".set.is-invalid")).to_have_count(1)

    phone = new_person("touch")
    phone.use_token_of(here)
    phone.open(f"{server.url}/room/{code}")
    phone.wait_for_set(tiles)
    assert sorted(phone.read_rack()) == sorted(rack)
    third = phone.read_rack()[0]
    phone.hands.move_to_set_of(third, tiles[-1])
    here.wait_for_set([*tiles, third])
    phone.hands.press(phone.find_button("action.reset"))
    here.wait_until_off_table([*tiles, third])
    here.take_turn()


def test_a_killed_server_is_back_and_the_turn_goes_on(
    new_person: NewPerson, tmp_path: Path
) -> None:
    with Server(tmp_path / "data", REAL_SERVER) as server:
        people = new_person(), new_person("keys")
        code = people[0].create_room(server.url, edition="classic", seats=2)
        people[1].join_room(server.url, code)
        people[0].hands.press(people[0].find_button("lobby.begin"))
        for person in people:
            expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
        turn = people[0].read_game().view.turn
        assert turn is not None
        mine, other = people[turn], people[1 - turn]
        tiles = mine.lay_invalid_set()
        other.wait_for_set(tiles)

        server.kill()
        lost = said("connection.lost")
        for person in people:
            expect(person.page.locator(".chip-warn", has_text=lost)).to_be_visible()
        third = mine.read_rack()[0]
        mine.hands.move_to_set_of(third, tiles[-1])
        server.start()

        for person in people:
            expect(person.page.locator(".chip-warn")).to_have_count(0)
            person.wait_for_set([*tiles, third])
        mine.hands.press(mine.find_button("action.reset"))
        mark = mine.read_mark()
        mine.take_turn()
        other.wait_for_change(mark)
        for person in people:
            person.wait_until_drawn()


class UnfinishedTurn(NamedTuple):
    """A draft when the time runs out, and how the turn began."""

    person: Person
    tiles: list[int]
    rack: list[int]
    mark: str


def lay_valid_set(person: Person) -> list[int]:
    """Lay one valid set of the rack, and wait until the page calls it one."""
    table = person.draw_until_play().table
    lying = person.read_game().view.table
    new = next(meld for meld in table if not set(meld) & set(sum(lying, ())))
    person.lay_table([*lying, new])
    expect(person.page.locator(".set.is-valid")).to_have_count(1)
    return list(new)


@pytest.mark.parametrize("edition", ["classic", "twist", "tournament"])
def test_the_time_runs_out(edition: str, new_person: NewPerson, server: Server) -> None:
    late = []
    for valid in (True, False):
        person = new_person()
        start(person, server, edition, turn_seconds=SECONDS, opening_threshold=0)
        person.wait_for_turn()
        person.wait_until_drawn()
        tiles = lay_valid_set(person) if valid else person.lay_invalid_set()
        late.append(
            UnfinishedTurn(person, tiles, [*person.read_rack(), *tiles], person.read_mark())
        )

    for valid, (person, tiles, rack, mark) in zip((True, False), late, strict=True):
        person.wait_for_change(mark)
        person.wait_for_turn()
        person.wait_until_drawn()
        if valid and edition == "tournament":  # Z-12: it stands
            person.wait_for_set(tiles)
            assert sorted([*person.read_rack(), *tiles]) == sorted(rack)
        else:  # N-26: it is undone, and costs tiles
            person.wait_until_off_table(tiles)
            assert set(rack) < set(person.read_rack())
            assert len(person.read_rack()) == len(rack) + EDITIONS[edition].failed_move_penalty


@pytest.mark.clause("Z-12")
def test_loose_own_tiles_go_back_and_the_player_is_told(
    new_person: NewPerson, server: Server
) -> None:
    person = new_person()
    start(person, server, "tournament", turn_seconds=SECONDS, opening_threshold=0)
    tiles = lay_valid_set(person)
    loose = person.read_rack()[0]
    mark = person.read_mark()
    person.hands.move_to_new_set(loose)
    person.wait_for_set([loose])
    rack = person.read_rack()
    person.wait_for_change(mark)
    told = "Time is up: your move stands, and 1 loose tile is back on your rack."
    expect(person.page.locator(".toast")).to_have_text(told)
    person.wait_for_set(tiles)
    person.wait_until_off_table([loose])
    assert sorted(person.read_rack()) == sorted([*rack, loose])
