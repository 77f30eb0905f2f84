"""The benchmark of the server, with a few games for a moment; the peer where it is installed."""

from __future__ import annotations

import json
import resource
from pathlib import Path
from typing import Any

import pytest

from bench.command_line import main
from bench.server import comparison, load_client, processes, soak
from bench.server.comparison import (
    QUICK,
    Figures,
    Measured,
    Result,
    add_peer_comparison,
    compare_work_at_same_rate,
    format_report_lines,
)
from bench.server.fixed_rate import RateSample
from bench.spread import compute_spread
from kostka.events.errors import BadInput

PEER = pytest.mark.skipif(
    not (processes.PEER / "node_modules").exists(), reason="only `make bench` installs the peer"
)


def measured(rate: float, work: float, *, held: bool = True) -> Measured:
    return Measured(RateSample(rate, rate, compute_spread([1.0]), 0.1), work, held)


def figures(moves: float, memory: float, *rates: Measured) -> Figures:
    return Figures(moves, memory, list(rates))


def result(ours: Figures) -> Result:
    return Result({"cores": 2}, [0.5, 0.6], 200, 50.0, ours, bars_met=True)


@pytest.mark.parametrize(
    ("moves", "work", "memory", "met"),
    [
        (2000.0, 300.0, 100.0, True),
        (1999.0, 300.0, 100.0, True),  # rounded: 2.0 times
        (1980.0, 300.0, 100.0, False),
        (2000.0, 310.0, 100.0, False),
        (2000.0, 300.0, 102.0, False),
    ],
)
def test_the_bars(moves: float, work: float, memory: float, met: bool) -> None:
    ours = figures(moves, memory, measured(900, work), measured(1500, 250))
    peer = figures(1000, 100, measured(900, 600), measured(1500, 500, held=False))
    found = add_peer_comparison(result(ours), peer)
    assert found.work_rate == 900  # the highest that both held
    assert found.bars_met is met
    said = "\n".join(format_report_lines(found))
    assert said.endswith("yes" if met else "no")
    assert "too slow" in said


def test_who_never_keeps_up_is_no_measure() -> None:
    found = add_peer_comparison(result(figures(10, 10, measured(10, 5))), figures(0, 20))
    assert found.ratio_moves is found.ratio_work is None
    assert not found.bars_met


def test_work_is_compared_by_medians() -> None:
    late = measured(900, 310, held=False)
    ours = figures(1500, 1, measured(900, 290), late, measured(900, 900), measured(1500, 250))
    theirs = figures(900, 1, measured(900, 620), measured(900, 100), measured(900, 700))
    assert compare_work_at_same_rate(ours, theirs) == (900, 0.5)


def test_kostka_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["server", "--quick", "--no-peer", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["peer"] is None
    assert found["games"] == QUICK.games
    rate = found["kostka"]["rates"][0]
    assert rate["pacing"]["done"] > 0
    assert rate["microseconds"] > 0


def test_games_are_held(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.command_line.DEFAULT_MINUTES", 0.01)
    assert main(["server", "--hold", "2"]) == 0
    out = capsys.readouterr().out
    assert "2 games with 8 connections" in out
    assert ", 0 errors" in out


def test_what_went_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        load_client.KostkaGameClient, "failure", "the server closed the connection (1013)"
    )
    found = soak.run_soak_test(1, 0.01)
    assert not found.has_no_errors
    assert "game 0: the server closed the connection (1013)" in "\n".join(
        soak.format_report_lines(found)
    )


def test_without_the_peer_it_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(processes, "PEER", tmp_path)
    assert main(["server"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        "bench: boardgame.io is not installed: 'make bench' installs it and runs this (with node"
        " and npm), --no-peer runs kostka alone"
    )


def test_the_limit_of_open_files_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[Any] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 5000))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: limits.append(limit))
    processes.raise_open_file_limit(900)
    assert limits == []
    processes.raise_open_file_limit(4000)
    assert limits == [(4100, 5000)]
    with pytest.raises(BadInput, match="8000 connections need 8100 open files, but no more than"):
        processes.raise_open_file_limit(8000)


@PEER
def test_the_peer_plays_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    small = QUICK._replace(games=2, seconds=2.0, highest_rate=150.0)
    monkeypatch.setattr(comparison, "QUICK", small)
    found = comparison.run_server_benchmark(quick=True, peer=True)
    assert found.peer is not None
    assert found.peer.rates[0].pacing.done > 0
    assert found.peer.kilobytes_per_game > 0
