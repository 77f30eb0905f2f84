"""A sample of the Polish lexicon is built again and compared with the file.

`make lexicon` does so for all of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kostka.lexicon import judge_word, list_lemmas, load_lexicon

pytest.importorskip("morfeusz2", reason="there is no morfeusz2 for this machine")

from kostka.lexicon import morphology
from tools.build_polish_lexicon import DICTIONARY, can_be_laid, list_forms, rank_forms_by_tier

POLISH = load_lexicon("pl")
SAMPLE = (Path(__file__).parent / "sample.txt").read_text("utf-8").split()
"""Every 500th lemma."""


def test_all_forms_of_a_sample_are_in_the_file() -> None:
    assert morphology.get_dictionary_version() == DICTIONARY
    built = list_forms(SAMPLE)
    assert len(built) > 5_000
    missing = {reading.form for reading in built if reading.form not in POLISH}
    assert not missing


def test_what_is_in_the_file_is_a_word_for_the_dictionary_too() -> None:
    """Words that look like those of the sample, most of which are none."""
    looked_up = 0
    for lemma in SAMPLE:
        for letter in "aeioyąęwz":
            for word in (lemma + letter, letter + lemma, lemma[:-1] + letter):
                known = any(reading.is_valid_word for reading in morphology.find_readings(word))
                assert known or word not in POLISH, word
                looked_up += known and word in POLISH
    assert looked_up > 200


def test_vulgar_is_what_has_no_decent_reading() -> None:
    vulgar = [found.form for found in list_forms(["dupa", "wał", "srać", "pedał"])]
    assert len(vulgar) > 50
    for form in vulgar:
        readings = [reading for reading in morphology.find_readings(form) if reading.is_valid_word]
        assert POLISH.is_vulgar(form) == all(reading.vulgar for reading in readings), form


def test_a_form_is_as_common_as_its_most_frequent_lemma(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.build_polish_lexicon.COMMON_LEMMAS", 1)
    monkeypatch.setattr("tools.build_polish_lexicon.USUAL_LEMMAS", 2)
    reading = morphology.Reading
    known = [
        reading("mam", "mieć", "fin", vulgar=False),
        reading("mam", "mama", "subst", vulgar=False),
        reading("mamie", "mama", "subst", vulgar=False),
        reading("mieli", "mieć", "praet", vulgar=False),
        reading("mamidło", "mamidło", "subst", vulgar=False),
    ]
    found = rank_forms_by_tier(known, {"mam": 100, "mieli": 30, "mamie": 10})
    assert {form: tier.name for form, tier in found.items()} == {
        "mam": "COMMON",
        "mieli": "COMMON",
        "mamie": "USUAL",
        "mamidło": "RARE",
    }


@pytest.mark.parametrize("word", ["qwiz", "ok", "żółw-gad", "Ala"])
def test_what_cannot_be_laid_is_left_out(word: str) -> None:
    assert not can_be_laid(word)


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("itd", "word.abbreviation"),
        ("szt", "word.abbreviation"),
        ("mgr", "word.abbreviation"),
        ("ONZ", "word.abbreviation"),
        ("abp", "word.abbreviation"),
        ("KRAKÓW", "word.name"),
        ("kraków", "word.name"),
        ("nieepolet", "word.unknown"),
        ("sdfsdf", "word.unknown"),
    ],
)
def test_the_dictionary_says_more(word: str, code: str) -> None:
    found = judge_word(word, POLISH)
    assert found
    assert found.code == code


def test_lemmas() -> None:
    assert list_lemmas("kotów", POLISH) == ["kot"]
    assert list_lemmas("mam", POLISH) == ["mama", "mamić", "mieć"]
    assert list_lemmas("gdybym", POLISH) == ["gdyby"]
    assert list_lemmas("cats", load_lexicon("en")) is None


def test_without_the_dictionary_names_and_abbreviations_are_unknown_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(morphology, "is_dictionary_installed", lambda: False)
    assert list_lemmas("kotów", POLISH) is None
    found = judge_word("itd", POLISH)
    assert found
    assert found.code == "word.unknown"
