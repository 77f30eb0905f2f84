"""The benchmark of the word game's solver: how soon it answers, how well, and when proven."""

from __future__ import annotations

import os
import platform
import resource
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import process_time

import msgspec

from bench.word.positions import SIZES, positions
from kostka import __version__
from kostka.word import WORD
from kostka.wordsolver import Answer, Position, Vocabulary, improving, vocabulary_of

A_FEW = 5
FIRST_WITHIN = 0.2
"""Seconds to the first answer on large tables: the bar that we hold ourselves to."""
PROVEN_WITHIN = 0.5
"""Seconds to the proof on small tables."""
ENDED_WITHIN = 2.0


class Times(msgspec.Struct, frozen=True):
    """Seconds, as this process used the processor."""

    median: float
    p95: float
    max: float

    @staticmethod
    def of(times: Sequence[float]) -> Times:
        """Say how times are spread."""
        ordered = sorted(times)
        late = ordered[min(len(ordered) * 95 // 100, len(ordered) - 1)]
        return Times(round(median(ordered), 3), round(late, 3), round(ordered[-1], 3))


class Line(msgspec.Struct, frozen=True):
    """What was measured on tables of one size."""

    words: int
    positions: int
    proven: int
    kept_most: int
    first: Times
    """To the first answer."""
    end: Times
    """Until the answer is proven or the limit is reached, with all answers before it."""
    first_points: float
    """On average."""
    points: float


class Result(msgspec.Struct, frozen=True):
    """What a run found."""

    machine: dict[str, str | int]
    loading: float
    """Seconds until the words are sorted."""
    memory: int
    """The most memory that this process has had, in MB."""
    lines: list[Line]
    bars_met: bool


class _Timed(msgspec.Struct, frozen=True):
    first: float
    end: float
    answers: list[Answer]


def run(*, quick: bool, progress: Callable[[str], None]) -> Result:
    """Run the benchmark."""
    begin = process_time()
    vocabulary = vocabulary_of(WORD)
    loading = process_time() - begin
    lines = []
    for size in SIZES:
        chosen = positions(size)[: A_FEW if quick else None]
        timed = []
        for number, position in enumerate(chosen, start=1):
            progress(f"{size} words: {number} of {len(chosen)}")
            timed.append(_time(vocabulary, position))
        lines.append(_line(size, timed))
    small, large = lines[0], lines[-1]
    met = small.proven == small.positions and small.end.max <= PROVEN_WITHIN
    met = met and large.first.max <= FIRST_WITHIN and large.end.max <= ENDED_WITHIN
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return Result(_machine(), round(loading, 2), memory, lines, met)


def _time(vocabulary: Vocabulary, position: Position) -> _Timed:
    begin = process_time()
    answers = improving(vocabulary, position)
    found = [next(answers)]
    first = process_time() - begin
    found += answers
    return _Timed(first, process_time() - begin, found)


def _line(size: int, timed: Sequence[_Timed]) -> Line:
    last = [one.answers[-1] for one in timed]
    return Line(
        words=size,
        positions=len(timed),
        proven=sum(answer.proven for answer in last),
        kept_most=sum(answer.kept_most for answer in last),
        first=Times.of([one.first for one in timed]),
        end=Times.of([one.end for one in timed]),
        first_points=round(sum(one.answers[0].points for one in timed) / len(timed), 1),
        points=round(sum(answer.points for answer in last) / len(timed), 1),
    )


def text(result: Result) -> Iterator[str]:
    """Write the result line by line."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    yield (
        f"The words are sorted in {result.loading} s; {result.memory} MB at the most. Seconds of"
        " processor time; median, 95 of 100, longest."
    )
    yield (
        f"{'words':>5} {'positions':>9} {'proven':>6} {'kept most':>9}  {'first answer':20}"
        f" {'the end':20} {'points first':>12} {'in the end':>10}"
    )
    for line in result.lines:
        yield (
            f"{line.words:5} {line.positions:9} {line.proven:6} {line.kept_most:9} "
            f" {_times(line.first)} {_times(line.end)} {line.first_points:12} {line.points:10}"
        )
    yield (
        f"Small tables proven in {PROVEN_WITHIN} s, large ones answered in {FIRST_WITHIN} s and"
        f" ended in {ENDED_WITHIN} s: {'yes' if result.bars_met else 'no'}"
    )


def _times(times: Times) -> str:
    return f"{times.median:6.3f} {times.p95:6.3f} {times.max:6.3f}"


def _machine() -> dict[str, str | int]:
    return {
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
        "kostka": __version__,
    }
