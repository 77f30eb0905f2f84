"""`python -m bench`."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError

import pytest

from bench import command_line
from bench.command_line import Outcome, main
from bench.solver import comparison
from bench.solver.positions import EDITIONS


def test_kostka_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solver", "--quick", "--no-peer"]) == 0
    out = capsys.readouterr().out
    assert all(f"{key} opened: 3" in out for key in EDITIONS)
    assert "rummikub-solver" not in out


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solver", "--quick", "--no-peer", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    answer = json.loads(line)
    assert sorted(answer) == ["differences", "fresh", "load", "machine", "passes", "rows"]
    assert {row["positions"] for row in answer["rows"]} == {
        f"{key} {kind}" for key in EDITIONS for kind in ("opened", "opening")
    }
    assert all(row["ours"]["median"] > 0 for row in answer["rows"])


def test_one_edition_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solver", "six", "--quick", "--no-peer"]) == 0
    out = capsys.readouterr().out
    assert "six opened: 3" in out
    assert "classic" not in out


def test_an_edition_without_positions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solver", "travel"]) == 1
    assert "no positions for 'travel': classic, six, twist" in capsys.readouterr().err


def test_without_the_peer_it_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(comparison, "version", missing)
    assert main(["solver"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        "bench: rummikub-solver is not installed: 'make bench' installs it and runs this,"
        " --no-peer runs kostka alone"
    )


def test_a_subject_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([])
    assert stopped.value.code == 2
    assert "SUBJECT" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["--hold", "5", "--minutes", "0"],
        ["--hold", "5", "--minutes", "nan"],
        ["--hold", "0"],
    ],
)
def test_impossible_numbers_are_wrong_usage(options: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["server", *options])
    assert stopped.value.code == 2


def test_minutes_without_games_to_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["server", "--minutes", "5"]) == 1
    assert "--minutes needs --hold" in capsys.readouterr().err


@pytest.mark.parametrize("subject", ["turn", "lexicon"])
def test_the_small_subjects(subject: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([subject, "--quick"])
    assert len(capsys.readouterr().out.splitlines()) >= 3
    main([subject, "--quick", "--json"])
    assert json.loads(capsys.readouterr().out)["machine"]["cores"] >= 1


def test_the_start_of_the_server(capsys: pytest.CaptureFixture[str]) -> None:
    main(["start", "--quick"])
    assert "2 cold starts of kostka serve" in capsys.readouterr().out


def test_all_prints_tables_and_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        command_line,
        "ALL",
        {
            "one": lambda _: Outcome({"figure": 1}, ["a table"], is_good=True),
            "other": lambda _: Outcome({"figure": 2}, ["another"], is_good=False),
        },
    )
    assert main(["all"]) == 1
    *tables, last = capsys.readouterr().out.splitlines()
    assert tables == ["=== one", "a table", "", "=== other", "another", ""]
    assert json.loads(last) == {"one": {"figure": 1}, "other": {"figure": 2}}
    main(["all", "--json"])
    assert json.loads(capsys.readouterr().out) == {"one": {"figure": 1}, "other": {"figure": 2}}
