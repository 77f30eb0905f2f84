"""The word game in other languages: other letter tiles and words, the same rules (W-19)."""

from __future__ import annotations

from msgspec.structs import replace

from kostka.lexicon import Language, load_lexicon
from kostka.word.bag import LetterBag
from kostka.word.edition import WORD, WordEdition


def get_word_edition(key: str) -> WordEdition:
    """Return the word game in a language that comes with the program; `pl` is that of the box."""
    return replace(WORD, lexicon=key, bag=build_letter_bag(load_lexicon(key).language))


def build_letter_bag(language: Language) -> LetterBag:
    """Return the letter tiles of a language, in the order of its alphabet (W-1, W-3)."""
    return LetterBag(tuple(language.letters.items()), language.jokers)
