import re
from importlib import resources
from string import Formatter
from typing import Any

import pytest

from kostka.events.codec import from_json
from kostka.languages import LANGUAGES, load_texts
from kostka.numbers.scoring import Why
from kostka.printing import TableKind, build_export_table
from kostka.server.static import WEB
from kostka.tournament import Role, Status, Title, compute_proven_state, list_regulation_notes
from kostka.tournament.score_sheet import ENDINGS
from tests.tools.record_tournament import play_full_tournament
from tests.tournament.hall import Hall

CODES = {
    *(f"status_{status}" for status in Status),
    *(f"role_{role}" for role in Role),
    *(f"title_{title}" for title in Title),
    *(f"why_{why}" for why in Why),
    *(f"ending_{ending}" for ending in (*ENDINGS, "not_played")),
    *(choice.code for choice in list_regulation_notes(Hall(rehearsal=True).state)),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_gaps(language: str) -> None:
    english, words = load_texts("en"), load_texts(language)
    assert list(words) == list(english)
    for key, text in words.items():
        if isinstance(text, str):
            assert gaps(text) == gaps(english[key]), key
            assert text or key == "certificate_to"  # which Hungarian says after the name
    assert len(words["months"]) == 12
    assert set(words) >= CODES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_says_on_paper_what_it_says_on_the_screen(language: str) -> None:
    words = load_texts(language)
    screen = from_json((WEB / "tournament/texts" / f"{language}.json").read_bytes(), dict[str, Any])
    told = {key: text for key, text in screen.items() if key.startswith("history_")}
    assert told == {key: text for key, text in words.items() if key.startswith("history_")}
    log = play_full_tournament().tournament.log
    rows = build_export_table(TableKind.LOG, compute_proven_state(log), log, language)
    assert told["history_links"].format(names="head, referee, screen") in rows[0].values()


def gaps(text: str) -> set[str | None]:
    return {field for _, field, _, _ in Formatter().parse(text)} - {None}


def test_templates_ask_for_texts_that_there_are() -> None:
    folder = resources.files("kostka.printing") / "templates"
    for file in folder.iterdir():
        for key in re.findall(r"\bt\.(\w+)", file.read_text(encoding="utf-8")):
            assert key == "at" or key in load_texts("en"), (file.name, key)
