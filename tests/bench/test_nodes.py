"""The benchmark of several nodes, with a few games for a moment."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from bench.command_line import main
from bench.server import nodes
from bench.server.comparison import SQLITE, Run
from bench.server.nodes import Result, compare_nodes, is_within_limit
from bench.server.processes import NodeGroup, ServerProcess
from tests.bench.test_server import figures
from tests.postgres import get_server


def make_run(sqlite: float, one_node: float) -> Run:
    return Run(
        [figures(SQLITE, sqlite, 1000.0, 80.0), figures("1 node", one_node, 900.0, 90.0)],
        [0.5, 0.6],
        pauses=0,
    )


@pytest.mark.parametrize(
    ("costs", "met"),
    [([(100, 120)], True), ([(100, 121)], False), ([(100, 90), (100, 150), (100, 119)], True)],
)
def test_a_node_on_postgresql_may_cost_hardly_more(
    costs: list[tuple[float, float]], met: bool
) -> None:
    runs = [make_run(*cost) for cost in costs]
    ratios = {"1 node": compare_nodes("1 node", runs)}
    assert ratios["1 node"] == [one / sqlite for sqlite, one in costs]
    assert is_within_limit(ratios) is met
    found = Result({"cores": 2}, 3, 50.0, 1000, "real-time", runs, ratios, met)
    *_, said = nodes.format_report_lines(found)
    assert said == f"All limits met: {'yes' if met else 'no'}"


def test_what_was_not_measured_meets_no_limit() -> None:
    assert not is_within_limit({"1 node": compare_nodes("1 node", [])})
    assert not compare_nodes("2 nodes", [make_run(100, 110)])


def test_nodes_count_together_and_take_games_in_turns() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, text=True) as p:
        one, two = ServerProcess(p, 1), ServerProcess(p, 2)
        group = NodeGroup([one, two])
        assert [group.choose_port() for _ in range(3)] == [1, 2, 1]
        assert group.memory_kilobytes >= one.memory_kilobytes > 0
        assert group.processor_seconds >= one.processor_seconds
        p.communicate("\n")


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="it needs Linux")
def test_nodes_are_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "NODE_COUNTS", (1, 2))
    monkeypatch.setattr(nodes, "MAX_NODE_RATIO", 1000.0)  # a few moves say nothing about costs
    with get_server().lend_database(template="template0") as url:
        assert main(["nodes", "--quick", "--json", "--database", url]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in found["runs"][0]["servers"]] == ["kostka", "1 node", "2 nodes"]
    for one in found["runs"][0]["servers"]:
        assert one["work"][0]["pacing"]["done"] > 0
        assert ("database" in one["work"][0]["others"]) is (one["name"] != "kostka")
    assert found["bars_met"]
