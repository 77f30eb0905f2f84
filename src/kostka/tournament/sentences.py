"""Sentences that programs can translate: a code, a clause, values and an English template."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec


class Sentence(msgspec.Struct, frozen=True, gc=False):
    """A statement about a tournament, for its history or the notes on its regulation."""

    code: str
    clause: str
    values: dict[str, str | int] = msgspec.field(default_factory=dict)
    template: str = ""

    @property
    def text(self) -> str:
        """The sentence in English, without its clause."""
        return self.template.format(**self.values)

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


@dataclass(frozen=True)
class SentenceTemplate:
    """A kind of sentence. Call it with its values to get a `Sentence`.

    Translations are found by the code; the template is the English version.
    """

    code: str
    clause: str
    template: str

    def __call__(self, **values: str | int) -> Sentence:
        """Fill in the values that the template names."""
        return Sentence(self.code, self.clause, values, self.template)
