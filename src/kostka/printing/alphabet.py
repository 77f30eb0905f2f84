"""Names in the order of a language's alphabet: Łucja after Luiza, Csaba after Cili."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from unicodedata import normalize

from kostka.languages import load_texts
from kostka.tournament.state import Player

_PLAIN = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "\u0131": "i", "ß": "ss", "æ": "ae", "œ": "oe"}
)
"""Letters that do not come apart into a plain one and an accent."""

Key = tuple[list[tuple[int, str]], str, str]


def sort_players_by_name(players: Iterable[Player], language: str) -> list[Player]:
    """Sort players by name, and by class where two have one name."""
    return sorted(
        players, key=lambda player: (make_name_sort_key(player.name, language), player.group)
    )


@cache
def _load_letter_order_and_pattern(language: str) -> tuple[dict[str, int], re.Pattern[str]]:
    alphabet = load_texts(language)["alphabet"].split()
    longest_first = sorted(alphabet, key=len, reverse=True)  # "dzs" before "dz" before "d"
    return {letter: at for at, letter in enumerate(alphabet, 1)}, re.compile(
        "|".join(longest_first) + "|."
    )


def make_name_sort_key(name: str, language: str) -> Key:
    """Return the sort key of a name: letter by letter, then accents and capitals."""
    order, letter = _load_letter_order_and_pattern(language)
    places = [
        (order.get(one, len(order) + 1 if one.isalpha() else 0), one)
        for one in letter.findall(_replace_foreign_letters(name.casefold(), order))
    ]
    return (
        [(at, "" if at and at <= len(order) else one) for at, one in places],
        name.casefold(),
        name,
    )


def _replace_foreign_letters(name: str, order: dict[str, int]) -> str:
    """Take the accents off letters that the language does not count as letters of their own."""
    return "".join(one if one in order else _strip_accents(one.translate(_PLAIN)) for one in name)


def _strip_accents(letters: str) -> str:
    return normalize("NFC", normalize("NFD", letters)[: len(letters)])
