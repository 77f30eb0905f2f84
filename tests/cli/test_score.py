"""`kostka score`."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from kostka.cli.main import main

# The match of the rule books: the points of A, B, C and D in four games (page 1).
MATCH = """\
# A goes out
A: -
B: 5
C: 16
D: 3

A: 6
B: 11
C:
D: 5

A: 32
B: 13
C: 2
D:

A: 10
B: 25
C:
D: 6
"""


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    status = main(["score", "--json", *arguments])
    captured = capsys.readouterr()
    assert status == 0, captured.err
    return [json.loads(line) for line in captured.out.splitlines()]


def points(game: dict[str, Any]) -> list[Any]:
    return [player["points"] for player in game["players"]]


@pytest.mark.clause("N-40")
def test_racks_are_counted_tile_by_tile(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = scored(capsys, "--edition", "classic", "Ann:", "Ben: B3 K13 J", "Cid: R5")
    assert game["ending"] == "went_out"
    assert points(game) == [71, -66, -5]
    ben = game["players"][1]
    assert ben["rack"] == ["B3", "K13", "J"]
    assert (ben["count"], ben["how"], ben["clause"]) == (66, "3 + 13 + 50 = 66", "N-40")


@pytest.mark.clause("N-1", "N-40")
@pytest.mark.parametrize(("edition", "joker"), [("classic", 50), ("travel", 30), ("twist", 30)])
def test_a_joker_costs_what_the_edition_says(
    edition: str, joker: int, capsys: pytest.CaptureFixture[str]
) -> None:
    (game,) = scored(capsys, "--edition", edition, "Ann:", "Ben: J")
    assert points(game) == [joker, -joker]


@pytest.mark.clause("N-41", "Z-16")
@pytest.mark.parametrize(
    ("rack", "loss", "why"),
    [
        ("R5 R6", 11, "rack"),
        ("R5 R6 unopened", 100, "not_opened"),
        ("R10 R11 R12 unopened", 200, "could_have_opened"),
        ("R13 J J unopened", 200, "could_have_opened"),
        ("R9 R10 R11 UNOPENED", 200, "could_have_opened"),
        ("R8 R9 R10 unopened", 100, "not_opened"),
        ("R10 R11 R12 announced", 100, "announced"),
        ("R5 R6 announced", 100, "not_opened"),
        ("R10 R11 R12 no-turn", 100, "not_opened"),
        ("33 unopened", 100, "not_opened"),
        ("33 could-open", 200, "could_have_opened"),
    ],
)
def test_not_having_opened(
    rack: str, loss: int, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (game,) = scored(capsys, "--edition", "tournament", "Ann:", f"Ben: {rack}")
    assert points(game) == [loss, -loss]
    assert game["players"][1]["why"] == why


@pytest.mark.clause("N-41")
def test_travel_counts_the_rack_of_who_never_opened(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = scored(capsys, "--edition", "travel", "Ann:", "Ben: R10 R11 R12 unopened")
    assert points(game) == [33, -33]


@pytest.mark.clause("N-53")
def test_the_scores_after_an_empty_pool(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = scored(capsys, "--edition", "classic", "A: 1", "B: 5", "C: 10", "D: 15")
    assert game["ending"] == "pool_empty"
    assert points(game) == [27, -4, -9, -14]
    assert [p["how"] for p in game["players"]] == ["4 + 9 + 14", "5 - 1", "10 - 1", "15 - 1"]


@pytest.mark.clause("N-54")
def test_a_shared_win_is_an_exact_fraction(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = scored(capsys, "--edition", "classic", "A: B1", "B: 5", "C: 10", "D: B1")
    assert points(game) == ["13/2", -4, -9, "13/2"]
    assert [p["big"] for p in game["players"]] == [1, 0, 0, 1]
    assert main(["score", "--edition", "classic", "A: B1", "B: 5", "C: 10", "D: B1"]) == 0
    assert "A   +13/2  1 big  (4 + 9) / 2 (N-54)   B1" in capsys.readouterr().out


@pytest.mark.clause("N-54")
def test_in_twist_fewer_tiles_decide(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = scored(capsys, "--edition", "twist", "A: B1 B2", "B: R3", "C: R9")
    assert points(game) == [0, 6, -6]
    assert main(["score", "--edition", "twist", "A: 3", "B: R3"]) == 1
    assert "type the racks as tiles (N-54)" in capsys.readouterr().err


@pytest.mark.clause("N-60", "N-61")
def test_the_match_of_the_rule_books(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(MATCH, encoding="utf-8")
    *games, match = scored(capsys, "--edition", "classic", "--match", str(file))
    assert [points(game) for game in games] == [
        [24, -5, -16, -3],
        [-6, -11, 22, -5],
        [-32, -13, -2, 47],
        [-10, -25, 41, -6],
    ]
    assert match["standings"] == [
        {"place": 1, "name": "C", "big": 2, "points": 45},
        {"place": 2, "name": "D", "big": 1, "points": 33},
        {"place": 3, "name": "A", "big": 1, "points": -24},
        {"place": 4, "name": "B", "big": 0, "points": -54},
    ]
    three = MATCH.rsplit("\n\n", 1)[0]
    file.write_text(three, encoding="utf-8")
    match = scored(capsys, "--edition", "travel", "--match", str(file))[-1]
    assert [(s["name"], s["points"], s["big"]) for s in match["standings"]] == [
        ("D", 39, 0),
        ("C", 4, 0),
        ("A", -14, 0),
        ("B", -29, 0),
    ]


def test_a_match_from_standard_input_as_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Input:
        buffer = io.BytesIO("Łucja:\nÖdön: 5\n\nÖdön:\nŁucja: 7\n".encode())

    monkeypatch.setattr("sys.stdin", Input())
    assert main(["score", "--edition", "classic", "--match", "-"]) == 0
    assert capsys.readouterr().out == (
        "Game 1, classic: went out\n"
        "  Łucja      +5  1 big  5 (N-40)\n"
        "  Ödön       -5         rack 5 (N-40)\n"
        "Game 2, classic: went out\n"
        "  Łucja      -7         rack 7 (N-40)\n"
        "  Ödön       +7  1 big  7 (N-40)\n"
        "After 2 games\n"
        "  1. Ödön       +2  1 big\n"
        "  2. Łucja      -2  1 big\n"
    )


@pytest.mark.parametrize(
    ("racks", "why"),
    [
        (["Ann:"], "1 racks, but classic is for 2 to 4 players (N-1)"),
        (["Ann:", "Ben:"], "Ann and Ben have empty racks, but the first ends the game (N-40)"),
        (["Ann:", "Ann: 5"], "Ann is there twice"),
        (["Ann", "Ben: 5"], "'Ann' is not a rack: write 'NAME: TILES'"),
        ([":", "Ben: 5"], "':' is not a rack: write 'NAME: TILES'"),
        (["Ann: X1", "Ben: 5"], "'X1' is not a tile"),
        (["Ann:", "Ben: 5 B3"], "'5' is not a tile"),
        (["Ann:", "Ben: -5"], "'-5' is not a tile"),
        (["Ann:", f"Ben: {'9' * 5000}"], "is not a possible rack count"),
        (["Ann: B3 B3", "Ben: B3"], "3 x B3, but the box holds 2 (N-1)"),
        (["Ann: unopened", "Ben: B3"], "Ann has an empty rack and so has opened (N-22)"),
        (["Ann:", "Ben: B3 could-open"], "the rack of Ben could not open (N-41)"),
    ],
)
def test_racks_that_cannot_be(
    racks: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "--edition", "classic", *racks]) == 1
    captured = capsys.readouterr()
    assert why in captured.err
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 200
    assert not captured.out


def test_a_match_file_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "m.txt"
    for data, why in [
        (b"", "does not contain a game"),
        (b"\xff\xfe", "is not UTF-8 text, at byte 0"),
        (b"A:\nB: 5\n\nA:\nC: 5\n", "game 2 does not have the players of game 1 (N-60)"),
        (b"A:\nB: Q9\n", "line 2: 'Q9' is not a tile"),
        (b"A:\nB: " + b"B3 " * 4_000_000, "characters are too many for tiles"),
    ]:
        file.write_bytes(data)
        assert main(["score", "--edition", "classic", "--match", str(file)]) == 1
        error = capsys.readouterr().err
        assert why in error
        assert error.count("\n") == 1
        assert len(error) < 300
