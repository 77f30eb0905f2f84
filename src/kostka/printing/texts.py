"""What stands on paper, in every language that there is a file of texts for."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from kostka.events.codec import from_json
from kostka.events.errors import BadInput, quote

LANGUAGES = ("en", "pl", "hu", "it")

_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))

Texts = dict[str, Any]
"""Sentences by key, with their gaps in braces; months and the alphabet too."""


@cache
def load_texts(language: str) -> Texts:
    """Give the texts of a language."""
    if language not in LANGUAGES:
        raise BadInput(f"there are no papers in {quote(language)}: choose {', '.join(LANGUAGES)}")
    file = resources.files("kostka.printing") / "text" / f"{language}.json"
    return from_json(file.read_bytes(), dict[str, Any])


def format_roman(number: int) -> str:
    """Write the number of a round as the regulation does (Z-3)."""
    found = ""
    for value, letters in _ROMAN:
        found += number // value * letters
        number %= value
    return found


def format_long_date(day: date, language: str) -> str:
    """Write a day as people do."""
    words = load_texts(language)
    written: str = words["date"].format(
        day=day.day, month=words["months"][day.month - 1], year=day.year
    )
    return written
