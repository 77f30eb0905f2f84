"""What the tournament desk says in a language of its own of codes that the tournament gives."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from types import ModuleType
from typing import Any

import pytest

from kostka.events.errors import Problem
from kostka.languages import LANGUAGES
from kostka.numbers.scoring import Why
from kostka.server.static import WEB
from kostka.server.tournaments.problems import CLOCK_RUNS, NOT_ONLINE, OTHER_FILE, SEAT_EMPTY
from kostka.tournament import history_messages, problems, regulation_notes
from kostka.tournament.commands import FivePlayers
from kostka.tournament.events import CallReason, SeatingMethod, TieResolution
from kostka.tournament.next_step import OrganiserStep
from kostka.tournament.roles import LinkExpiry, Role
from kostka.tournament.score_sheet import ENDINGS
from kostka.tournament.seating import SeatConcern
from kostka.tournament.sentences import SentenceTemplate
from kostka.tournament.state import Phase, Sanction, Status
from kostka.tournament.titles import Title

NAMED: dict[str, type[StrEnum]] = {
    "step": OrganiserStep,
    "concern": SeatConcern,
    "status": Status,
    "sanction": Sanction,
    "title": Title,
    "trouble": CallReason,
    "phase": Phase,
    "how": SeatingMethod,
    "sharing": TieResolution,
    "five": FivePlayers,
    "role": Role,
    "old": LinkExpiry,
}
OWN = {
    "problem.bad_message",
    "problem.no_tournament",
    "problem.nothing_to_undo",
    "problem.too_big",
    "problem.unreadable",
    "title.shared",
}
"""What the pages say of themselves."""


def _sentences(module: ModuleType) -> Iterator[Problem | SentenceTemplate]:
    for one in vars(module).values():
        if isinstance(one, Problem | SentenceTemplate):
            yield one
        elif isinstance(one, dict):
            yield from (
                other for other in one.values() if isinstance(other, Problem | SentenceTemplate)
            )


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)(?::[^}]*)?\}", text))


def _wanted() -> dict[str, set[str]]:
    """Every key, with the values that its sentence names."""
    found = {f"problem.{one.code}": _placeholders(one.template) for one in _sentences(problems)}
    for one in (CLOCK_RUNS, NOT_ONLINE, OTHER_FILE, SEAT_EMPTY):
        found[f"problem.{one.code}"] = _placeholders(one.template)
    for module in (regulation_notes, history_messages):
        found |= {one.code: _placeholders(one.template) for one in _sentences(module)}
    for name, kind in NAMED.items():
        found |= {f"{name}.{one}": {"names"} if kind is SeatConcern else set() for one in kind}
    return found | {f"ending.{one}": set() for one in ENDINGS}


def _texts(language: str, folder: str = "tournament") -> dict[str, Any]:
    texts: dict[str, Any] = json.loads(
        (WEB / folder / f"texts/{language}.json").read_text(encoding="utf-8")
    )
    return texts


def _forms(text: str | dict[str, str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words_with_its_values_and_no_code_is_left_over(language: str) -> None:
    texts, wanted = _texts(language), _wanted()
    assert wanted.keys() - texts.keys() == set()
    kinds = re.compile(rf"(choice_|history_|(problem|ending|{'|'.join(NAMED)})\.)")
    told_of = {key for key in texts if kinds.match(key)}
    assert told_of - wanted.keys() - OWN == set()
    for key, values in wanted.items():
        for form in _forms(texts[key]):
            assert _placeholders(form) == values, key
            assert form.strip() == form, key


def test_all_languages_have_the_same_texts() -> None:
    english = _texts("en")
    for language in LANGUAGES[1:]:
        texts = _texts(language)
        assert texts.keys() == english.keys()
        for key, text in texts.items():
            values = set().union(*map(_placeholders, _forms(text)))
            assert values == set().union(*map(_placeholders, _forms(english[key]))), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_points_came_about_has_words(language: str) -> None:
    texts = _texts(language, "app")
    assert {f"why.{one}" for one in Why} <= texts.keys()
