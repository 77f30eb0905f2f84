"""Builds the Polish lexicon and its table of forms (`make lexicon`).

The sources are two dictionaries and word frequencies.

A word is valid if both dictionaries have it, or if it is a form of a lemma that both have. SGJP
knows every form, and which words are names or abbreviations. SJP (Debian's `wpolish`) excludes what
SGJP only derives by rule, such as `nieepolet`. The result depends on nothing but the sources, whose
hashes are checked.
"""

from __future__ import annotations

import argparse
import gzip
import io
import lzma
import os
import sys
import tarfile
import tomllib
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from math import fsum
from pathlib import Path
from typing import NamedTuple

import msgspec

from kostka.lexicon.forms import pack_forms
from kostka.lexicon.lexicon import VULGAR, Tier, pack_words
from kostka.lexicon.morphology import Reading, find_readings, generate_forms, get_dictionary_version
from kostka.lexicon.word_list import MIN_WORD_LENGTH

DATA = Path(__file__).parent.parent / "src" / "kostka" / "lexicon" / "data"

DICTIONARY = "pl.sgjp.sgjp-2026.06.01"
WPOLISH = "78d94681b9838aeb8419629d5ce378085e0db6a22517c3c170aa883451cc9ccf"
"""The SHA-256 of wpolish_20220301-1_all.deb."""
WORDFREQ = "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473"
"""The SHA-256 of wordfreq-3.1.1-py3-none-any.whl."""

LETTERS = frozenset(
    letter.lower() for letter in tomllib.loads((DATA / "pl.toml").read_text("utf-8"))["letters"]
)

COMMON_LEMMAS = 10_000
USUAL_LEMMAS = 40_000
"""This many of the most frequent lemmas are common, and this many are common or usual."""

WORDS_PER_TASK = 20_000
LEMMAS_PER_TASK = 1_000


def read_checked_file(path: str, wanted: str) -> bytes:
    """Read a source file; exit if its SHA-256 is not the expected one."""
    data = Path(path).read_bytes()
    found = sha256(data).hexdigest()
    if found != wanted:
        sys.exit(f"{path} is another version: its SHA-256 is {found}, not {wanted}")
    return data


def extract_debian_words(package: bytes, name: str) -> list[str]:
    """Return a word list from a Debian package, which is an `ar` archive with an archive in it."""
    at = len(b"!<arch>\n")
    while at < len(package):
        member, size = package[at : at + 16].strip(b" /"), int(package[at + 48 : at + 58])
        at += 60
        if member == b"data.tar.xz":
            archive = io.BytesIO(lzma.decompress(package[at : at + size]))
            with tarfile.open(fileobj=archive) as files:
                found = files.extractfile(f"./usr/share/dict/{name}")
                assert found
                return found.read().decode().split()
        at += size + size % 2
    sys.exit("the package does not contain data.tar.xz")


def extract_frequencies(wheel: bytes) -> dict[str, int]:
    """Return the frequencies of Polish words, times 10^10, from wordfreq's lists by centibels.

    They are whole numbers, so that sums are the same on every machine.
    """
    with zipfile.ZipFile(io.BytesIO(wheel)) as files:
        data = gzip.decompress(files.read("wordfreq/data/large_pl.msgpack.gz"))
    _, *lists = msgspec.msgpack.decode(data)
    return {
        word: round(10 ** (10 - step / 100)) for step, words in enumerate(lists) for word in words
    }


def analyse_words(words: Iterable[str]) -> tuple[set[str], list[Reading]]:
    """Return the lemmas of some words, and the readings of words that have endings."""
    found = [reading for word in words for reading in find_readings(word) if reading.is_valid_word]
    ended = [
        reading for reading in found if reading.tag.endswith("+") and can_be_laid(reading.form)
    ]
    return {reading.plain_lemma for reading in found}, ended


def can_be_laid(word: str) -> bool:
    """Whether a word can be laid with the letters of the bag."""
    return len(word) >= MIN_WORD_LENGTH and LETTERS.issuperset(word)


def list_forms(lemmas: Iterable[str]) -> list[Reading]:
    """Return every form of some lemmas that is a word, each reading once."""
    return sorted(
        {found for lemma in lemmas for found in generate_forms(lemma) if found.is_valid_word}
    )


def rank_forms_by_tier(known: Iterable[Reading], frequency: Mapping[str, int]) -> dict[str, Tier]:
    """Return how common each form is: as common as its most frequent lemma.

    The frequency of a form counts for its only lemma. If it has several, it is shared among them in
    proportion to the forms that belong to each lemma alone.
    """
    lemmas: dict[str, set[str]] = defaultdict(set)
    for reading in known:
        lemmas[reading.form].add(reading.lemma)
    own: dict[str, list[int]] = defaultdict(list)
    for form, among in lemmas.items():
        if len(among) == 1:
            own[next(iter(among))].append(frequency.get(form, 0))
    alone = {lemma: sum(found) for lemma, found in own.items()}
    share: dict[str, list[float]] = defaultdict(list)
    for form, among in lemmas.items():
        whole = sum(alone.get(lemma, 0) for lemma in among)
        for lemma in among:
            part = alone.get(lemma, 0) / whole if whole else 1 / len(among)
            share[lemma].append(part * frequency.get(form, 0))
    weight = {lemma: fsum(found) for lemma, found in share.items()}
    ranked = sorted((lemma for lemma in weight if weight[lemma]), key=lambda x: (-weight[x], x))
    place = {lemma: number for number, lemma in enumerate(ranked)}
    return {
        form: _choose_tier(min(place.get(lemma, len(place)) for lemma in among))
        for form, among in lemmas.items()
    }


def _choose_tier(place: int) -> Tier:
    if place < COMMON_LEMMAS:
        return Tier.COMMON
    return Tier.USUAL if place < USUAL_LEMMAS else Tier.RARE


class Words(NamedTuple):
    """All readings that make up the lexicon."""

    valid: list[Reading]
    """Of valid words."""
    others: list[Reading]
    """Of other forms of lemmas: too short, or not sure enough to be valid."""


def collect_words(words: list[str]) -> Words:
    """Return the valid words, which both dictionaries have or whose lemma both have."""
    small = {word for word in words if word.islower()}
    lemmas: set[str] = set()
    found = Words([], [])
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        candidates = [word for word in words if word in small and LETTERS.issuperset(word)]
        for some, ended in pool.map(analyse_words, _split_into_parts(candidates, WORDS_PER_TASK)):
            lemmas |= some
            found.valid.extend(ended)
        for part in pool.map(list_forms, _split_into_parts(sorted(lemmas), LEMMAS_PER_TASK)):
            for reading in part:
                is_known = reading.plain_lemma in small or reading.form in small
                is_valid = is_known and can_be_laid(reading.form)
                (found.valid if is_valid else found.others).append(reading)
    return found


def build_word_values(known: list[Reading], frequency: Mapping[str, int]) -> dict[str, int]:
    """Return all valid words with their values: the tier, and whether a word is vulgar."""
    clean = {reading.form for reading in known if not reading.vulgar}
    tier = rank_forms_by_tier(known, frequency)
    return {form: tier[form] | (0 if form in clean else VULGAR) for form in sorted(tier)}


def group_forms_by_lemma(words: Words) -> dict[str, set[str]]:
    """Return all forms of every lemma that has a valid form, also those that are not valid."""
    forms: dict[str, set[str]] = defaultdict(set)
    for reading in words.valid:
        forms[reading.lemma].add(reading.form)
    for reading in words.others:
        if reading.lemma in forms and reading.form.isalpha():
            forms[reading.lemma].add(reading.form)
    return forms


def _split_into_parts(items: list[str], size: int) -> Iterator[list[str]]:
    return (items[at : at + size] for at in range(0, len(items), size))


def main() -> int:
    """Build the lexicon and compare it with the one in the package, or write it there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wpolish", help="wpolish_20220301-1_all.deb")
    parser.add_argument("wordfreq", help="wordfreq-3.1.1-py3-none-any.whl")
    parser.add_argument("--write", action="store_true", help="put the result into the package")
    given = parser.parse_args()
    if get_dictionary_version() != DICTIONARY:
        sys.exit(f"the dictionary of morfeusz2 is {get_dictionary_version()}, not {DICTIONARY}")
    words = collect_words(extract_debian_words(read_checked_file(given.wpolish, WPOLISH), "polish"))
    values = build_word_values(
        words.valid, extract_frequencies(read_checked_file(given.wordfreq, WORDFREQ))
    )
    print(f"{len(values):,} words, {sum(v >= VULGAR for v in values.values()):,} of them vulgar")
    for tier in Tier:
        print(f"  {tier.name.lower()}: {sum(v & 3 == tier for v in values.values()):,}")
    forms = group_forms_by_lemma(words)
    print(f"{sum(map(len, forms.values())):,} forms of {len(forms):,} lemmas")
    built = {"sha256": pack_words(values), "forms_sha256": pack_forms(forms.values())}
    return write_or_compare_files(built, write=given.write)


def write_or_compare_files(built: dict[str, bytes], *, write: bool) -> int:
    """Write files into the package, or compare their hashes with those in it."""
    language = tomllib.loads((DATA / "pl.toml").read_text("utf-8"))
    names = {"sha256": language["words"][0], "forms_sha256": language["forms"]}
    different = 0
    for field, packed in built.items():
        found, name = sha256(packed).hexdigest(), names[field]
        print(f"{name}: {len(packed):,} bytes, SHA-256 {found}")
        if write:
            (DATA / name).write_bytes(packed)
            print(f"  written to {DATA / name}; copy its hash into pl.toml")
        elif found == language[field]:
            print("  the same as in the package")
        else:
            print(f"  the package has {language[field]}")
            different += 1
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
