"""Which words there are (W-12): packed words of each language, and why a word is none of them."""

from kostka.lexicon.language import Language
from kostka.lexicon.lexicon import LANGUAGES, Lexicon, Tier, lexicon, open_lexicon
from kostka.lexicon.why_not import lemmas, why_not

__all__ = [
    "LANGUAGES",
    "Language",
    "Lexicon",
    "Tier",
    "lemmas",
    "lexicon",
    "open_lexicon",
    "why_not",
]
