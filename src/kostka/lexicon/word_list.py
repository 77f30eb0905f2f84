"""Parses word lists: one word a line, in UTF-8. Words that the tiles cannot spell are skipped."""

from __future__ import annotations

import unicodedata

from kostka.events.errors import BadInput

MIN_WORD_LENGTH = 3
"""No word in the game is shorter (W-5)."""

MAX_WORD_LENGTH = 48
"""The longest words that the solver knows: longer than any that people lay."""


def parse_word_list(data: bytes, letters: frozenset[str]) -> list[str]:
    """Return the words of a list that are in lower case and use these letters only.

    Word lists of spell checkers contain names with capitals, hyphens and apostrophes, none of
    which are valid (W-12).
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadInput(f"line {line} is not UTF-8: save the list as UTF-8") from None
    lines = unicodedata.normalize("NFC", text).split("\n")
    stripped = (line.strip() for line in lines)
    fit = {
        word
        for word in stripped
        if MIN_WORD_LENGTH <= len(word) <= MAX_WORD_LENGTH and letters.issuperset(word)
    }
    if not fit:
        raise BadInput(
            f"no line is a word of {MIN_WORD_LENGTH} or more of the language's letters,"
            " in small letters"
        )
    return sorted(fit)
