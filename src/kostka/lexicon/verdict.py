"""Why a word that somebody typed is not valid, as far as can be found out (W-12)."""

from __future__ import annotations

import unicodedata

from kostka.events.errors import Problem, Violation, format_input
from kostka.lexicon import morphology, problems
from kostka.lexicon.lexicon import Lexicon
from kostka.lexicon.word_list import MIN_WORD_LENGTH


def normalise_word(text: str) -> str:
    """Normalise a typed word to the Unicode form that lexicons use."""
    return unicodedata.normalize("NFC", text.strip())


def judge_word(text: str, lexicon: Lexicon, *, vulgar: bool = True) -> Violation | None:
    """Find the reason why a word is not valid; None if it is.

    A word in capitals is read as tiles on a table: in lower case. A word that starts with a
    capital is taken for a name.
    """
    typed = normalise_word(text)
    word = typed.lower()
    name = format_input(typed)
    strange = next((letter for letter in word if letter not in lexicon.letters), None)
    if strange == "-":
        return problems.HYPHEN(word=name)
    if strange is not None:
        return problems.NO_LETTER(word=name, letter=format_input(strange))
    if len(word) < MIN_WORD_LENGTH:
        return problems.TOO_SHORT(word=name or "''", length=len(word))
    if typed not in (word, word.upper()):
        return problems.PROPER_NAME(word=name)
    if word not in lexicon:
        return _explain_unknown_word(word, lexicon)(word=name)
    if lexicon.is_vulgar(word) and not vulgar:
        return problems.VULGAR(word=name)
    return None


def _explain_unknown_word(word: str, lexicon: Lexicon) -> Problem:
    """Distinguish abbreviations and names from unknown words, if the dictionary is installed."""
    if not _has_dictionary(lexicon):
        return problems.NO_WORD
    if morphology.is_abbreviation(word):
        return problems.ABBREVIATION
    return problems.PROPER_NAME if morphology.is_name(word) else problems.NO_WORD


def list_lemmas(word: str, lexicon: Lexicon) -> list[str] | None:
    """List the lemmas of a word; None if the dictionary is not installed."""
    if not _has_dictionary(lexicon):
        return None
    return sorted(
        {reading.plain_lemma for reading in morphology.find_readings(word) if reading.is_valid_word}
    )


def _has_dictionary(lexicon: Lexicon) -> bool:
    return lexicon.language.dictionary == morphology.NAME and morphology.is_dictionary_installed()
