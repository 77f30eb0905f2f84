"""Levels have the same names on the command line and in the client."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kostka.bots.levels import LEVELS, STRATEGIES, resolve_bot_name
from kostka.bots.word import WORD_LEVELS
from kostka.events.errors import BadInput

TEXTS = Path(__file__).parents[2] / "web" / "app" / "texts" / "en.json"


def test_levels_are_named_as_in_the_client() -> None:
    texts = json.loads(TEXTS.read_text(encoding="utf-8"))
    assert [texts[f"level.{number}"] for number in range(1, len(LEVELS) + 1)] == [*LEVELS]
    assert f"level.{len(LEVELS) + 1}" not in texts
    assert set(WORD_LEVELS) <= set(LEVELS)


@pytest.mark.parametrize(("number", "level"), enumerate(LEVELS, start=1))
def test_a_level_is_chosen_by_number_name_or_strategy(number: int, level: str) -> None:
    strategy = LEVELS[level]
    assert resolve_bot_name(str(number)) == strategy
    assert resolve_bot_name(f" {level.capitalize()}") == strategy
    assert resolve_bot_name(strategy) == strategy


def test_no_level_has_the_name_of_a_strategy() -> None:
    assert not LEVELS.keys() & STRATEGIES.keys()


def test_an_unknown_bot_is_refused_with_all_names() -> None:
    with pytest.raises(BadInput) as refused:
        resolve_bot_name("7")
    assert "'7' is not a bot: choose a level (1 to 6, or beginner, easy" in str(refused.value)
    assert "thinker" in str(refused.value)
