"""Languages by file: what a plug-in can say, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from kostka.events.errors import BadInput
from kostka.lexicon import Lexicon, Tier, judge_word, load_lexicon, read_lexicon
from kostka.lexicon.lexicon import MAX_FILE_BYTES

LANGUAGE = """
name = "Magyar"
jokers = 2
words = ["hu.txt"]
[letters]
A = 6
"Á" = 3
G = 3
L = 4
S = 4
U = 2
Y = 1
"""


def open_language(folder: Path, words: bytes, language: str = LANGUAGE) -> Lexicon:
    (folder / "hu.toml").write_text(language, encoding="utf-8")
    (folder / "hu.txt").write_bytes(words)
    return read_lexicon(folder, "hu.toml")


def test_a_language_is_a_file_with_letters_and_a_word_list(tmp_path: Path) -> None:
    found = open_language(tmp_path, "gulyás\nGyula\nsál\nal\nsál-gyula\nkölyök\n".encode())
    assert "gulyás" in found
    assert "sál" in found
    # A name, a short word, a hyphen, letters without a tile.
    assert not [word for word in ("Gyula", "gyula", "al", "sál-gyula", "kölyök") if word in found]
    assert list(found.language.letters) == ["A", "Á", "G", "L", "S", "U", "Y"]
    assert found.language.tile_count == 25


@pytest.mark.parametrize(
    "data",
    ["\ufeffgulyás\r\n".encode(), "gulya\u0301s".encode(), "  gulyás \n\n\n".encode()],
    ids=["byte order mark", "letters and accents apart", "blanks"],
)
def test_word_lists_as_programs_write_them(tmp_path: Path, data: bytes) -> None:
    assert "gulyás" in open_language(tmp_path, data)


def test_words_that_are_longer_than_the_solver_knows_are_skipped(tmp_path: Path) -> None:
    longest, too_long = "gula" * 12, "gula" * 12 + "s"
    found = open_language(tmp_path, f"{longest}\n{too_long}\n".encode())
    assert longest in found
    assert too_long not in found


def test_several_lists_are_tiers_and_the_first_that_has_a_word_counts(tmp_path: Path) -> None:
    (tmp_path / "more.txt").write_bytes("gulyás\nsál\n".encode())
    language = LANGUAGE.replace('["hu.txt"]', '["hu.txt", "more.txt"]')
    found = open_language(tmp_path, b"gulyas\nguly\xc3\xa1s\n", language)
    assert [found.find_tier(word) for word in ("gulyás", "sál")] == [Tier.COMMON, Tier.USUAL]


def test_english_is_such_a_language() -> None:
    english = load_lexicon("en")
    assert judge_word("quiz", english) is None
    assert not [word for word in ("Paris", "paris", "mph", "don't", "żółw") if word in english]
    assert sum(english.language.letters.values()) == 110


WRONG_WORDS = [
    (b"", "'hu.txt': no line is a word"),
    (b"\n\n\n", "no line is a word"),
    (b"GULYAS\nSAL\n", "in small letters"),
    (b"x" * 1000, "no line is a word"),
    (b"\x00" * 1000, "no line is a word"),
    ("sál\ngulyás\n".encode("cp1250"), "'hu.txt': line 1 is not UTF-8"),
    (b"sal\nguly\xe1s\n", "line 2 is not UTF-8"),
    ("sál\n".encode("utf-16"), "line 1 is not UTF-8"),
]


@pytest.mark.parametrize(("data", "wrong"), WRONG_WORDS)
def test_wrong_word_lists(tmp_path: Path, data: bytes, wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        open_language(tmp_path, data)


def test_a_word_list_that_is_far_too_large(tmp_path: Path) -> None:
    with (tmp_path / "hu.txt").open("wb") as file:
        file.truncate(50 * 1024**2)
    (tmp_path / "hu.toml").write_text(LANGUAGE, encoding="utf-8")
    with pytest.raises(BadInput, match=f"'hu.txt' is larger than {MAX_FILE_BYTES // 1024**2} MB"):
        read_lexicon(tmp_path, "hu.toml")


WRONG_LANGUAGES = [
    ("", "the field name is missing"),
    ("name", "it is not TOML"),
    (LANGUAGE.replace('"Á" = 3', '"á" = 3'), "'á' is not a capital letter"),
    (LANGUAGE.replace('"Á" = 3', "GY = 3"), "'GY' is not a capital letter"),
    (LANGUAGE.replace('"Á" = 3', '"ß" = 3'), "'ß' is not a capital letter"),
    (LANGUAGE.replace('"Á" = 3', '"-" = 3'), "'-' is not a capital letter"),
    (LANGUAGE.replace("A = 6", "A = 0"), "0 tiles of 'A': at least 1"),
    (LANGUAGE.replace("A = 6", "A = 1.5"), "expected a whole number"),
    (LANGUAGE.replace("A = 6", "A = 999999999"), "tiles: at most 500"),
    (LANGUAGE.replace("jokers = 2", "jokers = -1"), "-1 jokers"),
    (LANGUAGE.replace("jokers = 2", "joker = 2"), "there is no field joker"),
    (LANGUAGE.replace('"hu.txt"', '"../hu.txt"'), "in the same folder"),
    (LANGUAGE.replace('"hu.txt"', ""), "1 to 3 files of words"),
    (LANGUAGE.partition("[letters]")[0] + "letters = {A = 1}", "at least 2 letters"),
    ("a = " + "[" * 100_000, "not TOML"),
]


@pytest.mark.parametrize(("language", "wrong"), WRONG_LANGUAGES)
def test_wrong_languages(tmp_path: Path, language: str, wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong) as error:
        open_language(tmp_path, b"sal", language)
    assert "'hu.toml' does not describe a language" in str(error.value)


def test_packed_words_are_only_opened_if_they_are_those_that_are_meant(tmp_path: Path) -> None:
    packed = load_lexicon("en").packed
    language = LANGUAGE.replace("jokers", f'sha256 = "{"0" * 64}"\njokers')
    for data in (packed, packed[:1000], b""):
        with pytest.raises(BadInput, match=r"'hu\.txt' is another file than its language says"):
            open_language(tmp_path, data, language)
