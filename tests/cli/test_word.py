"""`kostka word`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kostka.cli.main import main


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_valid_words(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("morfeusz2", reason="there is no morfeusz2 for this machine")
    assert main(["word", "check", "koszyk", "KOTÓW", "mam", "dupa"]) == 0
    assert lines(capsys) == [
        "valid: koszyk (common)",
        "valid: KOTÓW, a form of kot (common)",
        "valid: mam, a form of mama or mamić or mieć (common)",
        "valid: dupa (common, vulgar)",
    ]


def test_the_answer_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["word", "check", "--json", "--no-vulgar", "źdźbło", "Warszawa", "dupa"]) == 1
    valid, name, vulgar = map(json.loads, lines(capsys))
    assert valid.pop("lemmas") in (None, ["źdźbło"])
    assert valid == {"word": "źdźbło", "valid": True, "vocabulary": "usual", "vulgar": False}
    assert name == {
        "word": "Warszawa",
        "valid": False,
        "clause": "W-12",
        "why": "Warszawa is a proper name: no dictionary word has capitals",
        "code": "word.name",
    }
    assert (vulgar["valid"], vulgar["code"]) == (False, "word.vulgar")


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("biało-czerwony", "not valid: biało-czerwony is written with a hyphen (W-12)"),
        ("na", "not valid: na has 2 letters, but words have at least 3 (W-5)"),
        ("", "not valid: '' has 0 letters, but words have at least 3 (W-5)"),
        ("vat", "not valid: vat: there is no tile for 'v' in this language (W-1)"),
        ("\udcff\x1b[31m", "not valid: ??[31m: there is no tile for '?' in this language (W-1)"),
        ("żżż", "not valid: żżż is not in the dictionary (W-12)"),
    ],
)
def test_words_that_are_none(
    word: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kostka.lexicon.morphology.is_dictionary_installed", lambda: False)
    assert main(["word", "check", word]) == 1
    assert lines(capsys) == [told]
    assert main(["word", "check", "--json", word]) == 1
    assert json.loads(lines(capsys)[0])["valid"] is False


def test_a_word_of_any_length_is_answered_on_a_short_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["word", "check", "kot" * 100_000]) == 1
    assert len(lines(capsys)[0]) < 200


def test_other_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["word", "check", "--language", "en", "quiz"]) == 0
    (tmp_path / "own.toml").write_text(
        'name = "Own"\njokers = 0\nwords = ["own.txt"]\nletters = {A = 5, B = 5}\n', "utf-8"
    )
    (tmp_path / "own.txt").write_text("abba\n", "utf-8")
    assert main(["word", "check", "--language", str(tmp_path / "own.toml"), "abba"]) == 0
    assert lines(capsys) == ["valid: quiz (common)", "valid: abba (common)"]


@pytest.mark.clause("W-15")
def test_a_theme_is_a_further_filter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theme = tmp_path / "las.txt"
    theme.write_text("Sosna, dąb, epolecik\nnieepolet", "utf-8")
    asked = ["word", "check", "--theme", str(theme)]
    assert main([*asked, "sosna", "DĄB"]) == 0
    assert main([*asked, "koszyk"]) == 1
    assert lines(capsys)[2] == "not valid: koszyk is not a word of the theme (W-15)"
    assert main([*asked, "--json", "nieepolet"]) == 1
    assert json.loads(lines(capsys)[0])["clause"] == "W-12"  # the lexicon still holds


@pytest.mark.clause("W-15")
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "the word list of the theme las.txt is empty (W-15)"),
        ("dąb".encode("cp1250"), "line 1 of the theme's word list is not UTF-8 (W-15)"),
        (b"x" * 600_000, "600,000 bytes, but a theme's word list has up to 500,000 (W-15)"),
    ],
)
def test_a_list_that_is_no_theme(
    data: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theme = tmp_path / "las.txt"
    theme.write_bytes(data)
    assert main(["word", "check", "--theme", str(theme), "sosna"]) == 1
    assert capsys.readouterr().err.endswith(f"is not a theme: {told}\n")
