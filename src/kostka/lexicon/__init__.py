"""The valid words of each language (W-12), and why a word is not one of them.

Start with `lexicon.py`: a `Lexicon` holds the packed words of a language. `language.py` parses the
file that describes a language, `word_list.py` plain word lists. `verdict.py` explains why a typed
word is not valid; `morphology.py` asks the dictionary SGJP, where it is installed.
"""

from kostka.lexicon.language import Language
from kostka.lexicon.lexicon import LANGUAGES, Lexicon, Tier, load_lexicon, read_lexicon
from kostka.lexicon.verdict import judge_word, list_lemmas

__all__ = [
    "LANGUAGES",
    "Language",
    "Lexicon",
    "Tier",
    "judge_word",
    "list_lemmas",
    "load_lexicon",
    "read_lexicon",
]
