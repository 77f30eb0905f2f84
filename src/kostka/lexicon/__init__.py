"""Which words there are (W-12): packed words of each language, and why a word is none of them."""

from kostka.lexicon.language import Language
from kostka.lexicon.lexicon import LANGUAGES, Lexicon, Tier, load_lexicon, open_lexicon
from kostka.lexicon.verdict import judge_word, list_lemmas

__all__ = [
    "LANGUAGES",
    "Language",
    "Lexicon",
    "Tier",
    "judge_word",
    "list_lemmas",
    "load_lexicon",
    "open_lexicon",
]
