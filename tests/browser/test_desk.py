"""The desk of a tournament: an organiser's whole way, and what every part of it looks like."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from kostka.languages import LANGUAGES
from tests.browser.conftest import DESKTOP, PHONE, Come
from tests.browser.desk_hall import DeskHall
from tests.browser.desk_steps import Organiser
from tests.browser.looking import faults_by_axe, faults_of_width, no_faults_of_words
from tests.browser.serving import Server

MINUS = "\N{MINUS SIGN}"
NAMES = [
    *("Ala Kot;5a", "Bartek Wójcik;5a", "Celina Żak;5b", "Darek Lis;5b", "Ewa Sowa;6a"),
    *("Filip Bąk;6a", "Gosia Mak;6b", "Hubert Kruk;6b", "Iga Wrona;6c"),
]


def organiser(come: Come, hands: str = "mouse", **more: object) -> Organiser:
    person = come(hands, who=Organiser, **more)
    assert isinstance(person, Organiser)
    return person


def forgive_refusals(faults: list[str]) -> None:
    """Chromium itself complains of every answer that is a refusal."""
    faults[:] = [fault for fault in faults if "409 (Conflict)" not in fault]


def register(desk: Organiser) -> None:
    """Nine players from a list in which one stands twice; what is pasted outlives a reload."""
    page, press = desk.page, desk.hands.press
    page.locator("textarea").fill("\n".join([*NAMES, NAMES[0]]))
    page.reload()
    press(desk.button("list.read"))
    expect(page.locator(".fold .desk-problem")).to_contain_text("Line 10: Ala Kot is on the list")
    desk.take_list()
    expect(page.locator(".desk-check-row.is-registered")).to_have_count(9)
    page.get_by_role("searchbox").fill("zak")
    press(page.locator(".desk-check-name"))
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".desk-check-row.is-present")).to_have_text(re.compile("Celina Żak"))
    desk.everybody_is_here()


def seat(desk: Organiser) -> None:
    """A late arrival at a table of 3, two who are swapped, a locking that is taken back."""
    page, press = desk.page, desk.hands.press
    desk.sees_step("next.seat_do", round="I")
    desk.do_step()
    expect(page.locator(".desk-seat-table")).to_have_count(3)
    desk.go("players")
    page.get_by_label(desk.say("players.name"), exact=True).fill("Jan Późny")
    press(desk.button("players.add_one"))
    desk.sees_step("next.lock_go")
    desk.do_step()
    press(page.get_by_role("button", name="Jan Późny: seat at a table of 3"))
    expect(page.locator(".desk-seat-table").first.locator("li")).to_have_count(4)
    first, other = (page.locator("button.desk-seat-name").nth(at) for at in (0, 8))
    name = other.locator("span").inner_text()
    press(first)
    press(other)
    press(page.get_by_role("button", name=re.compile("^Swap: ")))
    expect(first.locator("span")).to_have_text(name)
    desk.sees_step("next.lock_do")
    desk.do_step()
    desk.sees_step("next.start_do", round="I")
    press(desk.button("seats.unlock"))
    desk.give_reason("one more is coming")
    desk.sees_step("next.lock_do")
    desk.do_step()
    desk.sees_step("next.start_do", round="I")
    desk.do_step()


def play(desk: Organiser) -> None:
    """A sheet that is refused beside its fields and outlives a reload, the others, a correction."""
    page, press = desk.page, desk.hands.press
    expect(page.locator(".desk-result-game.is-missing")).to_have_count(6)
    desk.do_step()
    desk.type_game(0, [4, 40, 0])
    expect(page.locator(".desk-paper .desk-problem")).to_contain_text("just one rack is empty")
    page.reload()
    expect(page.locator(".desk-paper-sum input").nth(1)).to_have_value("40")
    page.locator(".desk-paper-sum input").nth(2).fill("25")
    page.locator(".desk-paper-line").nth(3).get_by_label(desk.say("paper.not_opened")).check()
    points = ["+144", f"{MINUS}4", f"{MINUS}40", f"{MINUS}100"]
    expect(page.locator(".desk-paper-total")).to_have_text(points)
    desk.save_game()
    desk.enter_missing()
    desk.sees_step("next.close_do", round="I")
    press(page.locator(".desk-result-game").first)
    desk.type_game(1, [50, 40, 25])
    for one in desk.ask()["view"]["rounds"][0]["tables"][0]["seats"][:2]:
        expect(page.locator(".desk-change tbody")).to_contain_text(one["name"])
    page.get_by_label(desk.say("paper.why_corrected")).fill("two sheets were mixed up")
    desk.save_game()
    expect(page.locator(".desk-result-game.is-corrected")).to_have_count(1)


def test_ten_players_over_two_rounds(
    come: Come, server: Server, faults: list[str], tmp_path: Path
) -> None:
    desk = organiser(come)
    page, press = desk.page, desk.hands.press
    desk.open(server.url)
    press(page.get_by_role("link", name="Tournament", exact=True))
    desk.new_tournament(server.url, "Hall of Łódź", rounds=2, games=2)
    assert "#" not in page.url  # nobody reads the secret off the screen
    register(desk)
    seat(desk)
    play(desk)
    desk.do_step()
    rows = desk.ask()["view"]["standings"]
    names = page.locator(".desk-standings tbody th")
    expect(names).to_have_text([re.compile(re.escape(row["name"])) for row in rows])
    press(page.get_by_label(desk.say("standings.shown")))
    expect(page.get_by_label(desk.say("standings.shown"))).to_be_checked()

    desk.play_round()
    desk.enter_missing(out=2)
    desk.sees_step("next.close_do", round="II")
    desk.do_step()
    desk.sees_step("next.finish_do")
    desk.do_step()
    expect(page.locator(".desk-titled li")).to_have_count(3)
    assert faults_by_axe(page) == []

    # What is taken away: every entry is explained, and the file is what the server has.
    desk.go("history")
    entries = desk.ask("/history")["entries"]
    expect(page.locator(".desk-entries li")).to_have_count(len(entries))
    expect(page.locator(".desk-entries")).to_contain_text("Why: two sheets were mixed up")
    page.evaluate("delete window.showSaveFilePicker")  # as in browsers that have none
    with page.expect_download() as loading:
        press(page.get_by_role("button", name=desk.say("save.copy")))
    loading.value.save_as(tmp_path / "hall.jsonl")
    address = desk.address
    desk.open(f"{server.url}/tournament")
    # As on another computer, which knows no link: that on the stick makes an organiser again.
    page.evaluate("localStorage.removeItem('kostka.tournaments'); sessionStorage.clear()")
    page.locator('input[type="file"]').set_input_files(tmp_path / "hall.jsonl")
    page.wait_for_url(f"{address}**")
    expect(page.locator("h1")).to_have_text("Hall of Łódź")
    expect(page.locator(".desk-save")).to_be_visible()
    forgive_refusals(faults)


def test_a_head_referee_decides(come: Come, server: Server, faults: list[str]) -> None:
    hall = DeskHall(server.url, players=8, rounds=1, games=1, minutes=30)
    hall.begin()
    hall.enter(1, 1, 0, 10, 20, 30)
    hall.enter(2, 1, 0, 10, 20, 40)
    hall.do("CallReferee", table=1, about="a tile fell down", trouble="dispute")
    judge = organiser(come)
    page, press = judge.page, judge.hands.press
    judge.open(hall.link("head_referee", "Pani Maria"))
    expect(page.locator(".desk-tabs button")).to_have_count(7)  # no list of players to edit
    expect(page.locator(".desk-dispute.is-open")).to_contain_text("a tile fell down")
    page.get_by_label(judge.say("disputes.decision")).fill("the move stands")
    page.reload()
    press(judge.button("disputes.decide"))
    expect(page.locator(".desk-dispute.is-settled")).to_contain_text(
        "Decision (Pani Maria): the move"
    )
    press(judge.button("clocks.resume"))
    expect(judge.button("clocks.stop")).to_have_count(2)

    # An exclusion needs a warning first; points are taken off after a look at what that changes.
    name = hall.view["rounds"][0]["tables"][1]["seats"][0]["name"]
    judge.hands.choose(page.locator('input[name="sanction"]').nth(2))
    page.locator(".card select").select_option(label=name)
    expect(page.locator(".card .desk-problem")).to_contain_text("has not been warned")
    judge.hands.choose(page.locator('input[name="sanction"]').nth(1))
    page.get_by_label(judge.say("incidents.small")).fill("10")
    page.get_by_label(judge.say("sure.reason")).fill("too loud")
    expect(page.locator(".desk-change tbody tr")).to_contain_text([name])
    press(judge.button("incidents.enter"))
    expect(page.locator(".desk-dispute").last).to_contain_text(f"Penalty: {name}")

    # Two are level for the title now: the play-off has an order.
    hall.do("CloseRound")
    judge.sees_step("next.decide_titles_go")
    judge.do_step()
    tie = page.locator(".desk-dispute.is-open").first
    judge.hands.choose(tie.locator('input[type="radio"]').nth(1))
    second = tie.locator(".desk-tie-order span").nth(1).inner_text()
    press(tie.locator(".desk-tie-order button").nth(1))
    expect(tie.locator(".desk-tie-order span").first).to_have_text(second)
    assert faults_by_axe(page) == []
    tie.get_by_label(judge.say("sure.reason")).fill("won 2 of 3")
    before = len(hall.view["title_ties"])
    press(tie.get_by_role("button", name=judge.say("titles.decide")))
    expect(page.locator(".desk-dispute.is-open")).to_have_count(before - 1)
    forgive_refusals(faults)


def is_for_everybody(desk: Organiser) -> None:
    """Every language on a phone, and by axe: light and dark, phone and desktop."""
    page = desk.page
    page.set_viewport_size(PHONE)
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        page.locator(".language select").select_option(language)
        no_faults_of_words(page, language)
        assert faults_of_width(page) == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)
            assert faults_by_axe(page) == []
    page.emulate_media(color_scheme="light")


def test_every_part_is_for_everybody(come: Come, server: Server, faults: list[str]) -> None:
    desk = organiser(come, viewport=DESKTOP, color_scheme="light")
    page, press = desk.page, desk.hands.press
    desk.open(f"{server.url}/tournament")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    is_for_everybody(desk)
    desk.new_tournament(server.url, "Próba w auli", rehearsal=True, rounds=2, games=2, minutes=45)
    desk.paste([*NAMES, NAMES[0]])
    expect(page.locator(".desk-list-found")).to_be_visible()
    is_for_everybody(desk)
    desk.take_list()
    desk.everybody_is_here()
    is_for_everybody(desk)
    desk.do_step()
    press(page.locator("button.desk-seat-name").first)
    press(page.locator("button.desk-seat-name").last)
    is_for_everybody(desk)
    desk.do_step()
    desk.go("papers")
    expect(page.locator(".desk-links li")).to_have_count(4)
    is_for_everybody(desk)
    desk.do_step()
    desk.do_step()
    desk.type_game(0, [4, 40])
    is_for_everybody(desk)
    desk.save_game()
    desk.go("results")
    press(desk.button("results.rehearse"))
    expect(page.locator(".desk-result-game.is-missing")).to_have_count(0)
    is_for_everybody(desk)
    desk.go("referee")
    press(page.locator(".desk-clock-table button").nth(1))
    page.get_by_label(desk.say("clocks.about")).fill("a tile fell down")
    press(desk.button("clocks.call_now"))
    expect(page.locator(".desk-dispute.is-open")).to_be_visible()
    is_for_everybody(desk)
    desk.go("standings")
    is_for_everybody(desk)
    desk.go("history")
    expect(page.locator(".desk-entries li").first).to_be_visible()
    is_for_everybody(desk)
    forgive_refusals(faults)
