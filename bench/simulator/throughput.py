"""Measures how many games and steps a second several programs play, alternately."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import process_time_ns
from typing import NamedTuple, Protocol

import msgspec


class Block(NamedTuple):
    """Some games in a row."""

    games: int
    steps: int


class GamePlayer(Protocol):
    """Plays games, one after another."""

    name: str

    def play_games(self, games: int) -> Block:
        """Play this many games."""
        ...


class Throughput(msgspec.Struct, frozen=True):
    """Games and steps a second: the median of all passes, and the slowest and fastest pass."""

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


def measure_throughput(
    runners: Sequence[GamePlayer], games: int, blocks: int, passes: int
) -> list[Throughput]:
    """Let all players play blocks of games alternately, in several passes of several blocks.

    They alternate block by block, so that other load on the machine affects all of them alike. Only
    processor time counts.
    """
    for runner in runners:
        runner.play_games(games)  # warm-up
    rounds = [
        [_sum_blocks(runner_blocks) for runner_blocks in _time_blocks(runners, games, blocks)]
        for _ in range(passes)
    ]
    return [_summarize_passes(of_one) for of_one in zip(*rounds, strict=True)]


def _time_blocks(runners: Sequence[GamePlayer], games: int, blocks: int) -> list[list[_Pass]]:
    done: list[list[_Pass]] = [[] for _ in runners]
    for _ in range(blocks):
        for runner, found in zip(runners, done, strict=True):
            start = process_time_ns()
            block = runner.play_games(games)
            found.append(_Pass(*block, (process_time_ns() - start) / 1e9))
    return done


def _sum_blocks(blocks: Sequence[_Pass]) -> _Pass:
    games, steps, seconds = map(sum, zip(*blocks, strict=True))
    return _Pass(games, steps, seconds)


def _summarize_passes(passes: Sequence[_Pass]) -> Throughput:
    steps = [one.steps / one.seconds for one in passes]
    return Throughput(
        games=sum(one.games for one in passes),
        steps=sum(one.steps for one in passes),
        games_per_second=round(median([one.games / one.seconds for one in passes]), 1),
        steps_per_second=round(median(steps), 1),
        slowest=round(min(steps), 1),
        fastest=round(max(steps), 1),
    )
