"""Which words count in a game: those in its lexicon, and in the theme if there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from kostka.events.errors import Violation, format_input
from kostka.lexicon import load_lexicon
from kostka.word import problems
from kostka.word.bag import LetterBag
from kostka.word.edition import WordEdition
from kostka.word.theme import BadTheme
from kostka.word.turn import Judge


class WordSource(Protocol):
    """The words of a language, in small letters."""

    def __contains__(self, word: str, /) -> bool: ...

    def is_vulgar(self, word: str, /) -> bool:
        """Whether dictionaries call a word vulgar."""
        ...


class VersionedWords(WordSource, Protocol):
    """Words with older and newer versions."""

    @property
    def version_hash(self) -> str:
        """The hash that identifies this version."""
        ...


class WordsOfRecord:
    """The words as they were judged in a game: all but those that were found wrong."""

    def __init__(self, wrong: Iterable[str]) -> None:
        """Take the words that were found wrong, in capital letters."""
        self._wrong = frozenset(word.lower() for word in wrong)

    def __contains__(self, word: str) -> bool:
        return word not in self._wrong

    def is_vulgar(self, _: str) -> bool:
        """Return False: a vulgar word would have been found wrong."""
        return False


_GIVEN: dict[str, VersionedWords] = {}


def register_lexicon(name: str, words: VersionedWords) -> None:
    """Register words under a name that editions can use, beside those of the program."""
    _GIVEN[name] = words
    get_word_judge.cache_clear()


def get_known_words(name: str) -> VersionedWords:
    """Return the words of the lexicon that an edition names."""
    return _GIVEN[name] if name in _GIVEN else load_lexicon(name)


@lru_cache(maxsize=8)  # one with a large theme takes some megabytes
def get_word_judge(edition: WordEdition) -> Judge:
    """Return the judge of an edition's words, which are in capital letters (W-12, W-15)."""
    return build_word_judge(get_known_words(edition.lexicon), edition)


def check_theme(edition: WordEdition) -> None:
    """Refuse a theme with which nobody could lay a first word (W-4, W-15)."""
    if edition.theme is None:
        return
    judge, least = get_word_judge(edition), edition.first_word
    long = (word for word in edition.theme.words if len(word) >= least)
    if not any(judge(word) is None and _has_tiles_for(word, edition.bag) for word in long):
        raise BadTheme(problems.THEME_NO_FIRST_WORD(least=least))


def _has_tiles_for(word: str, bag: LetterBag) -> bool:
    """Whether there are tiles for a word at all, jokers included."""
    missing = Counter(word) - Counter(dict(bag.letters))
    return missing.total() <= bag.jokers


def build_word_judge(known: WordSource, edition: WordEdition) -> Judge:
    """Build a judge from words and from what a table has agreed on."""
    theme = None if edition.theme is None else frozenset(edition.theme.words)

    def judge_word(word: str) -> Violation | None:
        small = word.lower()
        if small not in known:
            return problems.NO_WORD(word=format_input(word))
        if not edition.vulgar and known.is_vulgar(small):
            return problems.VULGAR_WORD(word=format_input(word))
        if theme is not None and word not in theme:
            return problems.NOT_IN_THEME(word=format_input(word))
        return None

    return judge_word
