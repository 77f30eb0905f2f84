"""Dates and numbers as people write them on paper."""

from __future__ import annotations

from datetime import date

from kostka.languages import load_texts

_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def format_roman(number: int) -> str:
    """Format the number of a round in Roman numerals, as the regulation does (Z-3)."""
    numerals = ""
    for value, letters in _ROMAN:
        numerals += number // value * letters
        number %= value
    return numerals


def format_long_date(day: date, language: str) -> str:
    """Format a day with the name of its month."""
    texts = load_texts(language)
    month = texts["months"][day.month - 1]
    return str(texts["date"].format(day=day.day, month=month, year=day.year))
