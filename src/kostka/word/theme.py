"""A theme: the word list that a host provides, from which alone words count (W-15)."""

from __future__ import annotations

import unicodedata

import msgspec
from msgspec.structs import replace

from kostka.events.errors import BadInput, quote, shown

LONGEST_LIST = 500_000
"""In bytes."""
MOST_WORDS = 50_000
LONGEST_WORD = 40
LONGEST_TITLE = 40


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """An agreed word list, in capital letters. A view of a game shows its title alone."""

    title: str
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse what cannot be shown or kept."""
        title = self.title
        if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
            raise BadInput(f"a theme has a title of 1 to {LONGEST_TITLE} characters (W-15)")
        if len(self.words) > MOST_WORDS:
            raise BadInput(
                f"{len(self.words):,} words, but a theme has up to {MOST_WORDS:,} (W-15)"
            )

    def without_words(self) -> Theme:
        """Give the theme as it is told to everybody with each move."""
        return replace(self, words=())


def read_theme(title: str, data: bytes) -> Theme:
    """Read a theme from a word list in UTF-8: words with white space or commas between them."""
    if len(data) > LONGEST_LIST:
        wrong = f"{len(data):,} bytes, but a theme's word list has up to {LONGEST_LIST:,} (W-15)"
        raise BadInput(wrong)
    try:
        text = unicodedata.normalize("NFC", data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadInput(f"line {line} of the theme's word list is not UTF-8 (W-15)") from None
    words = dict.fromkeys(text.replace(",", " ").replace(";", " ").upper().split())
    for word in words:
        if not word.isalpha() or len(word) > LONGEST_WORD:
            raise BadInput(f"{quote(word)} in the theme's word list is no word (W-15)")
    if not words:
        raise BadInput(f"the word list of the theme {shown(title)} is empty (W-15)")
    return Theme(title, tuple(words))
