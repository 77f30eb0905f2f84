"""`kostka bench`."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError

import pytest

from kostka.bench import comparison
from kostka.bench.position import EDITIONS
from kostka.cli.main import main


def test_kostka_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "solver", "--quick", "--no-peer"]) == 0
    out = capsys.readouterr().out
    assert all(f"{key} opened: 3" in out for key in EDITIONS)
    assert "rummikub-solver" not in out


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "solver", "--quick", "--no-peer", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    answer = json.loads(line)
    assert sorted(answer) == ["differences", "fresh", "load", "machine", "passes", "rows"]
    assert {row["positions"] for row in answer["rows"]} == {
        f"{key} {kind}" for key in EDITIONS for kind in ("opened", "opening")
    }
    assert all(row["ours"]["median"] > 0 for row in answer["rows"])


def test_one_edition_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "solver", "six", "--quick", "--no-peer"]) == 0
    out = capsys.readouterr().out
    assert "six opened: 3" in out
    assert "classic" not in out


def test_an_edition_without_positions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "solver", "travel"]) == 1
    assert "no positions for 'travel': classic, six, twist" in capsys.readouterr().err


def test_without_the_peer_it_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(comparison, "version", missing)
    assert main(["bench", "solver"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        "kostka: rummikub-solver is not installed: 'make bench' installs it and runs this,"
        " --no-peer runs kostka alone"
    )


def test_a_benchmark_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bench"])
    assert stopped.value.code == 2
    assert "BENCHMARK" in capsys.readouterr().err
