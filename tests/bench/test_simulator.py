"""The benchmark of the simulator."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError
from typing import Any

import pytest

from bench.command_line import main
from bench.simulator import comparison as simulate
from bench.simulator import throughput as pace
from bench.simulator.comparison import Arena
from bench.simulator.gin_rummy import GinRummy
from bench.simulator.throughput import Block, Throughput, measure_throughput

KEYS = {
    "machine",
    "passes",
    "kostka",
    "rlcard",
    "ratio_steps",
    "ratio_games",
    "enough_games",
    "enough_turns",
    "bars_met",
}


class Fake:
    """Plays games of ten steps and notes when."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name, self.log = name, log

    def play_games(self, games: int) -> Block:
        self.log.append(self.name)
        return Block(games, 10 * games)


def test_they_take_turns_block_by_block() -> None:
    log: list[str] = []
    measure_throughput([Fake("one", log), Fake("other", log)], games=2, blocks=3, passes=2)
    assert log == ["one", "other"] * 7  # once to warm up


def test_the_median_pass_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three passes of one block: 2, 1 and 4 seconds.
    clock = iter([0, 2, 10, 11, 20, 24])
    monkeypatch.setattr(pace, "process_time_ns", lambda: next(clock) * 10**9)
    (found,) = measure_throughput([Fake("one", [])], games=4, blocks=1, passes=3)
    assert found == Throughput(
        games=12,
        steps=120,
        games_per_second=2.0,
        steps_per_second=20.0,
        slowest=10.0,
        fastest=40.0,
    )


def test_our_arena_plays_on_and_on() -> None:
    arena = Arena()
    first, second = arena.play_games(2), arena.play_games(2)
    assert first.games == second.games == 2
    assert first.steps != second.steps
    assert Arena().play_games(2) == first


def measured(monkeypatch: pytest.MonkeyPatch, ours: float, theirs: float, games: float) -> Any:
    """What a run says if the measure_throughput were these."""
    found = [Throughput(100, 100, games, steps, steps, steps) for steps in (ours, theirs)]
    monkeypatch.setattr(simulate, "measure_throughput", lambda *_: found)
    monkeypatch.setattr(simulate, "version", lambda _: "1.2.0")
    monkeypatch.setattr(simulate, "GinRummy", lambda _: None)
    return simulate.run_simulator_benchmark(quick=True, peer=True)


@pytest.mark.parametrize(
    ("ours", "theirs", "games", "bars"),
    [
        (9000, 9000, 50, (True, True)),
        (8999, 9000, 50, (True, False)),
        (9000, 8000, 49.9, (False, True)),
    ],
)
def test_the_bars(
    ours: float,
    theirs: float,
    games: float,
    bars: tuple[bool, bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = measured(monkeypatch, ours, theirs, games)
    assert (found.enough_games, found.enough_turns) == bars
    assert found.bars_met is all(bars)
    text = "\n".join(simulate.format_report_lines(found))
    assert ("As many steps as RLCard: yes" in text) is bars[1]
    assert ("50 games a second: yes" in text) is bars[0]


def test_kostka_alone(capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", "--quick", "--no-peer", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found.keys() == KEYS
    assert found["kostka"]["games"] == 40
    assert found["rlcard"] is found["ratio_steps"] is found["enough_turns"] is None
    assert found["bars_met"] is found["enough_games"]
    main(["simulate", "--quick", "--no-peer"])
    assert "RLCard, gin rummy" not in capsys.readouterr().out


def test_without_the_peer_it_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(simulate, "version", missing)
    assert main(["simulate"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        "bench: rlcard is not installed: 'make bench' installs it and runs this,"
        " --no-peer runs kostka alone"
    )


def test_the_peer_plays_whole_games() -> None:
    pytest.importorskip("rlcard", reason="only `make bench` installs the peer")
    block = GinRummy(1).play_games(2)
    assert block.games == 2
    assert block.steps > 20
