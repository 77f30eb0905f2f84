"""The rules page of the word game: every clause, its numbers, moves that can be played."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from itertools import chain

import pytest

from kostka.editions import load_clauses
from kostka.languages import LANGUAGES
from kostka.server.api.rules import build_rules
from kostka.server.static import WEB
from kostka.word import WORD, Turn, check_turn, get_bag, get_word_judge
from kostka.word.notation import TileTaker
from tests.web.test_javascript import node
from tests.web.test_rules_page import HERE, Page, shown, words

BOOK = json.loads((WEB / "rules/word/book.json").read_text(encoding="utf-8"))
SPECS = [spec for section in BOOK["sections"] for spec in section["clauses"]]
MOVES = [example for spec in SPECS for example in spec.get("examples", [])]
WAYS = {
    "book": [],
    "house": [("judging", "challenge"), ("turn_seconds", "null"), ("vulgar", "false")],
}


@cache
def pages() -> dict[str, dict[str, Page]]:
    """Make the pages by the client's own script."""
    answers = [build_rules("word", asked) for asked in WAYS.values()]
    done = subprocess.run(
        [node(), str(HERE / "rules_pages.mjs")],
        input=json.dumps(answers),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(WAYS, json.loads(done.stdout), strict=True))


def test_the_book_has_every_clause_of_the_word_game_once() -> None:
    wanted = [name for name, clause in load_clauses().items() if "word" in clause.editions]
    assert sorted(spec["id"] for spec in SPECS) == sorted(wanted)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_left_unsaid_on_a_page(way: str, language: str) -> None:
    page = pages()[way][language]
    assert shown(page).keys() == {spec["id"] for spec in SPECS}
    assert page["house"] == (way == "house")
    for clause in shown(page).values():
        texts = [part["text"] for part in clause["parts"]] + [clause["title"]]
        texts += [text for fact in clause["facts"] for text in (fact["name"], fact["text"])]
        assert len(texts) > 1, clause["id"]
        for text in texts:
            assert text
            assert not re.search(r"[{}]|undefined|\bnull\b|NaN|\[object", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_the_numbers_of_the_game(language: str) -> None:
    page = pages()["book"][language]
    assert "14" in words(page, "W-2")
    assert "6" in words(page, "W-4")
    assert "7" in words(page, "W-9")
    assert "60" in words(page, "W-14")
    facts = {fact["id"]: fact["text"] for fact in shown(page)["W-1"]["facts"]}
    assert "110" in facts["tiles"]
    counts = dict(re.findall(r"(\w)\s(\d)", facts["letters"]))
    assert {letter: int(count) for letter, count in counts.items()} == dict(WORD.bag.letters)


def test_what_a_table_agrees_on_is_said_and_marked() -> None:
    book, house = (pages()[way]["en"] for way in WAYS)
    assert words(book, "W-13") != words(house, "W-13")
    assert "60" not in words(house, "W-14")
    marked = {name for name, c in shown(house).items() if any(p["changed"] for p in c["parts"])}
    assert marked == {"W-12", "W-13", "W-14"}


@pytest.mark.clause("W-17")
@pytest.mark.parametrize("move", MOVES, ids=[move["move"] for move in MOVES])
def test_a_move_that_is_shown_can_be_played(move: dict[str, str]) -> None:
    taker = TileTaker(get_bag(WORD.bag))

    def table(notation: str) -> str:
        return notation.replace("~", "").replace(" | ", " ")

    before = taker.take_words(table(move["before"]))
    letters_before = dict(taker.letters)
    rack = taker.take_rack(move["rack"].replace("~", ""))
    # The same tiles once more, those of the table and of the rack.
    faces = get_bag(WORD.bag).faces
    left = [*chain.from_iterable(before), *rack]
    after, letters = [], {}
    for word in table(move["after"]).split():
        tiles = []
        for sign in word:
            tile = next(one for one in left if faces[one] == (sign if sign.isupper() else "?"))
            left.remove(tile)
            tiles.append(tile)
            if sign.islower():
                letters[tile] = sign.upper()
        after.append(tuple(tiles))
    assert not left
    turn = Turn(
        edition=WORD,
        before=before,
        letters_before=letters_before,
        rack=rack,
        after=tuple(after),
        letters=letters,
        opened=True,
    )
    assert check_turn(turn, get_word_judge(WORD)).violations == ()
