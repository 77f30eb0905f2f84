"""The benchmark of the simulator: an exact solve in every turn, beside random moves of RLCard."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import msgspec

from bench.simulator.gin_rummy import PACKAGE, GinRummy
from bench.simulator.throughput import Block, Pace, Runner, paces
from kostka import __version__
from kostka.bots.simulation import Lineup, play_deal
from kostka.editions import CLASSIC
from kostka.events.errors import BadInput
from kostka.solver import KERNEL

GAMES = 20
"""In a block; even, as a mirrored deal is two games."""
BLOCKS = 10
PASSES = 5
SEED = 1
ENOUGH_GAMES = 50
"""A second: the bar that we hold ourselves to."""


class Arena:
    """Our arena: level 4 in both seats, every game checked, as `kostka simulate` plays."""

    name = "kostka"

    def __init__(self) -> None:
        """Begin with the first deal."""
        self._lineup = Lineup.of(CLASSIC, ("placer", "placer"))
        self._deal = 0

    def play(self, games: int) -> Block:
        """Play the next mirrored deals; a turn is a step."""
        turns = 0
        for _ in range(games // 2):
            self._deal += 1
            turns += sum(game.turns for game in play_deal(self._lineup, SEED, self._deal))
        return Block(games, turns)


class Result(msgspec.Struct, frozen=True):
    """What a run found."""

    machine: dict[str, str | int]
    passes: int
    kostka: Pace
    bars_met: bool
    """Is everything that was measured as fast as we want?"""
    enough_games: bool
    """Do we play 50 games a second?"""
    rlcard: Pace | None = None
    ratio_steps: float | None = None
    """Our turns a second by RLCard's steps a second."""
    ratio_games: float | None = None
    enough_turns: bool | None = None
    """Do we make as many turns a second as RLCard makes steps?"""


def run(*, quick: bool, peer: bool) -> Result:
    """Run the benchmark."""
    runners: list[Runner] = [Arena()]
    if peer:
        _need_peer()
        runners.append(GinRummy(SEED))
    blocks, passes = (1, 2) if quick else (BLOCKS, PASSES)
    ours, *others = paces(runners, GAMES, blocks, passes)
    enough_games = ours.games_per_second >= ENOUGH_GAMES
    found = Result(
        machine=_machine(peer=peer),
        passes=passes,
        kostka=ours,
        bars_met=enough_games,
        enough_games=enough_games,
    )
    return _beside(found, others[0]) if others else found


def _beside(found: Result, theirs: Pace) -> Result:
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


def text(result: Result) -> Iterator[str]:
    """Write the result line by line."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    yield (
        f"Seconds of one core, in turns; the median of {result.passes} passes. A step is a turn of"
        " kostka, and an action of RLCard."
    )
    yield f"{'':36} {'steps/s':>9} {'slowest':>9} {'fastest':>9} {'games/s':>9} {'games':>7}"
    yield _line("kostka, classic, level 4 twice", result.kostka)
    if result.rlcard is not None:
        yield _line("RLCard, gin rummy, random agents", result.rlcard)
        yield (
            f"kostka makes {result.ratio_steps} times as many steps and {result.ratio_games} times"
            f" as many games a second. As many steps as RLCard: {_yes(result.enough_turns)}"
        )
    yield f"{ENOUGH_GAMES} games a second: {_yes(result.enough_games)}"


def _line(who: str, pace: Pace) -> str:
    return (
        f"{who:36} {pace.steps_per_second:9,.0f} {pace.slowest:9,.0f} {pace.fastest:9,.0f}"
        f" {pace.games_per_second:9,.1f} {pace.games:7,}"
    )


def _yes(answer: bool | None) -> str:  # noqa: FBT001  (what it says)
    return "yes" if answer else "no"


def _machine(*, peer: bool) -> dict[str, str | int]:
    known: dict[str, str | int] = {
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
        "kostka": __version__,
        "kernel": "compiled" if KERNEL else "plain Python",
    }
    return known | ({PACKAGE: version(PACKAGE)} if peer else {})


def _need_peer() -> None:
    try:
        version(PACKAGE)
    except PackageNotFoundError:
        raise BadInput(
            f"{PACKAGE} is not installed: 'make bench' installs it and runs this,"
            " --no-peer runs kostka alone"
        ) from None
