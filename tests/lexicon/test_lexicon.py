from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from importlib import resources

import pytest

from kostka.events.errors import BadInput
from kostka.lexicon import Tier, judge_word, load_lexicon
from kostka.lexicon.lexicon import VULGAR, pack_words

POLISH = load_lexicon("pl")
DATA = resources.files("kostka.lexicon") / "data"

VALID = (
    "szczyt koszyk szyszka oczy kat kosz szyk kok żółw źdźbło gżegżółka kotów zaszczyt nań zeń"
    " najnieprawdopodobniejszych pizza weekend gdybym zróbże mnie jego pst robiłbym"
)
NOT_VALID = (
    "Warszawa ONZ itd szt mgr biało-czerwony płk bmw sms abp abpa mgra dpi nieepolet cztero onz"
)


class Automaton:
    """Walks through packed words as docs/lexicon.md says, without the library that wrote them."""

    def __init__(self, packed: bytes) -> None:
        self.units = memoryview(packed)[4:].cast("I")
        assert len(self.units) == int.from_bytes(packed[:4], sys.byteorder)

    def _child(self, node: int) -> int:
        unit = self.units[node]
        return node ^ ((unit >> 10) << ((unit & 0x200) >> 6))

    def step(self, node: int, byte: int) -> int | None:
        to = self._child(node) ^ byte
        return to if self.units[to] & 0x800000FF == byte else None

    def value(self, node: int) -> int | None:
        if not self.units[node] & 0x100:
            return None
        return self.units[self._child(node)] & 0x7FFFFFFF

    def get(self, word: str) -> int | None:
        node: int | None = 0
        for byte in word.encode():
            if node is not None:
                node = self.step(node, byte)
        return None if node is None else self.value(node)

    def count(self, bytes_used: Iterator[int]) -> dict[int, int]:
        """How many words there are of each value, with what is behind each node counted once."""
        steps = sorted(set(bytes_used))
        known: dict[int, dict[int, int]] = {}

        def below(node: int) -> dict[int, int]:
            base = self._child(node)
            if base in known:
                return known[base]
            found: dict[int, int] = {}
            value = self.value(node)
            if value is not None:
                found[value] = 1
            for byte in steps:
                to = self.step(node, byte)
                for key, number in below(to).items() if to is not None else ():
                    found[key] = found.get(key, 0) + number
            known[base] = found
            return found

        return below(0)


@pytest.mark.clause("W-12")
@pytest.mark.parametrize("word", VALID.split())
def test_dictionary_words_are_valid_in_all_their_forms(word: str) -> None:
    assert judge_word(word, POLISH) is None
    assert word in POLISH


@pytest.mark.clause("W-12")
@pytest.mark.parametrize("word", NOT_VALID.split())
def test_names_abbreviations_and_hyphens_are_not_valid(word: str) -> None:
    assert judge_word(word, POLISH) is not None
    assert word not in POLISH


@pytest.mark.clause("W-12")
@pytest.mark.parametrize("word", ["tomorrow", "grazie", "haben", "bonjour", "szerencse"])
def test_words_of_other_languages_are_not_valid(word: str) -> None:
    found = judge_word(word, POLISH)
    assert found
    assert found.code in {"word.unknown", "word.letter"}


@pytest.mark.clause("W-12")
@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("Warszawa", "word.name"),
        ("Kot", "word.name"),
        ("kOt", "word.name"),
        ("biało-czerwony", "word.hyphen"),
        ("-", "word.hyphen"),
        ("ok", "word.short"),
        ("", "word.short"),
        ("vis", "word.letter"),
        ("ко\u0442", "word.letter"),
        ("dwa słowa", "word.letter"),
        ("żżż", "word.unknown"),
    ],
)
def test_what_is_wrong_with_a_word(word: str, code: str) -> None:
    found = judge_word(word, POLISH)
    assert found
    assert found.code == code


def test_capitals_are_read_as_tiles_and_accents_as_they_are_typed() -> None:
    assert judge_word("ŻÓŁW", POLISH) is None
    assert judge_word("z\u0307o\u0301łw", POLISH) is None
    assert judge_word(" koszyk\n", POLISH) is None


def test_vulgar_words_can_be_left_out() -> None:
    assert judge_word("dupa", POLISH) is None
    found = judge_word("dupa", POLISH, vulgar=False)
    assert found
    assert found.code == "word.vulgar"
    # A word with one decent meaning is decent: wał is also a rampart.
    assert judge_word("wał", POLISH, vulgar=False) is None


def test_common_words_are_told_from_rare_ones() -> None:
    assert [POLISH.find_tier(word) for word in ("dom", "kotów", "wznak", "gżegżółka", "żżż")] == [
        Tier.COMMON,
        Tier.COMMON,
        Tier.USUAL,
        Tier.RARE,
        None,
    ]


def test_the_file_is_the_one_that_the_build_gives() -> None:
    told = tomllib.loads((DATA / "pl.toml").read_text("utf-8"))
    packed = (DATA / "pl.dawg").read_bytes()
    assert sha256(packed).hexdigest() == told["sha256"]
    assert len(packed) < 3_000_000


def test_every_word_of_the_file_is_counted() -> None:
    letters = "".join(POLISH.letters).encode()
    counts = Automaton(POLISH.packed).count(iter(letters))
    told = tomllib.loads((DATA / "pl.toml").read_text("utf-8"))["counts"]
    assert sum(counts.values()) == told["words"] >= 3_000_000
    assert {name: told[name] for name in ("common", "usual", "rare")} == {
        tier.name.lower(): sum(n for value, n in counts.items() if value & 3 == tier)
        for tier in Tier
    }
    assert told["vulgar"] == sum(n for value, n in counts.items() if value >= VULGAR)


def test_the_layout_is_as_described() -> None:
    automaton = Automaton(POLISH.packed)
    for word in (*VALID.split(), *NOT_VALID.split(), "dupa", "kosz" * 20, "k", ""):
        value = automaton.get(word)
        assert (value is not None) == (word in POLISH), word
        if value is not None:
            assert POLISH.find_tier(word) == value & 3
            assert POLISH.is_vulgar(word) == (value >= VULGAR)


def test_packing_gives_the_same_bytes_every_time() -> None:
    words = {"kot": 0, "kota": 1, "żółw": 6}
    assert pack_words(words) == pack_words(words)


@pytest.mark.clause("W-1")
def test_the_polish_bag() -> None:
    told = (
        "A9 Ą2 B2 C4 Ć1 D3 E7 Ę2 F1 G2 H2 I8 J2 K4 L3 Ł2 M3 N6 Ń1 O7 Ó2 P4 R5 S4 Ś1 T4 U3 W4 Y4 Z6"
        " Ź1 Ż1"
    )
    letters = POLISH.language.letters
    assert [f"{letter}{count}" for letter, count in letters.items()] == told.split()
    assert (sum(letters.values()), POLISH.language.jokers) == (110, 2)


def test_there_are_notices_for_every_source() -> None:
    notices = (DATA / "NOTICES.txt").read_text("utf-8")
    for language in ("pl", "en"):
        for source in load_lexicon(language).language.sources:
            assert source["name"].partition(" ")[0] in notices


def test_a_lexicon_that_does_not_exist() -> None:
    with pytest.raises(BadInput, match="no lexicon 'xx': choose pl, en"):
        load_lexicon("xx")
