"""Times the first answer of a fresh process: start Python, load, set up, solve, print."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import chain
from time import perf_counter_ns

from bench.solver.positions import Position
from bench.solver.rummikub_solver_peer import PeerSolver, build_peer_rules, convert_to_peer_numbers
from bench.spread import Spread, compute_spread
from kostka.tiles import format_set, format_table

PEER = """
import json, sys
from rummikub_solver import MILPSolver, RuleSet
asked = json.loads(sys.argv[1])
rules = RuleSet(solver_backend=MILPSolver.HIGHS, **asked["rules"])
state = rules.new_game()
state.add_table(*asked["table"])
state.add_rack(*asked["rack"])
state.initial = False
print(rules.solve(state))
"""


def build_kostka_command(position: Position) -> list[str]:
    """Return the command that prints kostka's answer."""
    table, rack = format_table(position.table), format_set(position.rack)
    options = ["--edition", position.edition.key, "--table", table, "--rack", rack]
    return [sys.executable, "-m", "kostka.cli", "solve", *options]


def build_peer_command(position: Position) -> list[str]:
    """Return the command that prints the peer's answer."""
    asked = {
        "rules": build_peer_rules(position.edition),
        "table": convert_to_peer_numbers(chain(*position.table)),
        "rack": convert_to_peer_numbers(position.rack),
    }
    return [sys.executable, "-c", PEER, json.dumps(asked)]


def time_fresh_processes(position: Position, runs: int, *, peer: bool) -> dict[str, Spread]:
    """Time whole processes of kostka and its peer, alternately."""
    commands = {"kostka": build_kostka_command(position)} | (
        {PeerSolver.name: build_peer_command(position)} if peer else {}
    )
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(_time_command(command) * 1e6)
    return {name: compute_spread(found) for name, found in times.items()}


def _time_command(command: Sequence[str]) -> float:
    start = perf_counter_ns()
    subprocess.run(command, capture_output=True, check=True)  # noqa: S603  (our own command)
    return (perf_counter_ns() - start) / 1e9
