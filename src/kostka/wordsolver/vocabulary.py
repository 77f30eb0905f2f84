"""The words that a search may lay: those of a lexicon, prepared once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kostka.events.errors import BadInput
from kostka.lexicon import Lexicon, Tier, load_lexicon
from kostka.lexicon.lexicon import VULGAR, pack_words
from kostka.word import Theme, WordEdition, get_bag
from kostka.word.theme_words import ThemeWords
from kostka.wordsolver.engine import Index, build_index

MAX_LETTERS = 36

ALL_VALUES = 0xFF


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Words that may be laid: a whole lexicon or a part of it."""

    index: Index
    alphabet: tuple[str, ...]
    """In upper case."""
    accepted: int = ALL_VALUES
    """Which values of packed words count, one bit for each value."""

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str) or not set(word) <= set(self.alphabet):
            return False
        return self.index.has(self.encode_word(word), self.accepted)

    def encode_word(self, word: str) -> bytes:
        """Encode a word in upper case as indices of the alphabet."""
        return bytes([self.alphabet.index(letter) for letter in word])

    def decode_word(self, packed: bytes) -> str:
        """Decode a word from indices of the alphabet."""
        return "".join([self.alphabet[place] for place in packed])


def build_vocabulary(edition: WordEdition, tier: Tier = Tier.RARE) -> Vocabulary:
    """Return the words that are valid in an edition (W-12, W-15), up to a tier."""
    known, alphabet = load_lexicon(edition.lexicon), get_bag(edition.bag).alphabet
    return build_vocabulary_from_lexicon(
        known,
        alphabet,
        tier,
        vulgar=edition.vulgar,
        theme=edition.theme,
        all_forms=edition.uses_forms,
    )


def build_vocabulary_from_lexicon(  # noqa: PLR0913  (what words can be chosen by)
    known: Lexicon,
    alphabet: tuple[str, ...],
    tier: Tier = Tier.RARE,
    *,
    vulgar: bool = True,
    theme: Theme | None = None,
    all_forms: bool = True,
) -> Vocabulary:
    """Return the words of a lexicon up to a tier, with or without vulgar ones, perhaps of a theme.

    A lexicon is prepared once, which takes about a second and 90 MB for Polish.
    """
    index = (
        _build_theme_index(known, alphabet, theme, all_forms=all_forms)
        if theme
        else _build_lexicon_index(known, alphabet)
    )
    return Vocabulary(index, alphabet, _build_value_mask(tier, vulgar=vulgar))


def _build_value_mask(tier: Tier, *, vulgar: bool) -> int:
    values = range(2 * VULGAR if vulgar else VULGAR)
    return sum(1 << value for value in values if value % VULGAR <= tier)


def build_vocabulary_from_words(words: dict[str, int], alphabet: tuple[str, ...]) -> Vocabulary:
    """Return a vocabulary of words in lower case with their values."""
    return Vocabulary(_build_checked_index(pack_words(words), alphabet), alphabet)


@lru_cache(maxsize=2)
def _build_lexicon_index(known: Lexicon, alphabet: tuple[str, ...]) -> Index:
    return _build_checked_index(known.packed, alphabet)


@lru_cache(maxsize=8)
def _build_theme_index(
    known: Lexicon, alphabet: tuple[str, ...], theme: Theme, *, all_forms: bool
) -> Index:
    valued = {}
    for word in ThemeWords(theme, known.forms if all_forms else None):
        tier = known.find_tier(word)
        if tier is not None:
            valued[word] = tier + VULGAR * known.is_vulgar(word)
    return _build_checked_index(pack_words(valued), alphabet)


def _build_checked_index(packed: bytes, alphabet: tuple[str, ...]) -> Index:
    if len(alphabet) > MAX_LETTERS:
        raise BadInput(f"{len(alphabet)} letters: the solver knows at most {MAX_LETTERS}")
    return build_index(packed, tuple(letter.lower() for letter in alphabet), 2)
