"""The packed words of a language, how common each is, and whether it is vulgar."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cache, cached_property, partial
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

import dawg

from kostka.events.errors import BadInput, quote
from kostka.lexicon.forms import FormTable
from kostka.lexicon.language import Language, parse_language
from kostka.lexicon.word_list import parse_word_list

LANGUAGES = ("pl", "en")
"""The languages that come with the program."""

MAX_FILE_BYTES = 16 * 1024**2
"""Of words or of a language. Every dictionary fits, and a wrong file is noticed early."""

TIER = 3
VULGAR = 4
"""The value of a packed word: its tier in the lowest two bits, then whether it is vulgar."""


class Tier(IntEnum):
    """How common a word is, so that bots can know fewer words than the dictionary."""

    COMMON = 0
    USUAL = 1
    RARE = 2


class Lexicon:
    """All valid words of a language, in small letters."""

    def __init__(
        self, language: Language, packed: bytes, read_forms: Callable[[], bytes] | None = None
    ) -> None:
        """Open packed words; docs/lexicon.md says what the bytes mean.

        `read_forms` reads the table of forms, where there is one. Only theme games need it.
        """
        self.language = language
        self.packed = packed
        self._read_forms = read_forms
        self._words = dawg.IntDAWG().frombytes(packed)
        self.letters = frozenset(letter.lower() for letter in language.letters)

    def __contains__(self, word: str) -> bool:
        return word in self._words

    @cached_property
    def version_hash(self) -> str:
        """The beginning of the hash of the words: it differs between versions."""
        return sha256(self.packed).hexdigest()[:16]

    @cached_property
    def forms(self) -> FormTable | None:
        """The table of forms, read when it is needed first; None where there is none."""
        return None if self._read_forms is None else FormTable(self._read_forms())

    @property
    def forms_hash(self) -> str:
        """The hash of the table of forms; empty where there is none."""
        return self.language.forms_sha256 or ""

    def find_tier(self, word: str) -> Tier | None:
        """Return how common a word is; None for an unknown word."""
        value = self._words.get(word)
        return None if value is None else Tier(value & TIER)

    def is_vulgar(self, word: str) -> bool:
        """Whether dictionaries call the word vulgar in all its meanings."""
        return bool(self._words.get(word, 0) & VULGAR)


def pack_words(words: dict[str, int]) -> bytes:
    """Pack words with their values."""
    packed: bytes = dawg.IntDAWG(words.items()).tobytes()
    return packed


@cache
def load_lexicon(key: str) -> Lexicon:
    """Return the words of a language that comes with the program, the same object every time."""
    if key not in LANGUAGES:
        raise BadInput(f"there is no lexicon {quote(key)}: choose {', '.join(LANGUAGES)}")
    return read_lexicon(resources.files("kostka.lexicon") / "data", f"{key}.toml")


def read_lexicon(folder: Traversable, name: str) -> Lexicon:
    """Return the words of a language that a file in a folder describes."""
    try:
        language = parse_language(_read_file(folder, name))
    except BadInput as error:
        raise BadInput(f"{quote(name)} does not describe a language: {error}") from None
    read_forms = _make_forms_reader(folder, language)
    if language.sha256 is not None:
        if len(language.words) > 1:
            raise BadInput("a packed language has one file of words")
        packed = _read_checked_file(folder, language.words[0], language.sha256)
        return Lexicon(language, packed, read_forms)
    letters = frozenset(letter.lower() for letter in language.letters)
    words: dict[str, int] = {}
    for tier, file in enumerate(language.words):
        try:
            for word in parse_word_list(_read_file(folder, file), letters):
                words.setdefault(word, tier)
        except BadInput as error:
            raise BadInput(f"the word list {quote(file)}: {error}") from None
    return Lexicon(language, pack_words(words), read_forms)


def _make_forms_reader(folder: Traversable, language: Language) -> Callable[[], bytes] | None:
    if language.forms is None or language.forms_sha256 is None:
        return None
    return partial(_read_checked_file, folder, language.forms, language.forms_sha256)


def _read_checked_file(folder: Traversable, name: str, wanted: str) -> bytes:
    """Read packed data. Their content is not checked, so the hash has to match."""
    packed = _read_file(folder, name)
    actual = sha256(packed).hexdigest()
    if actual != wanted:
        raise BadInput(
            f"{quote(name)} is another file than its language says: its sha256 is {actual}"
        )
    return packed


def _read_file(folder: Traversable, name: str) -> bytes:
    with (folder / name).open("rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise BadInput(f"{quote(name)} is larger than {MAX_FILE_BYTES // 1024**2} MB")
    return data
