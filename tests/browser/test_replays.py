"""Looking at a finished game again: by keys, by its address, from a file; its shuffle proven."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.looking import find_width_faults
from tests.browser.serving import Server
from tests.browser.words import said
from tests.server.api.test_games import save_game
from tests.server.recorded import GAMES

NAME = "twist-went_out"
LAST = len(GAMES[NAME].commands) - 2
"""The number of its last step; what was before the first turn is step 0."""

SHOWN = """(where) => [...document.querySelectorAll(`${where} [data-tile]`)]
  .map((one) => one.dataset.tile)"""
READ_TABLE, HELD = ".felt", ".replay-rack"


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    """A folder in which a game is kept."""
    folder = tmp_path / "data"
    # In a thread of its own: the browser's loop runs in this one.
    work = save_game(folder, NAME, GAMES[NAME])
    keeping = Thread(target=asyncio.run, args=(work,))
    keeping.start()
    keeping.join()
    return folder


LOSE_REVEALS = """{
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (!text.includes("RevealRandomness")) send.call(this, text);
  };
}"""
"""Loses what the page reveals for the shuffle, as a bad network would."""


def shows(page: Page, step: int) -> None:
    expect(page.locator(".replay-slider")).to_have_value(str(step))
    expect(page.locator(".replay-move[aria-current]")).to_contain_text(str(step))


def test_a_replay_by_keys(server: Server, new_person: NewPerson) -> None:
    page = new_person("keys").page
    page.goto(f"{server.url}/replay/{NAME}#7")
    shows(page, 7)
    before = page.evaluate(SHOWN, READ_TABLE)
    tiles = sorted(before + page.evaluate(SHOWN, HELD))
    for key, step in {"End": LAST, "Home": 0, "ArrowRight": 1, "ArrowLeft": 0}.items():
        page.keyboard.press(key)
        shows(page, step)
        expect(page).to_have_url(f"{server.url}/replay/{NAME}#{step}")
    assert page.evaluate(SHOWN, READ_TABLE) == []
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    shows(page, 7)
    assert page.evaluate(SHOWN, READ_TABLE) == before
    assert sorted(before + page.evaluate(SHOWN, HELD)) == tiles
    expect(page.get_by_role("status").last).not_to_be_empty()


def test_a_replay_plays_by_itself_and_stops_at_the_end(
    server: Server, new_person: NewPerson
) -> None:
    page = new_person().page
    page.goto(f"{server.url}/replay/{NAME}#{LAST - 2}")
    page.get_by_label(said("replay.speed")).select_option("4")
    page.get_by_role("button", name=said("replay.play")).click()
    shows(page, LAST)
    expect(page.get_by_role("button", name=said("replay.play"))).to_be_visible()


def test_racks_can_be_hidden(server: Server, new_person: NewPerson) -> None:
    page = new_person("touch").page
    page.goto(f"{server.url}/replay/{NAME}#3")
    expect(page.locator(".replay-rack")).to_have_count(3)
    racks = page.get_by_label(said("replay.racks"))
    racks.select_option("1")
    expect(page.locator(".replay-rack")).to_have_count(1)
    racks.select_option("none")
    expect(page.locator(".replay-rack")).to_have_count(0)


def test_the_shuffle_is_proven_in_the_browser(server: Server, new_person: NewPerson) -> None:
    page = new_person().page
    page.goto(f"{server.url}/replay/{NAME}")
    page.get_by_text(said("proof.title")).click()
    expect(page.locator(".replay-verdict")).to_have_text(said("proof.fair"))
    expect(page.locator(".replay-check.is-good")).to_have_count(7)
    page.get_by_text(said("proof.seed_good")).click()
    expect(page.get_by_text(said("proof.value_seed"), exact=True)).to_be_visible()


def test_a_record_from_a_file(
    server: Server, new_person: NewPerson, faults: list[str], tmp_path: Path
) -> None:
    page = new_person().page

    def bring(record: bytes) -> None:
        file = tmp_path / "game.jsonl"
        file.write_bytes(record)
        page.locator("input[type=file]").set_input_files(file)

    page.goto(f"{server.url}/replay")
    saved = GAMES["classic-went_out"].saved
    changed = saved.replace(b'"reason":"turn"', b'"reason":"TURN"', 1)
    line = next(at for at, own in enumerate(changed.splitlines(), 1) if b"TURN" in own)
    bring(changed)
    expect(page.get_by_role("alert")).to_contain_text(f"line {line}")
    expect(page.locator(".replay-check.is-bad").first).to_contain_text(f"Line {line} ")
    bring(saved)
    expect(page.locator(".replay .felt")).to_be_visible()
    assert [fault for fault in faults if "400" not in fault] == []
    faults.clear()  # the browser notes that the first file was refused


def test_a_move_that_was_taken_back_is_shown(
    server: Server, new_person: NewPerson, tmp_path: Path
) -> None:
    page = new_person("touch").page
    file = tmp_path / "game.jsonl"
    file.write_bytes(GAMES["tournament-round_time"].saved)
    page.goto(f"{server.url}/replay#27")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text(said("replay.tried"), exact=True)).to_be_visible()
    tried = page.locator(".replay-tried")
    expect(tried).to_have_count(4)
    expect(tried.nth(2).get_by_role("img")).to_have_count(2)
    expect(tried.nth(2).get_by_role("img", name="red 6")).to_be_visible()
    assert find_width_faults(page) == []


def test_from_the_end_of_a_game_to_its_proof_and_its_replay(
    server: Server, new_person: NewPerson
) -> None:
    person = new_person()
    page = person.page
    person.start_game(server.url)
    person.let_bot_play()
    expect(page.locator(".table-score-line")).to_have_count(2)
    expect(page.locator(".table-score-sum .rules-clause-button").first).to_be_visible()
    page.get_by_text(said("proof.title")).click()
    expect(page.get_by_text(said("proof.noted_good"))).to_be_visible()
    expect(page.locator(".replay-verdict")).to_have_text(said("proof.fair"))
    room = page.url
    page.get_by_role("link", name=said("action.review")).click()
    shows(page, 0)
    page.get_by_role("link", name=said("replay.to_room")).click()
    expect(page).to_have_url(room)
    expect(page.locator(".table-end")).to_be_visible()


def test_two_browsers_add_randomness_and_the_proof_names_them(
    server: Server, new_person: NewPerson
) -> None:
    """The third browser commits and is silent: it is named, and its own player is warned."""
    ann, ben, cid = people = [new_person(), new_person("touch"), new_person(locale="pl-PL")]
    for person, name in zip(people, ("Ann", "Ben", "Cid"), strict=True):
        person.page.add_init_script(f"localStorage.setItem('kostka.name', '{name}')")
    cid.page.add_init_script(LOSE_REVEALS)
    code = ann.create_room(server.url, edition="classic", seats=3)
    for other in (ben, cid):
        other.join_room(server.url, code)
    ann.hands.press(ann.find_button("lobby.begin"))
    for person in people:
        expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
    expect(cid.page.get_by_text(said("shuffle.left_out", "pl"))).to_be_visible()
    for person in (ann, ben):
        expect(person.page.get_by_text(said("shuffle.left_out"))).to_have_count(0)
    for person in (ben, cid):  # the last one left wins
        person.hands.press(person.find_button("menu.title"))
        person.hands.press(person.find_button("menu.leave"))
        person.hands.press(person.page.locator(".dialog-buttons .primary"))
    for person in people:
        proof = person.page.locator(".proof")
        proof.locator("summary").first.click()
        you = said("proof.you", person.language)
        named = [(ann, "Ann"), (ben, "Ben")]
        names = [name for one, name in named if one is not person]
        names += [you] if len(names) == 1 else []
        joined = f"{names[0]} {'i' if person is cid else 'and'} {names[1]}"
        added = said("proof.added_good", person.language).replace("{names}", joined)
        expect(proof.get_by_text(added)).to_be_visible()
        silent = said("proof.silent_unknown", person.language)
        missing = you if person is cid else "Cid"
        expect(proof.get_by_text(silent.replace("{names}", missing))).to_be_visible()
        verdict = "proof.fair_without_you" if person is cid else "proof.fair"
        own = "proof.own_unknown" if person is cid else "proof.own_good"
        expect(proof.locator(".replay-verdict")).to_have_text(said(verdict, person.language))
        expect(proof.get_by_text(said(own, person.language))).to_be_visible()
        assert find_width_faults(person.page) == []
