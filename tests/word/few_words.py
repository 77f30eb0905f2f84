"""Lexicons of few words, so that everybody sees which are valid."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from kostka.lexicon.forms import FormTable


class FewWords:
    """Words in small letters, of which some are vulgar."""

    forms: FormTable | None = None
    forms_hash = ""

    def __init__(self, words: Iterable[str], vulgar: Iterable[str] = ()) -> None:
        self.words = frozenset(words)
        self.vulgar = frozenset(vulgar)
        self.version_hash = sha256(" ".join(sorted(self.words)).encode()).hexdigest()[:16]

    def __contains__(self, word: str) -> bool:
        return word in self.words

    def is_vulgar(self, word: str) -> bool:
        return word in self.vulgar
