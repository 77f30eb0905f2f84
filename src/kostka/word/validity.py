"""Which words count in a game: those of its lexicon, and of the theme if there is one."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from kostka.events.errors import Violation, shown
from kostka.lexicon import lexicon
from kostka.word import problems
from kostka.word.edition import WordEdition
from kostka.word.table import Judge


class KnownWords(Protocol):
    """The words of a language, in small letters."""

    def __contains__(self, word: str, /) -> bool: ...

    def is_vulgar(self, word: str, /) -> bool:
        """Whether dictionaries call a word vulgar."""
        ...


_GIVEN: dict[str, KnownWords] = {}


def use_lexicon(name: str, words: KnownWords) -> None:
    """Make words known by a name that editions can have, beside those of the program."""
    _GIVEN[name] = words
    judge_of.cache_clear()


@lru_cache(maxsize=64)
def judge_of(edition: WordEdition) -> Judge:
    """Give the judge of an edition's words; they come in capital letters (W-12, W-15)."""
    name = edition.lexicon
    known: KnownWords = _GIVEN[name] if name in _GIVEN else lexicon(name)
    theme = None if edition.theme is None else frozenset(edition.theme.words)

    def judge(word: str) -> Violation | None:
        small = word.lower()
        if small not in known:
            return problems.NO_WORD(word=shown(word))
        if not edition.vulgar and known.is_vulgar(small):
            return problems.VULGAR_WORD(word=shown(word))
        if theme is not None and word not in theme:
            return problems.NOT_IN_THEME(word=shown(word))
        return None

    return judge
