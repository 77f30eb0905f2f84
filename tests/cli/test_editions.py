"""`kostka editions`."""

from __future__ import annotations

from pathlib import Path

import pytest

from kostka.cli.main import main
from kostka.editions import EDITIONS, Edition, load_clauses
from kostka.editions.model import find_field_clause
from kostka.events.codec import from_json
from kostka.word import WORD, WordEdition


def test_json_gives_editions_that_come_back_equal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", "--json"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [from_json(line, Edition) for line in printed[:-1]] == list(EDITIONS.values())
    assert from_json(printed[-1], WordEdition) == WORD


def test_the_list_shows_every_field_with_a_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", *EDITIONS]) == 0
    printed = capsys.readouterr().out
    for field in set(Edition.__struct_fields__) - {"key"}:
        rows = [line for line in printed.splitlines() if line.split()[:1] == [field]]
        for row, book in zip(rows, EDITIONS.values(), strict=True):
            rule = load_clauses()[find_field_clause(book, field)]
            assert row.endswith(f" {rule.id:<5} {rule.title}")


@pytest.mark.clause("W-1")
def test_the_word_game_is_shown_like_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions"]) == 0
    every = capsys.readouterr().out
    assert main(["editions", "word"]) == 0
    printed = capsys.readouterr().out
    assert every.endswith(printed)
    rows = [line.split() for line in printed.splitlines()[1:-1] if line.startswith("  ")]
    assert {row[0] for row in rows} >= set(WordEdition.__struct_fields__) - {"key"}
    shown = {row[0]: " ".join(row[1:]) for row in rows}
    assert shown["age"] == "7 W-1 The word game box"
    assert shown["bag"].startswith("A9 Ą2 B2")
    assert shown["first_word"] == "6 W-4 The first word"
    assert main(["editions", "wrd"]) == 1
    assert "did you mean 'word'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "field", "clause"),
    [
        ("classic", "pool_end", "N-50"),
        ("travel", "pool_end", "N-51"),
        ("twist", "pool_end", "N-52"),
        ("classic", "time_out", "N-26"),
        ("tournament", "time_out", "Z-12"),
        ("tournament", "deal", "Z-10"),
        ("six", "age", "N-1"),
    ],
)
def test_a_choice_belongs_to_its_own_clause(key: str, field: str, clause: str) -> None:
    assert find_field_clause(EDITIONS[key], field) == clause


def test_one_edition_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", "Twist"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("twist: 112 tiles, 8 of them jokers, for 2 to 4 players\n")
    assert "(N-70): " in printed
    assert "(T-36): " in printed
    assert "2 copies, 2 ordinary, 2 double, 2 colour_change, 2 mirror" in printed
    assert "classic" not in printed


@pytest.mark.parametrize(
    "command",
    [["editions", "wrod"], ["simulate", "--edition", "wrod", "--bots", "1,1", "--games", "1"]],
)
def test_the_answer_to_an_unknown_edition_names_those_of_both_games(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 1
    keys = ", ".join([*EDITIONS, "word"])
    assert capsys.readouterr().err == (
        f"kostka: 'wrod' is not an edition: choose {keys}; did you mean 'word'?\n"
    )


def test_any_clause_can_be_looked_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", "--clause", *load_clauses()]) == 0
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 100
    unwrapped = printed.replace("\n  ", " ").splitlines()
    assert unwrapped == [str(clause) for clause in load_clauses().values()]


def test_an_unknown_clause_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", "--clause", "N-99"]) == 1
    assert capsys.readouterr().err == (
        "kostka: 'N-99' is not a clause: they run from N-1, T-1, W-1, Z-1 and M-1\n"
    )


def test_an_edition_file_is_as_good_as_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["editions", "--json", "twist"])
    file = tmp_path / "ours.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["check", "--edition", str(file), "R4 M R4"]) == 0
