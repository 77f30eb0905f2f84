"""`kostka word solve`, with a language of a few words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kostka.cli.main import main

LANGUAGE = """
name = "Few words"
jokers = 2
words = ["few.txt"]
[letters]
A = 8
C = 8
K = 8
O = 8
S = 8
T = 8
Y = 8
Z = 12
"""


@pytest.fixture
def language(tmp_path: Path) -> str:
    words = ["szczyt", "koszyk", "szyszka", "oczy", "kat", "kosz", "szyk", "kok", "zaszczyt"]
    (tmp_path / "few.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    (tmp_path / "few.toml").write_text(LANGUAGE, encoding="utf-8")
    return str(tmp_path / "few.toml")


def solved(language: str, *arguments: str) -> int:
    return main(["word", "solve", "--language", language, *arguments])


def test_a_turn_in_words(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert solved(language, "--rack", "a A c", "--table", "KOSZYK SZCZYT") == 0
    assert capsys.readouterr().out.splitlines() == [
        "SZYSZKA: 7 points",
        "Place AA. The table afterwards",
        "  SZYSZK[A]",
        "  OCZY",
        "  K[A]T",
        "No turn gives more points, and no equal one breaks up fewer words.",
    ]
    assert solved(language, "--rack", "ZA", "--table", "KAT SZCZYT") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "ZASZCZYT: 16 points, 8 doubled because the whole rack is placed (W-8)"
    assert "Unchanged: KAT" in told


def test_a_turn_as_json(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert solved(language, "--json", "--rack", "SKA", "--table", "KOSZ sZCZYT") == 0
    assert json.loads(capsys.readouterr().out) == {
        "points": 6,
        "word": "KAT",
        "doubled": True,
        "placed": ["S", "K", "A"],
        "table": ["KOSZ", "SZCZYT", "KAt"],
        "own": [[], [0], [0, 1]],
        "kept": 2,
        "proven": True,
        "kept_most": True,
    }


def test_no_turn(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert solved(language, "--rack", "KAT", "--table", "SZCZYT", "--unopened") == 1
    assert solved(language, "--rack", "CC", "--table", "SZCZYT") == 1
    assert solved(language, "--rack", "KAT", "--json", "--table", "KAT") == 1
    first, later, as_json = capsys.readouterr().out.splitlines()
    assert first == "The rack makes no first word of 6 letters or more: draw (W-4)."
    assert later == "No tile can be placed: draw (W-5)."
    assert json.loads(as_json)["points"] == 0


@pytest.mark.parametrize(
    ("rack", "table", "told"),
    [
        ("KAX", "", "'X' is not a letter of this box (W-1)"),
        ("A" * 9, "", "9 x A, but the box holds 8 (W-1)"),
        ("???", "", "3 x ?, but the box holds 2 (W-1)"),
        ("", "", "the rack is empty: there is nothing to place (W-5)"),
        ("KA", "kosz", "write the table 'kosz' in capitals"),
        ("KA", "KOSZY", "'KOSZY' on the table is not a valid word (W-12)"),
        ("KA", "KO", "'KO' on the table is shorter than 3 letters (W-5)"),
        ("KA", "KAT kAT", "'KAT' is on the table twice (W-6)"),
        ("KA", "KAxT", "'x' is not a letter of this box (W-10)"),
        ("KA\udcff", "", "'\ufffd' is not a letter of this box (W-1)"),
    ],
)
def test_what_is_refused(
    language: str, rack: str, table: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert solved(language, "--rack", rack, "--table", table) == 1
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_a_limit_is_kept_and_said(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert solved(language, "--rack", "KAT", "--limit", "1") == 0
    assert "No turn gives more points" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        solved(language, "--rack", "KAT", "--limit", "0")


@pytest.mark.clause("W-15")
def test_with_a_theme_its_words_alone_are_laid(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theme = tmp_path / "las.txt"
    theme.write_text("szyszka kat kto", "utf-8")
    assert solved(language, "--theme", str(theme), "--rack", "KOSZYKAT") == 0
    assert capsys.readouterr().out.startswith("KAT: 3 points\n")
    assert solved(language, "--theme", str(theme), "--rack", "A", "--table", "KOSZ") == 1
    assert "'KOSZ' on the table is not a valid word" in capsys.readouterr().err
