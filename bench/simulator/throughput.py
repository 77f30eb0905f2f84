"""How many games and steps a second somebody plays, measured beside others in turns."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import process_time_ns
from typing import NamedTuple, Protocol

import msgspec


class Block(NamedTuple):
    """Some games on end."""

    games: int
    steps: int


class Runner(Protocol):
    """Plays games, one after another."""

    name: str

    def play(self, games: int) -> Block:
        """Play so many games."""
        ...


class Pace(msgspec.Struct, frozen=True):
    """How fast somebody plays: the median of all passes; slowest and fastest are passes too."""

    games: int
    steps: int
    games_per_second: float
    steps_per_second: float
    slowest: float
    """Steps a second."""
    fastest: float


class _Pass(NamedTuple):
    games: int
    steps: int
    seconds: float


def paces(runners: Sequence[Runner], games: int, blocks: int, passes: int) -> list[Pace]:
    """Let all play in turns: blocks of so many games, several passes of so many blocks.

    They take turns block by block, so that whatever else the machine does meets all of them. The
    time is that of the processor: one core, and only while it works for us.
    """
    for runner in runners:
        runner.play(games)  # to warm up
    rounds = [
        [_one_pass(runner_blocks) for runner_blocks in _blocks(runners, games, blocks)]
        for _ in range(passes)
    ]
    return [_pace(of_one) for of_one in zip(*rounds, strict=True)]


def _blocks(runners: Sequence[Runner], games: int, blocks: int) -> list[list[_Pass]]:
    done: list[list[_Pass]] = [[] for _ in runners]
    for _ in range(blocks):
        for runner, found in zip(runners, done, strict=True):
            start = process_time_ns()
            block = runner.play(games)
            found.append(_Pass(*block, (process_time_ns() - start) / 1e9))
    return done


def _one_pass(blocks: Sequence[_Pass]) -> _Pass:
    games, steps, seconds = map(sum, zip(*blocks, strict=True))
    return _Pass(games, steps, seconds)


def _pace(passes: Sequence[_Pass]) -> Pace:
    steps = [one.steps / one.seconds for one in passes]
    return Pace(
        games=sum(one.games for one in passes),
        steps=sum(one.steps for one in passes),
        games_per_second=round(median([one.games / one.seconds for one in passes]), 1),
        steps_per_second=round(median(steps), 1),
        slowest=round(min(steps), 1),
        fastest=round(max(steps), 1),
    )
