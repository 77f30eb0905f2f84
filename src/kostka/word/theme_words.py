"""The words of a theme: those on the list, and all forms of the words they can belong to (W-15)."""

from __future__ import annotations

from collections.abc import Iterator

from kostka.lexicon.forms import FormTable, Lexeme
from kostka.word.theme import Theme


class ThemeWords:
    """The words of a theme, in small letters. The lexicon still decides which of them are valid."""

    def __init__(self, theme: Theme, forms: FormTable | None) -> None:
        """Take a theme, and the table of its language if all forms count."""
        self._listed = frozenset([word.lower() for word in theme.words])
        self._forms = forms

    def __contains__(self, word: str) -> bool:
        if word in self._listed or self._forms is None:
            return word in self._listed
        return any(
            form in self._listed
            for lexeme in self._forms.find_lexemes(word)
            for form in self._forms.list_forms(lexeme)
        )

    def __iter__(self) -> Iterator[str]:
        """Yield every word, some of them several times."""
        yield from sorted(self._listed)
        if self._forms is not None:
            for lexeme in self._find_all_lexemes():
                yield from self._forms.list_forms(lexeme)

    def count_forms(self) -> int:
        """Count the words, those of several meanings more than once."""
        if self._forms is None:
            return len(self._listed)
        return sum(map(self._forms.count_forms, self._find_all_lexemes()))

    def _find_all_lexemes(self) -> list[Lexeme]:
        assert self._forms is not None
        return sorted(set().union(*map(self._forms.find_lexemes, self._listed)))
