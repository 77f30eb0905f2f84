"""Which words count in a game: those of its lexicon, and of the theme if there is one."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from kostka.events.errors import BadInput, Violation, quote, shown
from kostka.word import problems
from kostka.word.edition import WordEdition
from kostka.word.table import Judge

_LEXICONS: dict[str, Container[str]] = {}


def use_lexicon(name: str, words: Container[str]) -> None:
    """Make a lexicon known by its name; it holds words in small letters."""
    _LEXICONS[name] = words
    judge_of.cache_clear()


@lru_cache(maxsize=64)
def judge_of(edition: WordEdition) -> Judge:
    """Give the judge of an edition's words; they come in capital letters (W-12, W-15)."""
    known = _LEXICONS.get(edition.lexicon)
    if known is None:
        raise BadInput(f"there is no lexicon {quote(edition.lexicon)} (W-12)")
    theme = None if edition.theme is None else frozenset(edition.theme.words)

    def judge(word: str) -> Violation | None:
        if word.lower() not in known:
            return problems.NO_WORD(word=shown(word))
        if theme is not None and word not in theme:
            return problems.NOT_IN_THEME(word=shown(word))
        return None

    return judge
