"""Which forms belong to the same word: kot, kota, koty. Theme games need to know (W-15).

The words of a language are inflected alike in large numbers, so a word is stored as a stem and one
of some thousand paradigms, which list the endings. docs/lexicon.md says what the bytes mean.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import TypeAlias

import dawg

Lexeme: TypeAlias = tuple[str, int]
"""A word with all its forms: its stem, and the number of its paradigm."""

PREFIXES = ("", "nie", "naj", "nienaj")
"""What some forms of a word begin with, before its stem."""

START = "+"
"""Begins every stem, because the packed stems may not be empty. Ends the prefix of an ending."""

COUNT_BYTES = 4


class FormTable:
    """All forms of all words of a language, in small letters."""

    def __init__(self, packed: bytes) -> None:
        """Open a packed table."""
        length = int.from_bytes(packed[:COUNT_BYTES], "little")
        text = packed[COUNT_BYTES : COUNT_BYTES + length].decode()
        groups, _, paradigms = text.partition("\n\n")
        self._groups = groups.split("\n")
        self._paradigms = paradigms.split("\n")
        self._stems = dawg.IntDAWG().frombytes(packed[COUNT_BYTES + length :])
        self._get_endings = cache(self._split_endings)

    def find_lexemes(self, word: str) -> set[Lexeme]:
        """Find the words that this can be a form of: mam belongs to mama, mamić and mieć."""
        return {
            (stem, paradigm)
            for prefix in PREFIXES
            if word.startswith(prefix)
            for stem, ending in self._iterate_stems(word.removeprefix(prefix), prefix)
            for paradigm in map(int, self._groups[self._stems[START + stem]].split())
            if ending in self._get_endings(paradigm)
        }

    def list_forms(self, lexeme: Lexeme) -> list[str]:
        """List all forms of a word."""
        stem, paradigm = lexeme
        return [_join_form(stem, ending) for ending in self._paradigms[paradigm].split(",")]

    def count_forms(self, lexeme: Lexeme) -> int:
        """Count the forms of a word."""
        return len(self._get_endings(lexeme[1]))

    def _iterate_stems(self, word: str, prefix: str) -> Iterator[tuple[str, str]]:
        for start in self._stems.iterprefixes(START + word):
            stem = start.removeprefix(START)
            yield stem, _write_ending(prefix, word.removeprefix(stem))

    def _split_endings(self, paradigm: int) -> frozenset[str]:
        return frozenset(self._paradigms[paradigm].split(","))


def _write_ending(prefix: str, ending: str) -> str:
    return f"{prefix}{START}{ending}" if prefix else ending


def _join_form(stem: str, ending: str) -> str:
    prefix, found, rest = ending.partition(START)
    return prefix + stem + rest if found else stem + ending


def pack_forms(words: Iterable[Iterable[str]]) -> bytes:
    """Pack the forms of every word."""
    stems: dict[str, set[str]] = defaultdict(set)
    for forms in words:
        stem, paradigm = _split_forms(sorted(set(forms)))
        stems[stem].add(paradigm)
    paradigms = _number_texts(chain.from_iterable(stems.values()))
    numbers = {
        stem: " ".join(map(str, sorted(paradigms[text] for text in found)))
        for stem, found in stems.items()
    }
    groups = _number_texts(numbers.values())
    packed = dawg.IntDAWG({START + stem: groups[text] for stem, text in numbers.items()})
    text = "\n".join([*groups, "", *paradigms]).encode()
    return len(text).to_bytes(COUNT_BYTES, "little") + text + bytes(packed.tobytes())


def _number_texts(texts: Iterable[str]) -> dict[str, int]:
    return {text: number for number, text in enumerate(sorted(set(texts)))}


def _split_forms(forms: list[str]) -> tuple[str, str]:
    """Return the stem of a word and its paradigm, from its sorted forms."""
    plain = [form for form in forms if not form.startswith(PREFIXES[1:])]
    stem = _find_common_start(plain or forms)
    endings = [_find_ending(form, stem) for form in forms]
    known = sorted(ending for ending in endings if ending is not None)
    if len(known) == len(forms):
        return stem, ",".join(known)
    stem = _find_common_start(forms)
    return stem, ",".join(form.removeprefix(stem) for form in forms)


def _find_ending(form: str, stem: str) -> str | None:
    for prefix in PREFIXES:
        if form.startswith(prefix + stem):
            return _write_ending(prefix, form.removeprefix(prefix + stem))
    return None


def _find_common_start(forms: list[str]) -> str:
    """Return how all forms begin; they are sorted, so the first and the last differ soonest."""
    first, last = forms[0], forms[-1]
    same = (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(same, min(len(first), len(last)))]
