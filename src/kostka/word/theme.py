"""A theme: the word list that a host provides, from which alone words count (W-15)."""

from __future__ import annotations

import unicodedata

import msgspec
from msgspec.structs import replace

from kostka.events.errors import BadInput, Violation, format_input
from kostka.word import problems

MAX_LIST_BYTES = 500_000
"""In bytes."""
MAX_WORDS = 50_000
MAX_FORMS = 150_000
"""Of all words of a theme, so that bots have room for them."""
MAX_WORD_LENGTH = 40
MAX_TITLE_LENGTH = 40
MAX_MARKS = 4
"""Characters of which a letter may be composed."""


class BadTheme(BadInput):
    """A word list that cannot be a theme; the violation says why."""

    def __init__(self, violation: Violation) -> None:
        """Store the violation."""
        super().__init__(str(violation))
        self.violation = violation


class Theme(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, cache_hash=True):
    """An agreed word list, in capital letters. A view of a game shows its title alone."""

    title: str
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse a theme that cannot be shown or stored."""
        title = self.title
        if not title.strip() or len(title) > MAX_TITLE_LENGTH or not title.isprintable():
            raise BadTheme(problems.THEME_TITLE(most=MAX_TITLE_LENGTH))
        if len(self.words) > MAX_WORDS:
            raise BadTheme(problems.THEME_WORDS(words=len(self.words), most=MAX_WORDS))

    def without_words(self) -> Theme:
        """Return the theme as views show it."""
        return replace(self, words=())


def parse_theme(title: str, data: bytes) -> Theme:
    """Parse a theme from a word list in UTF-8: words separated by white space or commas."""
    if len(data) > MAX_LIST_BYTES:
        raise BadTheme(problems.THEME_BYTES(bytes=len(data), most=MAX_LIST_BYTES))
    try:
        text = data.decode("utf-8-sig").replace(",", " ").replace(";", " ")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadTheme(problems.THEME_ENCODING(line=line)) from None
    for word in text.split():  # composing many marks on one letter takes quadratic time
        if len(word) > MAX_WORD_LENGTH * MAX_MARKS:
            raise BadTheme(problems.THEME_NO_WORD(word=format_input(word)))
    words = dict.fromkeys(unicodedata.normalize("NFC", text).upper().split())
    for word in words:
        if not word.isalpha() or len(word) > MAX_WORD_LENGTH:
            raise BadTheme(problems.THEME_NO_WORD(word=format_input(word)))
    if not words:
        raise BadTheme(problems.THEME_EMPTY(title=format_input(title)))
    return Theme(title, tuple(words))
