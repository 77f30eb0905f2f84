"""This checkout against another one; here against itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.command_line import main
from bench.versus.comparison import ROOT
from bench.versus.figures import Figure, Result, format_report_lines


def test_the_report_has_medians_and_ratios_with_their_spread() -> None:
    figure = Figure("solver", "us", [10.0, 12.0, 11.0], [10.0, 10.0, 10.0])
    *_, line, note = format_report_lines(Result({"cores": 2}, [0.5, 0.6], 3, [figure], ["a note"]))
    assert line.split() == ["solver,", "us", "11.0", "10.0", "1.100", "(1.000", "to", "1.200)"]
    assert note == "a note"


def test_nothing_is_divided_by_zero() -> None:
    assert Figure("memory", "KB", [1.0, 2.0], [0.0, 1.0]).ratios == [2.0]
    *_, line = format_report_lines(Result({}, [], 1, [Figure("memory", "KB", [1.0], [0.0])], []))
    assert line.endswith("-")


def test_a_checkout_against_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["versus", str(ROOT), "--quick", "--rounds", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    names = [figure["name"] for figure in found["figures"]]
    assert "solver, first-time solve, classic" in names
    assert "server, a move at 300 a second" in names
    for figure in found["figures"]:
        assert len(figure["ours"]) == len(figure["others"]) == 1
    assert found["notes"] == []


def test_what_cannot_be_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["versus", str(tmp_path)]) == 1
    assert "is not a checkout" in capsys.readouterr().err
    assert main(["versus", str(ROOT), "--subjects", "solver,bots"]) == 1
    assert "'bots' is not a subject: choose from solver, server" in capsys.readouterr().err
