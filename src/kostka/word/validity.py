"""Which words count in a game: those in its lexicon, and in the theme if there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Protocol

from kostka.events.errors import Violation, format_input
from kostka.lexicon import load_lexicon
from kostka.lexicon.forms import FormTable
from kostka.word import problems
from kostka.word.bag import LetterBag
from kostka.word.edition import WordEdition
from kostka.word.theme import MAX_FORMS, BadTheme
from kostka.word.theme_words import ThemeWords
from kostka.word.turn import Judge


class WordSource(Protocol):
    """The words of a language, in small letters."""

    def __contains__(self, word: str, /) -> bool: ...

    def is_vulgar(self, word: str, /) -> bool:
        """Whether dictionaries call a word vulgar."""
        ...

    @property
    def forms(self) -> FormTable | None:
        """Which forms belong to the same word, where that is known."""
        ...


class VersionedWords(WordSource, Protocol):
    """Words with older and newer versions."""

    @property
    def version_hash(self) -> str:
        """The hash that identifies this version."""
        ...

    @property
    def forms_hash(self) -> str:
        """The hash that identifies the table of forms; empty without one."""
        ...


class WordsOfRecord:
    """The words as they were judged in a game: all but those that were found wrong."""

    forms = None

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


def compute_version_hash(edition: WordEdition) -> str:
    """Return the hash of everything that an edition's words are judged by."""
    words = get_known_words(edition.lexicon)
    if not edition.uses_forms or not words.forms_hash:
        return words.version_hash
    both = f"{words.version_hash} {words.forms_hash}"
    return sha256(both.encode()).hexdigest()[: len(words.version_hash)]


def check_theme(edition: WordEdition) -> None:
    """Refuse a theme with which nobody could lay a first word (W-4, W-15)."""
    if edition.theme is None:
        return
    judge, least = get_word_judge(edition), edition.first_word
    words = build_theme_words(get_known_words(edition.lexicon), edition)
    long = (word.upper() for word in words or () if len(word) >= least)
    if not any(judge(word) is None and _has_tiles_for(word, edition.bag) for word in long):
        raise BadTheme(problems.THEME_NO_FIRST_WORD(least=least))


def check_theme_size(edition: WordEdition) -> None:
    """Refuse a theme with more words than bots have room for."""
    words = build_theme_words(get_known_words(edition.lexicon), edition)
    forms = 0 if words is None else words.count_forms()
    if forms > MAX_FORMS:
        raise BadTheme(problems.THEME_FORMS(forms=forms, most=MAX_FORMS))


def _has_tiles_for(word: str, bag: LetterBag) -> bool:
    """Whether there are tiles for a word at all, jokers included."""
    missing = Counter(word) - Counter(dict(bag.letters))
    return missing.total() <= bag.jokers


def build_theme_words(known: WordSource, edition: WordEdition) -> ThemeWords | None:
    """Return the words of an edition's theme; None without one."""
    if edition.theme is None:
        return None
    return ThemeWords(edition.theme, known.forms if edition.uses_forms else None)


def build_word_judge(known: WordSource, edition: WordEdition) -> Judge:
    """Build a judge from words and from what a table has agreed on."""
    theme = build_theme_words(known, edition)

    def judge_word(word: str) -> Violation | None:
        small = word.lower()
        if small not in known:
            return problems.NO_WORD(word=format_input(word))
        if not edition.vulgar and known.is_vulgar(small):
            return problems.VULGAR_WORD(word=format_input(word))
        if theme is not None and small not in theme:
            return problems.NOT_IN_THEME(word=format_input(word))
        return None

    return judge_word
