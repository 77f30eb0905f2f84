"""A theme: the word list that a host provides, from which alone words count (W-15)."""

from __future__ import annotations

import unicodedata

import msgspec
from msgspec.structs import replace

from kostka.events.errors import BadInput, Violation, format_input
from kostka.word import problems

LONGEST_LIST = 500_000
"""In bytes."""
MOST_WORDS = 50_000
LONGEST_WORD = 40
LONGEST_TITLE = 40


class BadTheme(BadInput):
    """A word list that is no theme; the violation says why, also to programs."""

    def __init__(self, violation: Violation) -> None:
        """Remember why."""
        super().__init__(str(violation))
        self.violation = violation


class Theme(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, cache_hash=True):
    """An agreed word list, in capital letters. A view of a game shows its title alone."""

    title: str
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse what cannot be shown or kept."""
        title = self.title
        if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
            raise BadTheme(problems.THEME_TITLE(most=LONGEST_TITLE))
        if len(self.words) > MOST_WORDS:
            raise BadTheme(problems.THEME_WORDS(words=len(self.words), most=MOST_WORDS))

    def without_words(self) -> Theme:
        """Give the theme as it is told to everybody with each move."""
        return replace(self, words=())


def read_theme(title: str, data: bytes) -> Theme:
    """Read a theme from a word list in UTF-8: words with white space or commas between them."""
    if len(data) > LONGEST_LIST:
        raise BadTheme(problems.THEME_BYTES(bytes=len(data), most=LONGEST_LIST))
    try:
        text = unicodedata.normalize("NFC", data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadTheme(problems.THEME_ENCODING(line=line)) from None
    words = dict.fromkeys(text.replace(",", " ").replace(";", " ").upper().split())
    for word in words:
        if not word.isalpha() or len(word) > LONGEST_WORD:
            raise BadTheme(problems.THEME_NO_WORD(word=format_input(word)))
    if not words:
        raise BadTheme(problems.THEME_EMPTY(title=format_input(title)))
    return Theme(title, tuple(words))
