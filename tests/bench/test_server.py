"""The benchmark of the server, with a few games for a moment; the peer where it is installed."""

from __future__ import annotations

import asyncio
import json
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bench.command_line import main
from bench.machine import read_processor_use
from bench.server import canary, comparison, load_client, move_cost, processes, race, soak
from bench.server.comparison import (
    POSTGRESQL,
    SQLITE,
    Result,
    Run,
    compare_with_peer,
    list_setups,
)
from bench.server.contender import QUICK, Measured
from bench.server.fixed_rate import RateSample
from bench.server.instructions import explain_missing_counter, parse_count, start_counting
from bench.server.race import Figures, Runner, measure_work, search_highest_rates
from bench.server.report import format_report_lines
from bench.spread import compute_spread
from kostka.events.errors import BadInput

PEER = pytest.mark.skipif(
    not (processes.PEER / "node_modules").exists(), reason="only `make bench` installs the peer"
)


def measured(rate: float, work: float, *, held: bool = True) -> Measured:
    return Measured(RateSample(rate, rate, compute_spread([1.0]), 0.1), work, held)


def figures(name: str, work: float, moves: float, memory: float) -> Figures:
    rates = [measured(moves, work), measured(2 * moves, work, held=False)]
    return Figures(name, work, moves, memory, [measured(1000, work)], rates)


def run(work: float = 0.33, moves: float = 2.5, memory: float = 1.0, name: str = SQLITE) -> Run:
    peer = figures(processes.PACKAGE, 600.0, 1000.0, 100.0)
    ours = figures(name, 600 * work, 1000 * moves, 100 * memory)
    return Run([ours, peer], [0.5, 0.6], pauses=0)


def result(runs: list[Run], name: str = SQLITE) -> Result:
    ratios = compare_with_peer(name, runs)
    return Result({"cores": 2}, 200, 50.0, 1000, "real-time", None, runs, [ratios], ratios.is_good)


@pytest.mark.parametrize(
    ("runs", "met"),
    [
        ([run()], True),
        ([run(work=0.334)], True),  # rounded: 0.33
        ([run(work=0.336)], False),
        ([run(moves=2.496)], True),  # rounded: 2.5 times
        ([run(moves=2.48)], False),
        ([run(memory=1.02)], False),
        ([run(moves=1.0), run(moves=2.6), run(moves=2.5)], True),  # the median counts
        ([run(moves=1.0), run(moves=2.4), run(moves=2.5)], False),
        ([run(work=0.28), run(work=0.30), run(work=0.32)], True),
        ([run(work=0.26), run(work=0.30), run(work=0.32)], False),  # not the same within a tenth
        ([run(work=0.30), run(work=0.30), run(work=0.34)], False),
        ([run(memory=0.5), run(memory=3.0), run(memory=0.9)], True),
    ],
)
def test_the_bars(runs: list[Run], met: bool) -> None:
    found = result(runs)
    assert found.bars_met is met
    said = "\n".join(format_report_lines(found))
    assert said.endswith("yes" if met else "no")
    assert "too slow" in said


def test_a_database_may_cost_more_and_has_no_bar_for_moves() -> None:
    runs = [run(work=0.45, moves=0.5, memory=2.0, name=POSTGRESQL)]
    assert result(runs, POSTGRESQL).bars_met
    assert not result([run(work=0.46, name=POSTGRESQL)], POSTGRESQL).bars_met
    assert [one.name for one in list_setups(peer=True, database="postgresql:///test")] == [
        SQLITE,
        POSTGRESQL,
        processes.PACKAGE,
    ]


def test_who_never_keeps_up_is_no_measure() -> None:
    one = run()
    peer = figures(processes.PACKAGE, 600.0, 0.0, 100.0)
    found = result([one, Run([one.servers[0], peer], [], pauses=0)])
    assert found.ratios[0].moves == []
    assert not found.bars_met
    assert "moves a second: not measured" in "\n".join(format_report_lines(found))


class FakeCanary:
    """Reports a pause during some samples."""

    def __init__(self, *paused: bool) -> None:
        self.paused = [*paused]

    def find_pauses(self, _: float) -> list[int]:
        return [1] if self.paused and self.paused.pop(0) else []


class FakeContender:
    """Holds rates up to a limit; what it measures is the number of the sample."""

    in_race = True
    kilobytes = 7.0

    def __init__(self, name: str, most: float, asked: list[tuple[str, float]]) -> None:
        self.name, self._most, self._asked = name, most, asked

    async def measure_at_rate(self, rate: float) -> Measured:
        self._asked.append((self.name, round(rate)))
        return measured(round(rate, 1), float(len(self._asked)), held=rate <= self._most)

    async def close_games(self) -> None:
        self.in_race = False


def make_runner(
    canary: FakeCanary, asked: list[tuple[str, float]], name: str = "one", most: float = 9e9
) -> Runner:
    fake: Any = FakeContender(name, most, asked)
    watching: Any = canary
    return Runner(fake, watching, lambda _: None)


def test_a_sample_with_a_pause_is_thrown_out_and_repeated() -> None:
    runner = make_runner(FakeCanary(True, True, False), [])
    found = asyncio.run(runner.take_sample(100))
    assert (found.microseconds, found.is_paused, runner.thrown_out) == (3.0, False, 2)


def test_on_a_machine_that_always_pauses_the_sample_is_marked() -> None:
    runner = make_runner(FakeCanary(*[True] * 100), [])
    found = asyncio.run(runner.take_sample(100))
    assert found.is_paused
    assert runner.thrown_out == race.MAX_REPEATS


def test_servers_are_measured_in_turns() -> None:
    asked: list[tuple[str, float]] = []
    runners = [make_runner(FakeCanary(), asked, name) for name in ("a", "b")]
    asyncio.run(measure_work(runners, QUICK._replace(work_samples=3, work_rate=10)))
    assert "".join(name for name, _ in asked) == "abbaab"
    assert [one.microseconds for one in runners[0].work] == [1.0, 4.0, 5.0]
    assert runners[0].figures.microseconds == 4.0  # the median


def test_the_rate_rises_until_nobody_keeps_up() -> None:
    asked: list[tuple[str, float]] = []
    runners = [
        make_runner(FakeCanary(), asked, "a", most=130),
        make_runner(FakeCanary(), asked, "b", most=90),
    ]
    size = QUICK._replace(first_rate=100, highest_rate=1000)
    asyncio.run(search_highest_rates(runners, size))
    assert asked == [
        ("a", 100), ("b", 100), ("b", 100), ("b", 100), ("b", 89),
        ("a", 125), ("a", 156), ("a", 156), ("a", 156), ("a", 140), ("a", 140), ("a", 140),
    ]  # fmt: skip
    assert [one.figures.moves_per_second for one in runners] == [125.0, 89.4]


def test_the_canary_notices_a_pause_of_a_core() -> None:
    with canary.watch_for_pauses() as watching:
        assert watching.is_running
        assert watching.priority in canary.MAX_DELAY_SECONDS
        begun = time.monotonic()
        process = watching._processes[0]
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.1)
        process.send_signal(signal.SIGCONT)
        time.sleep(0.1)
        pauses = watching.find_pauses(begun)
        assert max(pause.end - pause.start for pause in pauses) > 0.05
        assert watching.find_pauses(time.monotonic()) == []


def test_counting_with_perf() -> None:
    assert parse_count("# started\n\n123456,,instructions:u,1,100.00,,\n") == 123456
    assert parse_count("<not supported>,,instructions:u,0,100.00,,\n") is None
    if explain_missing_counter("task-clock") is None:
        with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
            stop = start_counting(busy.pid, "task-clock")
            time.sleep(0.2)
            counted = stop()
            busy.kill()
        assert counted is not None
        assert counted > 0


def test_a_run_that_fails_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes: list[Any] = [run(), BadInput("a game does not go on"), run()]

    def run_setups(*_: object) -> Run:
        found = outcomes.pop(0)
        if isinstance(found, BadInput):
            raise found
        assert isinstance(found, Run)
        return found

    monkeypatch.setattr(comparison, "run_setups", run_setups)
    monkeypatch.setattr(processes, "read_peer_version", lambda: "1.0")
    found = comparison.run_server_benchmark(quick=True, peer=True, runs=2)
    assert (len(found.runs), found.failures) == (2, ["a game does not go on"])
    assert found.bars_met
    assert "given up and repeated: a game" in "\n".join(format_report_lines(found))
    outcomes[:] = [BadInput("no")] * 3
    with pytest.raises(BadInput, match="no"):
        comparison.run_server_benchmark(quick=True, peer=True)
    assert outcomes == []


def test_other_programs_are_noticed() -> None:
    before = read_processor_use()
    assert before.busy > 0
    assert before.stolen >= 0


def test_processor_time_of_a_command() -> None:
    assert processes.sum_processor_seconds(Path("/proc/self/comm").read_text().strip()) > 0
    assert processes.sum_processor_seconds("there is no such command") == 0


def test_a_move_in_the_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["move", "--quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["microseconds"]) == move_cost.QUICK.passes
    assert found["moves"] > 0
    assert found["bytes_sent"] > 1000


def test_kostka_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["server", "--quick", "--no-peer", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ratios"] == []
    assert found["games"] == QUICK.games
    ((kostka,),) = [one["servers"] for one in found["runs"]]
    assert kostka["moves_per_second"] > 0
    for sample in (kostka["work"][0], kostka["rates"][0]):
        assert sample["pacing"]["done"] > 0
        assert sample["microseconds"] > 0


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
    small = QUICK._replace(games=2, seconds=2.0, work_rate=150.0, first_rate=150, highest_rate=150)
    monkeypatch.setattr(comparison, "QUICK", small)
    found = comparison.run_server_benchmark(quick=True, peer=True, runs=2)
    assert len(found.runs) == 2
    for one in found.runs:
        peer = one.find_server(processes.PACKAGE)
        assert peer is not None
        assert peer.rates[0].pacing.done > 0
        assert peer.kilobytes_per_game > 0
    assert len(found.ratios[0].work) == 2
