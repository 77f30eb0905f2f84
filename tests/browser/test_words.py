"""The word game in a real browser: whole games, jokers, challenges, and what survives a reload."""

from __future__ import annotations

from typing import cast

import pytest
from playwright.sync_api import expect

from kostka.tiles.box import TileId
from kostka.word import WORD, get_bag
from tests.browser.conftest import DESKTOP, PHONE, NewPerson
from tests.browser.looking import find_width_faults
from tests.browser.serving import Server
from tests.browser.word_person import WordPerson
from tests.browser.words import said

WRONG = 6
"""This many letters in the order of the alphabet: no word, but as long as a first one."""
JOKERS = [110, 111]


def new_word_person(new_person: NewPerson, hands: str = "mouse", **more: object) -> WordPerson:
    """Make a person who plays words."""
    return cast("WordPerson", new_person(hands, who=WordPerson, **more))


def check_score_sheet(person: WordPerson) -> None:
    """The page shows the points of everybody, how they came about, and that all was fair."""
    sheet = person.page.locator(".table-end")
    expect(sheet.get_by_role("heading", level=1)).to_be_focused()
    result = person.game().view.result
    assert result is not None
    shown = sheet.locator(".table-score-points").all_inner_texts()
    assert sorted(map(int, shown)) == sorted(line.points for line in result.sheet.lines)
    first = sheet.locator(".table-score-line").first
    person.hands.press(first.locator("summary"))
    best = max(result.sheet.lines, key=lambda line: line.points)
    words = first.locator(".word-turn-word").all_inner_texts()
    assert words == [turn.words[0] for turn in best.turns if turn.words]
    person.hands.press(sheet.locator(".proof > summary"))
    expect(sheet.get_by_text(said("proof.fair"))).to_be_visible()


@pytest.mark.seed(3)
@pytest.mark.parametrize(("hands", "viewport"), [("touch", PHONE), ("mouse", DESKTOP)])
def test_a_game_from_the_first_word_to_the_score_sheet(
    hands: str, viewport: dict[str, int], new_person: NewPerson, server: Server
) -> None:
    person = new_word_person(new_person, hands, viewport=viewport)
    person.types_words = hands == "mouse"
    person.start_word_game(server.url)
    assert person.play_to_end() > 20
    assert find_width_faults(person.page) == []
    check_score_sheet(person)


@pytest.mark.seed(18)  # a deal with a joker
def test_a_joker_asks_for_its_letter_and_keeps_it_through_a_reload(
    new_person: NewPerson, server: Server
) -> None:
    person = new_word_person(new_person)
    page = person.page
    person.start_word_game(server.url)
    person.wait_for_turn()
    person.wait_until_drawn()
    (joker,) = [tile for tile in person.read_rack() if tile in JOKERS]
    person.hands.move_to_new_set(joker)
    asking = page.get_by_role("dialog", name=said("joker.which"))
    expect(asking).to_be_visible()
    page.keyboard.press("Escape")
    expect(asking).to_have_count(0)
    person.wait_until_off_table([joker])  # without a letter it goes home

    person.hands.move_to_new_set(joker)
    expect(asking).to_be_visible()
    person.types("ż")
    person.wait_for_words(["Ż"])
    page.locator(f'.felt [data-tile="{joker}"]').click()
    person.hands.press(person.find_button("joker.change"))
    person.pick("Ó")
    person.wait_for_words(["Ó"])
    # What is typed next goes behind it, from the rack.
    before = next(tile for tile in person.read_rack() if tile not in JOKERS)
    page.locator(f'.felt [data-tile="{joker}"]').focus()
    letter = page.locator(f'.rack [data-tile="{before}"]').text_content() or ""
    person.types(letter)
    person.wait_for_words(["Ó" + letter])
    expect(page.locator(".set.is-invalid .set-words")).to_be_visible()

    page.reload()
    person.wait_for_words(["Ó" + letter])
    page.locator(".felt [data-tile]").last.focus()
    page.keyboard.press("Backspace")
    person.wait_for_words(["Ó"])
    page.keyboard.press("Home")
    person.types(letter)
    person.wait_for_words([letter + "Ó"])

    page.locator(f'.felt [data-tile="{joker}"]').focus()
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    person.wait_for_words([letter])
    person.hands.move_to_new_set(joker)
    expect(asking).to_be_visible()  # at home it has forgotten its letter
    person.pick("Ó")
    page.locator(f'.felt [data-tile="{joker}"]').click()
    person.hands.press(person.find_button("joker.change"))
    expect(asking).to_be_visible()
    page.evaluate(NEXT_TURN, 1)
    expect(asking).to_have_count(0)
    page.evaluate(NEXT_TURN, 0)
    person.hands.move_to_new_set(joker)
    person.pick("Ż")
    person.wait_for_words(["Ż"])


NEXT_TURN = """(after) => {
  const { game, seat, connection } = window.gameStore;
  const news = structuredClone(game.value);
  const { seats, turns } = news.view;
  Object.assign(news.view, { turn: (seat.value + after) % seats.length, turns: turns + 1 });
  Object.assign(news, { faces: null, draft: null, letters: {}, events: [] });
  connection.socket.onmessage({ data: JSON.stringify(news) });
}"""
"""The turn ends as it would at the end of the time: nothing that was laid stays."""


@pytest.mark.seed(3)
def test_words_are_challenged_between_two_browsers(new_person: NewPerson, server: Server) -> None:
    ada = new_word_person(new_person)
    ben = new_word_person(new_person, "touch")
    code = ada.create_room(server.url, edition="word", rules={"judging": "challenge"})
    ben.join_room(server.url, code)
    ada.hands.press(ada.find_button("lobby.begin"))
    for person in (ada, ben):
        expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
    first, other = (ada, ben) if ada.game().view.turn == 0 else (ben, ada)

    # Letters that make no word: the page does not say so, for nobody is told before a challenge.
    first.wait_until_drawn()
    tiles = [TileId(tile) for tile in sorted(first.read_rack()) if tile not in JOKERS][:WRONG]
    nonsense = "".join(get_bag(WORD.bag).faces[tile] for tile in tiles)
    first.lay_words([tiles], {})
    expect(first.page.locator(".set.is-invalid, .set.is-valid")).to_have_count(0)
    first.finish()
    other.wait_for_words([nonsense])
    other.press_and_wait("action.challenge")
    for person in (first, other):
        expect(person.page.locator(".toast").filter(has_text=nonsense)).to_be_visible()
        person.wait_for_words([])
        expect(person.find_button("action.challenge")).to_have_count(0)
    expect(first.page.locator(".rack [data-tile]")).to_have_count(15)

    # A good word is challenged for nothing, and then no more.
    assert other.wait_for_turn()
    assert other.take_turn() >= WRONG
    first.hands.press(first.find_button("action.challenge"))
    expect(
        first.page.locator(".toast").filter(has_text=said("news.found_good_own"))
    ).to_be_visible()
    expect(first.find_button("action.challenge")).to_have_count(0)
    assert other.read_words() == first.read_words() != []
    _check_last_move(first)


LAST_MOVE = """() => {
  const { game, seat, connection } = window.gameStore;
  const news = structuredClone(game.value);
  Object.assign(news.view, { phase: "accepting", turn: null, waiting: [seat.value] });
  news.view.challengeable = 1 - seat.value;
  news.clock = { ...news.clock, now: Date.now(), deadline: Date.now() + 15000 };
  Object.assign(news, { faces: null, draft: null, events: [] });
  connection.socket.onmessage({ data: JSON.stringify(news) });
}"""
"""As if the move that ends the game had been made: that takes a whole game."""


def _check_last_move(person: WordPerson) -> None:
    person.page.evaluate(LAST_MOVE)
    expect(person.find_button("action.accept")).to_be_enabled()
    expect(person.find_button("action.challenge")).to_be_enabled()
    counting = person.page.locator(".table-status b")
    expect(counting).to_contain_text("stands in 1")  # 15 seconds, then fewer


JOKER_ON_TABLE = """() => {
  const { game, faces, seat, connection } = window.gameStore;
  const used = new Set();
  const take = (word) => [...word].map((letter) => {
    const tile = faces.value.findIndex((face, at) => face === `~${letter}` && !used.has(at));
    used.add(tile);
    return tile;
  });
  const news = structuredClone(game.value);
  const word = take("SZCZY?");
  const me = Object.assign(news.view.seats[seat.value], { rack: take("TKA"), opened: true });
  const letters = { [word[5]]: "T" };
  Object.assign(news.view, { table: [word], letters, turn: seat.value, turns: 99 });
  Object.assign(news, { faces: null, draft: null, events: [] });
  connection.socket.onmessage({ data: JSON.stringify(news) });
  return { joker: word[5], letter: me.rack[0] };
}"""
"""A table that few games reach: a joker that stands for a T, and a T on the rack."""


@pytest.mark.clause("W-11")
def test_a_joker_that_is_taken_asks_for_a_new_letter(new_person: NewPerson, server: Server) -> None:
    person = new_word_person(new_person)
    person.start_word_game(server.url)
    person.wait_for_turn()
    told = person.page.evaluate(JOKER_ON_TABLE)
    person.wait_for_words(["SZCZYT"])
    person.hands.move_to_set_of(told["letter"], told["joker"])
    person.wait_for_words(["SZCZYTT"])
    expect(person.page.locator("dialog .word-letters")).to_have_count(0)  # there it is what it was
    person.hands.move_to_new_set(told["joker"])
    person.pick("O")
    person.wait_for_words(["SZCZYT", "O"])
    person.page.keyboard.press("Control+z")
    person.wait_for_words(["SZCZYTT"])


@pytest.mark.clause("W-13")
@pytest.mark.seed(3)
def test_a_wrong_word_costs_a_tile_and_the_turn_where_the_table_plays_so(
    new_person: NewPerson, server: Server
) -> None:
    ada = new_word_person(new_person)
    ben = new_word_person(new_person, "touch", viewport=PHONE)
    code = ada.create_room(server.url, edition="word", rules={"judging": "penalty", "penalty": 2})
    ben.join_room(server.url, code)
    expect(ben.page.get_by_text(said("lobby.penalty")).first).to_be_visible()
    ada.hands.press(ada.find_button("lobby.begin"))
    for person in (ada, ben):
        expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
    first, other = (ada, ben) if ada.game().view.turn == 0 else (ben, ada)
    first.wait_until_drawn()
    tiles = [TileId(tile) for tile in sorted(first.read_rack()) if tile not in JOKERS][:WRONG]
    nonsense = "".join(get_bag(WORD.bag).faces[tile] for tile in tiles)
    first.lay_words([tiles], {})
    # The page warns, but does not tell whether it is a word.
    expect(first.page.locator(".word-penalty")).to_contain_text("2 tiles and your turn")
    expect(first.page.locator(".set.is-invalid, .set.is-valid")).to_have_count(0)
    assert find_width_faults(first.page) == []
    first.finish()
    for person in (first, other):
        expect(person.page.locator(".toast").filter(has_text=nonsense)).to_be_visible()
        person.wait_for_words([])
    expect(first.page.locator(".rack [data-tile]")).to_have_count(16)
    assert other.wait_for_turn()


RELAID = """() => {
  const { connection } = window.gameStore;
  connection.request = async (type, { turn, table }) => ({
    type: "WordDraftJudged", id: 1, turn, made: [], points: 0, doubled: false, problems: [],
    words: table.map(() => ({ text: "SZCZYT", valid: true, problem: null })),
    relaid: ["SZCZYT"],
  });
}"""
"""The server's answer to a draft in which an own tile lies in a word that was there before."""


@pytest.mark.clause("W-6")
def test_a_word_that_lay_there_before_is_said_not_to_count(
    new_person: NewPerson, server: Server
) -> None:
    person = new_word_person(new_person, viewport=PHONE)
    person.start_word_game(server.url)
    person.wait_for_turn()
    told = person.page.evaluate(JOKER_ON_TABLE)
    person.wait_for_words(["SZCZYT"])
    person.page.evaluate(RELAID)
    person.hands.move_to_set_of(told["letter"], told["joker"])
    status = person.page.locator(".table-status")
    expect(status.locator(".word-worth")).to_have_text(said("word.worth_none"))
    expect(status.locator(".word-relaid")).to_contain_text("SZCZYT")
    expect(person.find_button("action.done")).to_be_enabled()
    assert find_width_faults(person.page) == []
