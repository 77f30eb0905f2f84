"""The desk of a tournament: an organiser's whole way, and what every part of it looks like."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from playwright.sync_api import expect

from kostka.languages import LANGUAGES
from tests.browser.conftest import DESKTOP, PHONE, NewPerson
from tests.browser.desk_hall import DeskHall
from tests.browser.desk_steps import Organiser
from tests.browser.looking import find_axe_faults, find_width_faults, wait_for_texts
from tests.browser.serving import Server

LISTS = Path(__file__).parents[1] / "tournament" / "lists"
MINUS = "\N{MINUS SIGN}"
NAMES = [
    *("Ala Kot;5a", "Bartek Wójcik;5a", "Celina Żak;5b", "Darek Lis;5b", "Ewa Sowa;6a"),
    *("Filip Bąk;6a", "Gosia Mak;6b", "Hubert Kruk;6b", "Iga Wrona;6c"),
]


def organiser(new_person: NewPerson, hands: str = "mouse", **more: object) -> Organiser:
    person = new_person(hands, who=Organiser, **more)
    assert isinstance(person, Organiser)
    return person


def drop_refusals(faults: list[str]) -> None:
    """Chromium itself complains of every answer that is a refusal."""
    faults[:] = [fault for fault in faults if "409 (Conflict)" not in fault]


def register(desk: Organiser) -> None:
    """Nine players from a list in which one stands twice; what is pasted outlives a reload."""
    page, press = desk.page, desk.hands.press
    page.locator("textarea").fill("\n".join([*NAMES, NAMES[0]]))
    page.reload()
    press(desk.find_button("list.read"))
    expect(page.locator(".fold .desk-problem")).to_contain_text("Line 10: Ala Kot is on the list")
    desk.accept_list()
    expect(page.locator(".desk-check-row.is-registered")).to_have_count(9)
    page.get_by_role("searchbox").fill("zak")
    press(page.locator(".desk-check-name"))
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".desk-check-row.is-present")).to_have_text(re.compile("Celina Żak"))
    desk.mark_everybody_present()


def seat(desk: Organiser) -> None:
    """A late arrival at a table of 3, two who are swapped, a locking that is taken back."""
    page, press = desk.page, desk.hands.press
    desk.wait_for_step("next.seat_do", round="I")
    desk.press_next_step()
    expect(page.locator(".desk-seat-table")).to_have_count(3)
    desk.open_section("players")
    page.get_by_label(desk.text("players.name"), exact=True).fill("Jan Późny")
    press(desk.find_button("players.add_one"))
    desk.wait_for_step("next.lock_go")
    desk.press_next_step()
    press(page.get_by_role("button", name="Jan Późny: seat at a table of 3"))
    expect(page.locator(".desk-seat-table").first.locator("li")).to_have_count(4)
    first, other = (page.locator("button.desk-seat-name").nth(at) for at in (0, 8))
    name = other.locator("span").inner_text()
    press(first)
    press(other)
    press(page.get_by_role("button", name=re.compile("^Swap: ")))
    expect(first.locator("span")).to_have_text(name)
    desk.wait_for_step("next.lock_do")
    desk.press_next_step()
    desk.wait_for_step("next.start_do", round="I")
    press(desk.find_button("seats.unlock"))
    desk.give_reason("one more is coming")
    desk.wait_for_step("next.lock_do")
    desk.press_next_step()
    desk.wait_for_step("next.start_do", round="I")
    desk.press_next_step()


def play(desk: Organiser) -> None:
    """A sheet that is refused beside its fields and outlives a reload, the others, a correction."""
    page, press = desk.page, desk.hands.press
    expect(page.locator(".desk-result-game.is-missing")).to_have_count(6)
    desk.press_next_step()
    desk.type_game(0, [4, 40, 0])
    expect(page.locator(".score-problem")).to_contain_text("0 points left")
    page.reload()
    expect(page.locator(".score-number input").nth(1)).to_have_value("40")
    page.locator(".score-number input").nth(2).fill("25")
    opening = page.locator(".score-line").nth(3).get_by_label(desk.text("sheet.opening"))
    opening.select_option(label=desk.text("opened.unopened"))
    points = ["+144", f"{MINUS}4", f"{MINUS}40", f"{MINUS}100"]
    expect(page.locator(".score-points")).to_have_text(points)
    desk.save_game()
    desk.enter_missing_games()
    desk.wait_for_step("next.close_do", round="I")
    press(page.locator(".desk-result-game").first)
    desk.type_game(1, [50, 40, 25])
    for one in desk.fetch()["view"]["rounds"][0]["tables"][0]["seats"][:2]:
        expect(page.locator(".desk-change tbody")).to_contain_text(one["name"])
    page.get_by_label(desk.text("paper.why_corrected")).fill("two sheets were mixed up")
    desk.save_game()
    expect(page.locator(".desk-result-game.is-corrected")).to_have_count(1)


def test_ten_players_over_two_rounds(
    new_person: NewPerson, server: Server, faults: list[str], tmp_path: Path
) -> None:
    desk = organiser(new_person, service_workers="allow")
    page, press = desk.page, desk.hands.press
    desk.open(server.url)
    press(page.get_by_role("link", name="Tournament", exact=True))
    desk.create_tournament(server.url, "Hall of Łódź", rounds=2, games=2)
    assert "#" not in page.url  # nobody reads the secret off the screen
    register(desk)
    seat(desk)
    play(desk)
    desk.press_next_step()
    rows = desk.fetch()["view"]["standings"]
    names = page.locator(".desk-standings tbody th")
    expect(names).to_have_text([re.compile(re.escape(row["name"])) for row in rows])
    press(page.get_by_label(desk.text("standings.shown")))
    expect(page.get_by_label(desk.text("standings.shown"))).to_be_checked()

    desk.start_round()
    desk.enter_missing_games(out=2)
    desk.wait_for_step("next.close_do", round="II")
    desk.press_next_step()
    desk.wait_for_step("next.finish_do")
    desk.press_next_step()
    expect(page.locator(".desk-titled li")).to_have_count(3)
    assert find_axe_faults(page) == []

    # What is taken away: every entry is explained, and the file is what the server has.
    desk.open_section("history")
    entries = desk.fetch("/history")["entries"]
    expect(page.locator(".desk-entries li")).to_have_count(len(entries))
    expect(page.locator(".desk-entries")).to_contain_text("Why: two sheets were mixed up")
    page.evaluate("delete window.showSaveFilePicker")  # as in browsers that have none
    with page.expect_download() as loading:
        press(page.get_by_role("button", name=desk.text("save.copy")))
    loading.value.save_as(tmp_path / "hall.jsonl")
    address = desk.address
    desk.open(f"{server.url}/tournament")
    # As on another computer, which knows no link: that on the stick makes an organiser again.
    page.evaluate("localStorage.removeItem('kostka.tournaments'); sessionStorage.clear()")
    page.locator('input[type="file"]').set_input_files(tmp_path / "hall.jsonl")
    page.wait_for_url(f"{address}**")
    expect(page.locator("h1")).to_have_text("Hall of Łódź")
    expect(page.locator(".desk-save")).to_be_visible()
    drop_refusals(faults)


def test_a_head_referee_decides(new_person: NewPerson, server: Server, faults: list[str]) -> None:
    hall = DeskHall(server.url, players=8, rounds=1, games=1, minutes=30)
    hall.begin_round()
    hall.enter_result(1, 1, 0, 10, 20, 30)
    hall.enter_result(2, 1, 0, 10, 20, 40)
    hall.send_command("CallReferee", table=1, about="a tile fell down", trouble="dispute")
    judge = organiser(new_person)
    page, press = judge.page, judge.hands.press
    judge.open(hall.create_link("head_referee", "Pani Maria"))
    expect(page.locator(".desk-tabs button")).to_have_count(7)  # no list of players to edit
    expect(page.locator(".desk-dispute.is-open")).to_contain_text("a tile fell down")
    page.get_by_label(judge.text("disputes.decision")).fill("the move stands")
    page.reload()
    press(judge.find_button("disputes.decide"))
    expect(page.locator(".desk-dispute.is-settled")).to_contain_text(
        "Decision (Pani Maria): the move"
    )
    press(judge.find_button("clocks.resume"))
    expect(judge.find_button("clocks.stop")).to_have_count(2)

    # An exclusion needs a warning first; points are taken off after a look at what that changes.
    name = hall.view["rounds"][0]["tables"][1]["seats"][0]["name"]
    judge.hands.choose(page.locator('input[name="sanction"]').nth(2))
    page.locator(".card select").select_option(label=name)
    expect(page.locator(".card .desk-problem")).to_contain_text("has not been warned")
    judge.hands.choose(page.locator('input[name="sanction"]').nth(1))
    page.get_by_label(judge.text("incidents.small")).fill("10")
    page.get_by_label(judge.text("sure.reason")).fill("too loud")
    expect(page.locator(".desk-change tbody tr")).to_contain_text([name])
    press(judge.find_button("incidents.enter"))
    expect(page.locator(".desk-dispute").last).to_contain_text(f"Penalty: {name}")

    # Two are level for the title now: the play-off has an order.
    hall.send_command("CloseRound")
    judge.wait_for_step("next.decide_titles_go")
    judge.press_next_step()
    tie = page.locator(".desk-dispute.is-open").first
    judge.hands.choose(tie.locator('input[type="radio"]').nth(1))
    second = tie.locator(".desk-tie-order span").nth(1).inner_text()
    press(tie.locator(".desk-tie-order button").nth(1))
    expect(tie.locator(".desk-tie-order span").first).to_have_text(second)
    assert find_axe_faults(page) == []
    tie.get_by_label(judge.text("sure.reason")).fill("won 2 of 3")
    before = len(hall.view["title_ties"])
    press(tie.get_by_role("button", name=judge.text("titles.decide")))
    expect(page.locator(".desk-dispute.is-open")).to_have_count(before - 1)
    drop_refusals(faults)


def check_for_everybody(desk: Organiser) -> None:
    """Every language on a phone, and by axe: light and dark, phone and desktop."""
    page = desk.page
    page.set_viewport_size(PHONE)
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        page.locator(".language select").select_option(language)
        wait_for_texts(page, language)
        assert find_width_faults(page) == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)
            assert find_axe_faults(page) == []
    page.emulate_media(color_scheme="light")


def test_lists_come_from_workbooks_too(
    new_person: NewPerson, server: Server, faults: list[str], tmp_path: Path
) -> None:
    desk = organiser(new_person)
    page = desk.page
    desk.create_tournament(server.url, "Szkolna liga", rounds=1, games=1, minutes=45)
    long, pdf = tmp_path / "long.csv", tmp_path / "list.pdf"
    long.write_text("Ann\n" * 6000)
    pdf.write_bytes(b"%PDF-1.7")
    for file, code in ((long, "list_rows"), (pdf, "list_pdf")):
        page.locator('.fold input[type="file"]').set_input_files(file)
        told = desk.text(f"problem.{code}", most="5,000")
        expect(page.locator(".fold .desk-problem")).to_have_text(told)
    for kind in ("ods", "xls"):
        page.locator('.fold input[type="file"]').set_input_files(LISTS / f"school.{kind}")
        expect(page.locator(".desk-list-found li")).to_have_count(6)
    expect(page.locator(".desk-list-found li").nth(1)).to_have_text("Győző Kőszegi 7a")
    expect(page.locator(".fold .desk-problem")).to_have_count(0)
    desk.accept_list()
    expect(page.locator(".desk-check-row.is-registered")).to_have_count(6)
    faults[:] = [fault for fault in faults if not re.search(r"\b(400|413) \(", fault)]


def test_every_part_is_for_everybody(
    new_person: NewPerson, server: Server, faults: list[str]
) -> None:
    desk = organiser(new_person, viewport=DESKTOP, color_scheme="light")
    page, press = desk.page, desk.hands.press
    desk.open(f"{server.url}/tournament")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    check_for_everybody(desk)
    desk.create_tournament(
        server.url, "Próba w auli", rehearsal=True, rounds=2, games=2, minutes=45
    )
    desk.paste_players([*NAMES, NAMES[0]])
    expect(page.locator(".desk-list-found")).to_be_visible()
    check_for_everybody(desk)
    desk.accept_list()
    desk.mark_everybody_present()
    check_for_everybody(desk)
    desk.press_next_step()
    press(page.locator("button.desk-seat-name").first)
    press(page.locator("button.desk-seat-name").last)
    check_for_everybody(desk)
    desk.press_next_step()
    desk.open_section("papers")
    expect(page.locator(".desk-links li")).to_have_count(4)
    check_for_everybody(desk)
    desk.press_next_step()
    desk.press_next_step()
    desk.type_game(0, [4, 40])
    check_for_everybody(desk)
    desk.save_game()
    desk.open_section("results")
    press(desk.find_button("results.rehearse"))
    expect(page.locator(".desk-result-game.is-missing")).to_have_count(0)
    check_for_everybody(desk)
    desk.open_section("referee")
    press(page.locator(".desk-clock-table button").nth(1))
    page.get_by_label(desk.text("clocks.about")).fill("a tile fell down")
    press(desk.find_button("clocks.call_now"))
    expect(page.locator(".desk-dispute.is-open")).to_be_visible()
    check_for_everybody(desk)
    desk.open_section("standings")
    check_for_everybody(desk)
    desk.open_section("history")
    expect(page.locator(".desk-entries li").first).to_be_visible()
    check_for_everybody(desk)
    drop_refusals(faults)


def test_a_draw_with_words_from_the_hall(new_person: NewPerson, server: Server) -> None:
    desk = organiser(new_person)
    page, press = desk.page, desk.hands.press
    desk.create_tournament(server.url, "Hall of Łódź", rounds=2, games=1)
    desk.paste_players([f"Player {number}" for number in range(1, 10)])
    desk.accept_list()
    desk.mark_everybody_present()
    desk.open_section("seats")
    commitment = desk.fetch()["view"]["commitment"]
    expect(
        page.get_by_text(desk.text("seats.none_committed", commitment=commitment))
    ).to_be_visible()
    press(page.get_by_text(desk.text("seats.words")))
    expect(desk.find_button("seats.draw")).to_be_disabled()
    page.get_by_label(desk.text("seats.words_field"), exact=True).fill("a red balloon")
    press(desk.find_button("seats.draw"))
    expect(page.get_by_text(desk.text("seats.words_used", words="a red balloon"))).to_be_visible()
    seed = desk.fetch()["view"]["seed"]
    expect(page.get_by_text(seed)).to_be_visible()
    prefix = f"kostka lot 1:{seed}:round 1 draw 1 words a red balloon"
    order = sorted(range(1, 10), key=lambda n: sha256(f"{prefix}:{n}".encode()).hexdigest())
    seats = page.locator(".desk-seat-name")
    expect(seats).to_have_text([re.compile(rf"Player {number}$") for number in order])
    assert find_axe_faults(page) == []


def test_an_organiser_deletes_the_tournament(
    new_person: NewPerson, server: Server, faults: list[str]
) -> None:
    desk = organiser(new_person)
    page, press = desk.page, desk.hands.press
    desk.create_tournament(server.url, "Hall of Łódź", rounds=1, games=1)
    address = desk.address
    desk.open_section("papers")
    press(desk.find_button("remove.button"))
    dialog = page.get_by_role("dialog")
    confirm = dialog.get_by_role("button", name=desk.text("remove.button"))
    expect(confirm).to_be_disabled()
    assert find_axe_faults(page) == []
    press(dialog.get_by_role("button", name=desk.text("sure.leave")))
    expect(dialog).to_have_count(0)
    press(desk.find_button("remove.button"))
    dialog.locator("input").fill("Hall of")
    expect(confirm).to_be_disabled()
    dialog.locator("input").fill("Hall of Łódź")
    press(confirm)
    page.wait_for_url(f"{server.url}/tournament")
    expect(page.get_by_text(desk.text("remove.done"))).to_be_visible()
    expect(page.get_by_text("Hall of Łódź")).to_have_count(0)
    desk.open(address)
    expect(page.get_by_text(desk.text("problem.no_tournament")).first).to_be_visible()
    faults[:] = [fault for fault in faults if "404 (Not Found)" not in fault]
