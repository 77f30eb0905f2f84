"""Every page of the application, and how somebody gets there.

Pages with a fixed address come from the client's route table; `PAGES` adds the others.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import expect

from kostka.server.static import read_route_table
from kostka.word import Place
from tests.browser.desk_hall import DeskHall
from tests.browser.person import Person
from tests.browser.word_person import WordPerson, choose

CLEAN = {"vulgar": False}
"""The words of these games are in pictures for everybody."""

RECORDED = Path(__file__).parents[1] / "games"

Way = Callable[[Person, str], None]
"""Brings a person to a page of the server at an address."""


def open_path(path: str) -> Way:
    """A page that is there at once."""

    def way(person: Person, url: str) -> None:
        person.open(url + path)
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()

    return way


def open_lobby(person: Person, url: str) -> None:
    person.create_room(url, edition="twist", seats=4, bots=[3], games=3)
    expect(person.find_button("lobby.begin")).to_be_visible()


def open_table(person: Person, url: str) -> None:
    """In the middle of a game and of a turn: a play is laid, and two tiles that are not a set."""
    person.create_room(url, begin=True, edition="classic", seats=3, bots=[4, 2])
    person.let_bot_play(turns=12)
    play = person.draw_until_play()
    person.lay_table(play.table)
    first = person.read_rack()[0]
    person.hands.move_to_new_set(first)
    person.wait_for_set([first])
    expect(person.page.locator(".set.is-invalid")).to_have_count(1)


def open_end(person: Person, url: str) -> None:
    person.create_room(url, begin=True, edition="classic", seats=3, bots=[4, 2])
    person.let_bot_play()
    expect(person.page.locator(".table-end")).to_be_visible()


def open_recorded_game(name: str, step: int) -> Way:
    """A recorded game, in the middle."""

    def way(person: Person, url: str) -> None:
        person.open(f"{url}/replay#{step}")
        person.page.locator("input[type=file]").set_input_files(RECORDED / f"{name}.jsonl")
        expect(person.page.locator(".replay-controls")).to_be_visible()

    return way


def open_solver(person: Person, url: str) -> None:
    """With a position, and the best move for it."""
    table = "K1 K2 K3 / R4 B4 O4 K4 / B7 B8 B9 B10 / K11 R11 O11 / R5 R6 R7"
    position = urlencode({"t": table, "r": "K5 K6 B11 R8 O2", "e": "classic"})
    person.open(f"{url}/solver#{position}")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    expect(person.page.locator(".solver-plays li").first).to_be_visible()


def open_exercise(person: Person, url: str) -> None:
    """With a double joker on the table, which shows the two numbers that it stands for."""
    person.open(f"{url}/learn/double_free")
    expect(person.page.locator(".felt .tile-stands")).to_have_text(["7", "8"])


def to_word_person(person: Person) -> WordPerson:
    """The same person, who now plays words."""
    return WordPerson(person.page, person.hands, person.language)


def open_word_table(person: Person, url: str) -> None:
    """In the middle of a word game: a move is laid, and a letter that is not a word."""
    player = to_word_person(person)
    player.create_room(url, begin=True, edition="word", rules=CLEAN, seats=3, bots=[1, 1])
    player.let_bot_play(turns=3)
    while not isinstance(command := choose(player.on_turn(), rebuilt=0, held=2), Place):
        player.press_and_wait("action.draw")
    player.lay_words(command.table, command.letters)
    first = player.read_rack()[0]
    player.hands.move_to_new_set(first)
    player.wait_for_set([first])
    expect(person.page.locator(".set.is-invalid")).to_have_count(1)
    expect(person.page.locator(".set.is-valid").first).to_be_visible()


def open_word_end(person: Person, url: str) -> None:
    player = to_word_person(person)
    player.create_room(url, begin=True, edition="word", rules=CLEAN, seats=2, bots=[1])
    player.let_bot_play()
    expect(person.page.locator(".table-end")).to_be_visible()
    player.hands.press(person.page.locator(".table-end summary").first)


def open_timer(person: Person, url: str) -> None:
    """The clock of a real table, before its first game."""
    person.open(f"{url}/timer")
    person.hands.press(person.find_button("timer.begin"))
    expect(person.page.locator(".timer-face")).to_be_visible()


def open_timer_sheet(person: Person, url: str) -> None:
    """The racks of a game: one as tiles, with the keys for more."""
    open_timer(person, url)
    person.hands.press(person.find_button("timer.over"))
    person.hands.choose(person.page.locator('input[name="end-timer"]').first)
    person.hands.press(person.page.locator(".score-tile-keys .is-on .tile").nth(6))
    expect(person.page.locator(".score-tiles .tile")).to_have_count(1)


def open_timer_match(person: Person, url: str) -> None:
    open_timer_sheet(person, url)
    person.hands.press(person.find_button("timer.save"))
    expect(person.page.locator(".timer-chart")).to_be_visible()


def open_desk(person: Person, url: str) -> None:
    """The organiser's desk in the middle of a round: some results are there."""
    hall = DeskHall(url, players=10)
    hall.begin_round()
    for game in (1, 2, 3):
        hall.enter_result(2, game, 14, 0, 9)
    hall.enter_result(1, 1, 0, 27, 5, 113)
    person.open(f"{hall.screen_link}#{hall.token}")
    expect(person.page.locator(".desk-result-game.is-missing")).to_have_count(5)


def open_desk_sheet(person: Person, url: str) -> None:
    """The phone of a table: a game is entered, the next one being typed."""
    hall = DeskHall(url)
    hall.begin_round()
    hall.enter_result(1, 1, 0, 27, 5, 113)
    person.open(hall.sheet_link(1))
    person.hands.choose(person.page.locator(".score-ends input").nth(1))
    person.hands.press(person.page.get_by_role("button", name="7", exact=True))
    expect(person.page.locator(".score-number input")).to_have_value("7")


def open_desk_screen(person: Person, url: str) -> None:
    """The projector in the middle of a round."""
    hall = DeskHall(url, players=10)
    hall.begin_round()
    for game in (1, 2, 3):
        hall.enter_result(2, game, 14, 0, 9)
    person.open(hall.screen_link)
    expect(person.page.locator(".screen-seat")).to_have_count(10)


PAGES: dict[str, Way] = {
    page.name: open_path(path)
    for page in read_route_table().pages
    for path in page.paths
    if "{" not in path
} | {
    "lobby": open_lobby,
    "table": open_table,
    "end": open_end,
    "replay": open_recorded_game("classic-went_out", 24),
    "exercise": open_exercise,
    "solver": open_solver,
    "timer-clock": open_timer,
    "timer-sheet": open_timer_sheet,
    "timer-match": open_timer_match,
    "tournament-desk": open_desk,
    "tournament-sheet": open_desk_sheet,
    "tournament-screen": open_desk_screen,
    "nowhere": open_path("/room/NONE"),
    "word-table": open_word_table,
    "word-end": open_word_end,
    "word-replay": open_recorded_game("word/checked-went_out", 9),
    "word-rules": open_path("/rules/word"),
}
