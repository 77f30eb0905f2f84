"""Benchmarks the solver of the word game: how soon it answers, how well, and when proven."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import process_time

import msgspec

from bench.machine import describe_machine
from bench.word.positions import SIZES, read_word_positions
from kostka.word import WORD
from kostka.wordsolver import Answer, Position, Vocabulary, build_vocabulary, solve_progressively

QUICK_POSITIONS = 5
FIRST_WITHIN = 0.2
"""The limit, in seconds, for the first answer on large tables."""
PROVEN_WITHIN = 0.5
"""The limit, in seconds, for the proof on small tables."""
ENDED_WITHIN = 2.0


class Times(msgspec.Struct, frozen=True):
    """Seconds of processor time."""

    median: float
    p95: float
    max: float

    @staticmethod
    def summarize_seconds(times: Sequence[float]) -> Times:
        """Return the median, the 95th percentile and the maximum of some times."""
        ordered = sorted(times)
        late = ordered[min(len(ordered) * 95 // 100, len(ordered) - 1)]
        return Times(round(median(ordered), 3), round(late, 3), round(ordered[-1], 3))


class SizeResult(msgspec.Struct, frozen=True):
    """What was measured on tables with one number of words."""

    words: int
    positions: int
    proven: int
    kept_most: int
    first: Times
    """Until the first answer."""
    end: Times
    """Until the answer is proven or the limit is reached."""
    first_points: float
    """The mean of the first answers; `points` is that of the last ones."""
    points: float


class Result(msgspec.Struct, frozen=True):
    """The result of a run."""

    machine: dict[str, str | int]
    loading: float
    """Seconds to load and sort the words."""
    memory: int
    """Peak memory of this process, in MB."""
    lines: list[SizeResult]
    bars_met: bool


class _Timed(msgspec.Struct, frozen=True):
    first: float
    end: float
    answers: list[Answer]


def run_word_benchmark(*, quick: bool, progress: Callable[[str], None]) -> Result:
    """Measure the solver on the stored positions."""
    begin = process_time()
    vocabulary = build_vocabulary(WORD)
    loading = process_time() - begin
    lines = []
    for size in SIZES:
        chosen = read_word_positions(size)[: QUICK_POSITIONS if quick else None]
        timed = []
        for number, position in enumerate(chosen, start=1):
            progress(f"{size} words: {number} of {len(chosen)}")
            timed.append(_time_position(vocabulary, position))
        lines.append(_summarize_timings(size, timed))
    small, large = lines[0], lines[-1]
    met = small.proven == small.positions and small.end.max <= PROVEN_WITHIN
    met = met and large.first.max <= FIRST_WITHIN and large.end.max <= ENDED_WITHIN
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return Result(describe_machine(), round(loading, 2), memory, lines, met)


def _time_position(vocabulary: Vocabulary, position: Position) -> _Timed:
    begin = process_time()
    answers = solve_progressively(vocabulary, position)
    found = [next(answers)]
    first = process_time() - begin
    found += answers
    return _Timed(first, process_time() - begin, found)


def _summarize_timings(size: int, timed: Sequence[_Timed]) -> SizeResult:
    last = [one.answers[-1] for one in timed]
    return SizeResult(
        words=size,
        positions=len(timed),
        proven=sum(answer.proven for answer in last),
        kept_most=sum(answer.kept_most for answer in last),
        first=Times.summarize_seconds([one.first for one in timed]),
        end=Times.summarize_seconds([one.end for one in timed]),
        first_points=round(sum(one.answers[0].points for one in timed) / len(timed), 1),
        points=round(sum(answer.points for answer in last) / len(timed), 1),
    )


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    yield (
        f"Words loaded in {result.loading} s; peak memory {result.memory} MB. Seconds of processor"
        " time: median, 95th percentile, maximum."
    )
    yield (
        f"{'words':>5} {'positions':>9} {'proven':>6} {'kept most':>9}  {'first answer':20}"
        f" {'the end':20} {'points first':>12} {'in the end':>10}"
    )
    for line in result.lines:
        times = f"{_format_times(line.first)} {_format_times(line.end)}"
        yield (
            f"{line.words:5} {line.positions:9} {line.proven:6} {line.kept_most:9} "
            f" {times} {line.first_points:12} {line.points:10}"
        )
    yield (
        f"Small tables proven in {PROVEN_WITHIN} s, large ones answered in {FIRST_WITHIN} s and"
        f" ended in {ENDED_WITHIN} s: {'yes' if result.bars_met else 'no'}"
    )


def _format_times(times: Times) -> str:
    return f"{times.median:6.3f} {times.p95:6.3f} {times.max:6.3f}"
