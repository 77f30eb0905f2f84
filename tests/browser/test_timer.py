"""Score & timer: a phone on a real table, by touch and without a network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.serving import Server
from tests.browser.words import said

MINUS = "\N{MINUS SIGN}"


def on_turn(page: Page) -> Locator:
    return page.locator(".timer-name")


def begin(person: Person, url: str, names: list[str]) -> None:
    person.open(f"{url}/timer")
    person.hands.choose(person.page.locator('input[name="players"]').nth(len(names) - 2))
    for name, field in zip(names, person.page.locator(".timer-names input").all(), strict=True):
        field.fill(name)
    person.hands.press(person.find_button("timer.begin"))
    expect(on_turn(person.page)).to_have_text(names[0])


def test_a_match_without_a_network_reloaded_in_the_middle(
    new_person: NewPerson, server: Server, faults: list[str], tmp_path: Path
) -> None:
    person = new_person("touch", service_workers="allow")
    page, press = person.page, person.hands.press
    person.open(f"{server.url}/timer")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    begin(person, server.url, ["Ann", "Ben", "Cid"])

    # The clock: begin, pass on, pause; after a reload it stands where it stood.
    face = page.locator(".timer-face")
    press(face)
    expect(face).to_contain_text("Ben")
    press(face)
    expect(on_turn(page)).to_have_text("Ben")
    expect(page.locator(".timer-digits")).not_to_have_text("1:00")
    page.reload()
    expect(on_turn(page)).to_have_text("Ben")
    expect(face).to_contain_text(said("timer.tap_on"))
    press(page.get_by_title(said("timer.extra_why")))
    expect(page.locator(".timer-digits")).to_contain_text("1:")
    press(person.find_button("timer.over"))

    # The racks: tiles that could have opened, a sum with a joker; a reload before they are saved.
    person.hands.choose(page.locator('input[name="end-timer"]').nth(0))
    ben, cid = page.locator("section.score-line").all()
    for key in (9, 10, 11):
        press(ben.locator(".tray-row.is-on .tile").nth(key))
    ben.locator("select").select_option(label=said("opened.unopened"))
    expect(person.find_button("timer.save")).to_be_disabled()
    page.reload()
    expect(ben.locator(".score-tiles .tile")).to_have_count(3)
    person.hands.choose(cid.locator('input[type="radio"]').nth(1))
    cid.locator(".score-number input").fill("17")
    person.hands.choose(cid.locator('input[name^="jokers"]').nth(1))
    expect(ben.locator(".score-points")).to_have_text(f"{MINUS}200")
    expect(cid.locator(".score-points")).to_have_text(f"{MINUS}67")
    press(person.find_button("timer.save"))
    places = page.locator(".timer-ranking li")
    expect(places).to_have_text(
        ["1.Ann1 win+267", f"2.Cid0 wins{MINUS}67", f"3.Ben0 wins{MINUS}200"]
    )

    # Corrected: the joker was not Cid's.
    press(page.locator(".timer-correct"))
    person.hands.choose(cid.locator('input[name^="jokers"]').nth(0))
    press(person.find_button("timer.save"))
    expect(places).to_have_text(
        ["1.Ann1 win+217", f"2.Cid0 wins{MINUS}17", f"3.Ben0 wins{MINUS}200"]
    )
    page.reload()
    expect(places.first).to_have_text("1.Ann1 win+217")
    with page.expect_download() as loading:
        press(person.find_button("timer.json"))
    loading.value.save_as(tmp_path / "match.json")
    saved = json.loads((tmp_path / "match.json").read_text())
    assert [one["points"] for one in saved["games"][0]["scores"]] == [217, -200, -17]

    # The next game is begun by the next player.
    person.hands.choose(page.locator('input[name="shown"]').first)
    expect(on_turn(page)).to_have_text("Ben")
    assert all("WebSocket" in fault for fault in faults)
    faults.clear()


def test_time_runs_out_with_warnings(new_person: NewPerson, server: Server) -> None:
    person = new_person("touch")
    page = person.page
    page.add_init_script("""window.felt = [];
        navigator.vibrate = (pattern) => window.felt.push(pattern);""")
    page.clock.install()
    begin(person, server.url, ["Ann", "Ben"])
    person.hands.press(page.locator(".timer-face"))
    expect(page.locator(".timer-face")).to_contain_text("Ben")
    page.clock.run_for(45_000)
    expect(page.locator(".timer-face.is-hurry")).to_have_count(0)
    page.clock.run_for(10_000)
    expect(page.locator(".timer-face.is-hurry")).to_have_count(1)
    person.hands.choose(page.locator('input[name="shown"]').nth(1))  # time runs on meanwhile
    expect(page.locator(".timer-match")).to_be_visible()
    page.clock.run_for(10_000)
    person.hands.choose(page.locator('input[name="shown"]').nth(0))
    expect(page.locator(".timer-face.is-up")).to_contain_text(said("timer.up"))
    felt = page.evaluate("window.felt")
    assert felt == [60] * 6 + [[250, 120, 250]]
    person.hands.press(page.locator(".timer-face"))
    expect(on_turn(page)).to_have_text("Ben")
    expect(page.locator(".timer-face.is-up")).to_have_count(0)


@pytest.mark.clause("M-3")
def test_two_players_have_main_times_and_a_delay(new_person: NewPerson, server: Server) -> None:
    person = new_person("touch")
    page, press = person.page, person.hands.press
    page.clock.install()
    person.open(f"{server.url}/timer")
    editions = page.locator("select").filter(has=page.locator('option[value="mso"]'))
    editions.select_option("mso")
    press(person.find_button("timer.begin"))
    mains, delay = page.locator(".timer-main"), page.locator(".timer-delay")
    expect(mains).to_have_text(["10:00", "10:00"])
    press(page.locator(".timer-face"))
    page.clock.run_for(4_000)
    expect(delay).to_contain_text("6")
    expect(mains).to_have_text(["10:00", "10:00"])
    page.clock.run_for(21_000)
    expect(delay).to_have_count(0)
    expect(mains).to_have_text(["9:45", "10:00"])
    expect(page.locator(".timer-digits")).to_have_text("9:45")
    press(page.locator(".timer-face"))
    page.clock.run_for(610_000)
    expect(mains).to_have_text(["9:45", "0:00"])
    expect(page.locator(".timer-face.is-up")).to_contain_text(said("timer.up"))
    page.reload()
    expect(mains).to_have_text(["9:45", "0:00"])
