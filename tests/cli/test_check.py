"""`kostka check`."""

from __future__ import annotations

import json

import pytest

from kostka.cli.main import main


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_the_answer_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--edition", "twist", "--json", "R6 R7 C B9 B10"]) == 0
    (line,) = lines(capsys)
    answer = json.loads(line)
    assert answer == {
        "meld": "R6 R7 C B9 B10",
        "valid": True,
        "kind": "run",
        "value": 40,
        "reads": ["R6", "R7", "8", "B9", "B10"],
        "mirrored": False,
    }


def test_a_set_that_is_none_names_its_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--edition", "classic", "--json", "b3 b4 b6"]) == 1
    (line,) = lines(capsys)
    answer = json.loads(line)
    assert answer["meld"] == "B3 B4 B6"
    assert answer["valid"] is False
    assert answer["clause"] == "N-11"
    assert answer["why"] == "B3 B4 B6: B6 does not fit after B4 in a run"


def test_one_answer_for_each_set_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--edition", "classic", "B3 B4 B5", "K7 R7 J | K1 K2", "J J B5"]) == 1
    assert lines(capsys) == [
        "valid: B3 B4 B5, a run worth 12",
        "valid: K7 R7 J, a group worth 21: J is B7/O7",
        "not valid: K1 K2 has too few tiles (2): a set needs at least 3 (N-11)",
        "valid: J J B5, a run worth 18: J is B7, J is B6",
    ]


@pytest.mark.parametrize(
    ("edition", "tiles", "why"),
    [
        ("classic", "B3 B3 B3", "3 x B3, but the box holds 2"),
        ("classic", "R6 C B8", "1 x C, but the box holds 0"),
        ("classic", "J J J", "3 x J, but the box holds 2"),
        ("twist", "M M M", "3 x M, but the box holds 2"),
    ],
)
@pytest.mark.clause("N-1")
def test_tiles_that_the_box_does_not_hold(
    edition: str, tiles: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--edition", edition, "--json", tiles]) == 1
    answer = json.loads(lines(capsys)[0])
    assert (answer["valid"], answer["clause"], answer["why"]) == (False, "N-1", why)


@pytest.mark.clause("T-4")
def test_four_jokers_of_the_six_player_box_are_a_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--edition", "six", "J J J J"]) == 0
    assert "a group worth 52" in lines(capsys)[0]


def test_house_rules_change_the_box(capsys: pytest.CaptureFixture[str]) -> None:
    rule = 'box={"colour_change":1}'
    assert main(["check", "--edition", "classic", "--rule", rule, "R6 C B8"]) == 0
    assert lines(capsys) == ["valid: R6 C B8, a run worth 21: C is 7"]


def test_who_forgets_the_quotes_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--edition", "classic", "B3", "B4", "B5"]) == 1
    captured = capsys.readouterr()
    assert (
        captured.out.splitlines()[0]
        == "not valid: B3 has too few tiles (1): a set needs at least 3 (N-10)"
    )
    assert (
        captured.err == "kostka: each argument is one set; quote the tiles of a set: 'B3 B4 B5'\n"
    )
