"""Hints in word games: graded, legal, and the best that the solver finds."""

from __future__ import annotations

import pytest

from kostka.protocol.requests import AskHint
from kostka.protocol.responses import WordHint
from kostka.server.games import word_hints
from kostka.server.games.word_hints import find_word_hint
from kostka.word import WORD, Place, State, decide, evolve_all, spell_words, view
from tests.word.positions import build_position

THERE = build_position(["AZM", "KOT"], "SZCZYT KOSZYK", edition=WORD)


def hint(state: State, grade: int) -> WordHint:
    return find_word_hint(view(state, 0), WORD, AskHint(5, turn=1, grade=grade))


def test_the_first_grade_says_that_there_is_a_move_and_what_it_is_worth() -> None:
    found = hint(THERE, 1)
    assert (found.id, found.possible) == (5, True)
    assert found.points
    assert (found.tiles, found.words, found.table, found.letters) == (None, None, None, None)


def test_the_second_grade_names_the_tiles() -> None:
    found = hint(THERE, 2)
    assert found.tiles
    assert set(found.tiles) <= set("AZM")
    assert (found.words, found.table) == (None, None)


@pytest.mark.clause("W-17")
def test_the_third_grade_is_a_move_that_the_rules_allow() -> None:
    found = hint(THERE, 3)
    assert found.table is not None
    assert found.words is not None
    after = evolve_all(THERE, decide(THERE, Place(0, found.table, found.letters or {})))
    assert after.seats[0].turns[-1].points == found.points
    assert found.words[0] in spell_words(after.bag, after.table, after.letters)
    assert found.points is not None
    assert found.points >= len("ZASZCZYT")


def test_where_there_is_no_move_it_says_so() -> None:
    stuck = build_position(["ĆŃ", "KOT"], "SZCZYT", edition=WORD, opened=[False, True])
    assert hint(stuck, 3) == WordHint(5, possible=False)


def test_the_search_for_a_hint_has_a_limit_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_hints, "EFFORT", 1)
    assert not hint(THERE, 1).possible
