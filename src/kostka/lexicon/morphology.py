"""What the dictionary SGJP says about a Polish word, where `morfeusz2` is installed."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

NAME = "sgjp"

UNFIT = frozenset(
    ["adja", "aglt", "brev", "dig", "ign", "interp", "numcomp", "pacta", "romandig", "substa"]
)
"""Tags of forms that are not words: abbreviations, parts of words, forms before a hyphen."""

ENDINGS = frozenset({"aglt", "part", "ppron3"})
"""Tags of what can be an ending: gdyby + m, zrób + że, na + ń."""

NOUNS = frozenset({"subst", "depr"})

VULGAR = "wulg."
VOWELS = frozenset("aąeęioóuy")
DENIED = frozenset({"abp", "dpi"})
"""Abbreviations with a vowel that the dictionary takes for nouns."""


class Reading(NamedTuple):
    """One way to understand a form."""

    form: str
    lemma: str
    """With what tells it from others that look the same, `zamek:Sm3`."""
    tag: str
    """The first part of it: `subst`, `brev`; with a `+` for a word with an ending, `comp+`."""
    vulgar: bool

    @property
    def plain_lemma(self) -> str:
        """The lemma as one writes it."""
        return self.lemma.partition(":")[0]

    @property
    def part_of_speech(self) -> str:
        """What part of speech the word is, without its ending."""
        return self.tag.removesuffix("+")

    @property
    def is_abbreviation(self) -> bool:
        """Whether it is short for something: ONZ, or a noun without a vowel (W-12)."""
        short = (
            self.plain_lemma in DENIED
            or VOWELS.isdisjoint(self.plain_lemma)
            or self.plain_lemma.isupper()
        )
        return self.part_of_speech == "brev" or (short and self.part_of_speech in NOUNS)

    @property
    def is_valid_word(self) -> bool:
        """Whether it makes the form a valid word: no name, no abbreviation, no part (W-12)."""
        return (
            self.part_of_speech not in UNFIT
            and not self.part_of_speech.startswith("pref")
            and self.plain_lemma.islower()
            and not self.is_abbreviation
        )


@cache
def _load_morfeusz() -> Any:  # noqa: ANN401  (it has no types)
    import morfeusz2  # noqa: PLC0415  (only for those who have it)

    # "Composite": robiłbym is one word, not three. Strictly: warszawa is not read as a town.
    return morfeusz2.Morfeusz(praet="composite", case_handling=morfeusz2.STRICTLY_CASE_SENSITIVE)


def is_dictionary_installed() -> bool:
    """Whether the dictionary is installed."""
    try:
        _load_morfeusz()
    except ImportError:
        return False
    return True


def get_dictionary_version() -> str:
    """Return the name of the dictionary, with its version."""
    return str(_load_morfeusz().dict_id())


def find_readings(word: str) -> list[Reading]:
    """Find all ways to understand a word: as a whole, or as one with an ending, gdyby + m."""
    found = [
        (begin, end, _parse_reading(answer))
        for begin, end, answer in _load_morfeusz().analyse(word)
    ]
    last = max((end for _, end, _ in found), default=0)
    if last == 1:
        return [reading for _, _, reading in found]
    endings = [reading.tag for _, end, reading in found if end == last]
    if any(reading.tag == "ign" for _, _, reading in found) or ENDINGS.isdisjoint(endings):
        return []
    heads = [reading for begin, _, reading in found if begin == 0]
    return [head._replace(form=word, tag=f"{head.tag}+") for head in heads]


def generate_forms(lemma: str) -> list[Reading]:
    """Return all forms of the words with this lemma."""
    return [_parse_reading(answer) for answer in _load_morfeusz().generate(lemma)]


def _parse_reading(answer: tuple[str, str, str, list[str], list[str]]) -> Reading:
    form, lemma, tag, _, labels = answer
    vulgar = any(VULGAR in label for label in labels)
    return Reading(form, lemma, tag.partition(":")[0], vulgar)


def is_abbreviation(word: str) -> bool:
    """Whether a word in small letters is an abbreviation, also of those with capitals or a dot."""
    found = [*find_readings(word), *find_readings(word.upper())]
    with_dot = [_parse_reading(answer) for _, _, answer in _load_morfeusz().analyse(f"{word}.")]
    return any(reading.is_abbreviation for reading in found) or any(
        reading.tag == "brev" and reading.form.removesuffix(".") == word for reading in with_dot
    )


def is_name(word: str) -> bool:
    """Whether a word in small letters is known with a capital only."""
    return any(
        r.tag != "ign" and not r.plain_lemma.islower() for r in find_readings(word.capitalize())
    )
