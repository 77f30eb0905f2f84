"""What the client says in a language of its own of what is refused in the word game."""

from __future__ import annotations

import json

import pytest

from kostka.events.errors import Problem
from kostka.languages import LANGUAGES
from kostka.server.static import WEB
from kostka.word import problems

FOR_PROGRAMS = {
    "not_started",
    "already_started",
    "no_seat",
    "not_present",
    "long_words",
    "words_twice",
    "bad_commitment",
    "committed_twice",
    "committed_late",
    "not_committed",
    "words_order",
    "no_time_limit",
}
"""Nothing that hands on a page do leads to these."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_a_player_can_meet_has_words(language: str) -> None:
    texts = json.loads((WEB / f"app/texts/{language}.json").read_text(encoding="utf-8"))
    codes = {one.code for one in vars(problems).values() if isinstance(one, Problem)}
    assert {code for code in codes if f"problem.{code}" not in texts} == FOR_PROGRAMS & codes
