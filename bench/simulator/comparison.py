"""Benchmarks the simulator, with an exact solve in every turn, against RLCard's random moves."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import msgspec

from bench.machine import describe_machine
from bench.simulator.gin_rummy import PACKAGE, GinRummy
from bench.simulator.throughput import Block, GamePlayer, Throughput, measure_throughput
from kostka.bots.simulation import Lineup, play_deal
from kostka.editions import CLASSIC
from kostka.events.errors import BadInput

GAMES = 20
"""Games in a block; even, because a mirrored deal is two games."""
BLOCKS = 10
PASSES = 5
SEED = 1
MIN_GAMES_PER_SECOND = 50
"""The limit, in games a second."""


class Arena:
    """Our simulator: level 4 in both seats, every game checked, as in `kostka simulate`."""

    name = "kostka"

    def __init__(self) -> None:
        """Start with the first deal."""
        self._lineup = Lineup.from_names(CLASSIC, ("placer", "placer"))
        self._deal = 0

    def play_games(self, games: int) -> Block:
        """Play the next mirrored deals; a turn is a step."""
        turns = 0
        for _ in range(games // 2):
            self._deal += 1
            turns += sum(game.turns for game in play_deal(self._lineup, SEED, self._deal))
        return Block(games, turns)


class Result(msgspec.Struct, frozen=True):
    """The result of a run."""

    machine: dict[str, str | int]
    passes: int
    kostka: Throughput
    bars_met: bool
    """Whether everything that was measured is fast enough."""
    enough_games: bool
    """Whether we play 50 games a second."""
    rlcard: Throughput | None = None
    ratio_steps: float | None = None
    """Our turns a second divided by RLCard's steps a second."""
    ratio_games: float | None = None
    enough_turns: bool | None = None
    """Whether we make as many turns a second as RLCard makes steps."""


def run_simulator_benchmark(*, quick: bool, peer: bool) -> Result:
    """Measure the simulator, with RLCard if asked for."""
    runners: list[GamePlayer] = [Arena()]
    if peer:
        _check_peer_installed()
        runners.append(GinRummy(SEED))
    blocks, passes = (1, 2) if quick else (BLOCKS, PASSES)
    ours, *others = measure_throughput(runners, GAMES, blocks, passes)
    enough_games = ours.games_per_second >= MIN_GAMES_PER_SECOND
    found = Result(
        machine=describe_machine() | ({PACKAGE: version(PACKAGE)} if peer else {}),
        passes=passes,
        kostka=ours,
        bars_met=enough_games,
        enough_games=enough_games,
    )
    return _add_peer_comparison(found, others[0]) if others else found


def _add_peer_comparison(found: Result, theirs: Throughput) -> Result:
    ours = found.kostka
    enough_turns = ours.steps_per_second >= theirs.steps_per_second
    return msgspec.structs.replace(
        found,
        rlcard=theirs,
        ratio_steps=round(ours.steps_per_second / theirs.steps_per_second, 2),
        ratio_games=round(ours.games_per_second / theirs.games_per_second, 2),
        enough_turns=enough_turns,
        bars_met=found.enough_games and enough_turns,
    )


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    yield (
        f"Processor time of one core, alternately; median of {result.passes} passes. A step is"
        " a turn of kostka or an action of RLCard."
    )
    yield f"{'':36} {'steps/s':>9} {'slowest':>9} {'fastest':>9} {'games/s':>9} {'games':>7}"
    yield _format_throughput("kostka, classic, level 4 twice", result.kostka)
    if result.rlcard is not None:
        yield _format_throughput("RLCard, gin rummy, random agents", result.rlcard)
        yield (
            f"kostka makes {result.ratio_steps} times as many steps and {result.ratio_games} times"
            " as many games a second. As many steps as RLCard:"
            f" {_format_yes_no(result.enough_turns)}"
        )
    yield f"{MIN_GAMES_PER_SECOND} games a second: {_format_yes_no(result.enough_games)}"


def _format_throughput(who: str, pace: Throughput) -> str:
    return (
        f"{who:36} {pace.steps_per_second:9,.0f} {pace.slowest:9,.0f} {pace.fastest:9,.0f}"
        f" {pace.games_per_second:9,.1f} {pace.games:7,}"
    )


def _format_yes_no(answer: bool | None) -> str:  # noqa: FBT001  (it is the value to format)
    return "yes" if answer else "no"


def _check_peer_installed() -> None:
    try:
        version(PACKAGE)
    except PackageNotFoundError:
        raise BadInput(
            f"{PACKAGE} is not installed: 'make bench' installs it and runs this,"
            " --no-peer runs kostka alone"
        ) from None
