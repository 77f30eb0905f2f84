"""The report of the benchmark of the server, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from bench.server.comparison import (
    MAX_DEVIATION,
    MAX_MEMORY_RATIO,
    MAX_WORK_RATIOS,
    MIN_MOVES_RATIO,
    SQLITE,
    Ratios,
    Result,
    Run,
)
from bench.server.contender import Measured
from bench.server.race import Figures


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    yield (
        f"{result.games} games of 4 players; processor time at {result.work_rate:.0f} moves a"
        f" second; rates with a p99 of at most {result.limit:.0f} ms until all four have the move"
    )
    yield f"instructions: {result.instructions or 'counted with perf'}"
    for failure in result.failures:
        yield f"a run was given up and repeated: {failure}"
    for number, run in enumerate(result.runs, start=1):
        yield from _format_run(number, run, result.canary)
    for ratios in result.ratios:
        yield from _format_ratios(ratios)
    if result.ratios:
        yield f"All limits met: {'yes' if result.bars_met else 'no'}"


def _format_run(number: int, run: Run, priority: str) -> Iterator[str]:
    thrown_out = sum(one.thrown_out for one in run.servers)
    yield ""
    yield (
        f"Run {number}: load average {' to '.join(map(str, run.load))}; other programs used"
        f" {run.foreign} cores, the host took {run.stolen}"
    )
    yield (
        f"the machine paused {run.pauses} times, {thrown_out} samples repeated (canary with"
        f" {priority} priority)"
    )
    yield f"{'':20} {'us/move':>9} {'lowest':>9} {'highest':>9} {'moves/s':>9} {'KB/game':>9}"
    for one in run.servers:
        spread = [sample.microseconds for sample in one.work] or [0.0]
        yield (
            f"{one.name:20} {one.microseconds:9,.0f} {min(spread):9,.0f} {max(spread):9,.0f}"
            f" {one.moves_per_second:9,.0f} {one.kilobytes_per_game:9,.0f}"
            f"{_format_other_work(one)}"
        )
    columns = ("offered/s", "done/s", "median ms", "p99 ms", "us/move")
    yield " ".join([f"{'':20}", *(f"{column:>9}" for column in columns), "driver"])
    for one in run.servers:
        for sample in one.rates:
            yield f"{one.name:20} {_format_sample(sample)}"


def _format_other_work(figures: Figures) -> str:
    others = [f", {name} {value:.0f} us" for name, value in figures.other_microseconds.items()]
    if figures.instructions is not None:
        others.append(f", {figures.instructions:,.0f} instructions")
    return "".join(others)


def _format_sample(sample: Measured) -> str:
    pacing, spread = sample.pacing, sample.pacing.milliseconds
    return (
        f"{pacing.offered:9,.0f} {pacing.done:9,.0f} {spread.median:9.1f} {spread.p99:9.1f}"
        f" {sample.microseconds:9.0f} {pacing.driver_busy:.0%}"
        f"{'' if sample.held else '  too slow'}{'  machine paused' if sample.is_paused else ''}"
    )


def _format_ratios(ratios: Ratios) -> Iterator[str]:
    yield ""
    yield f"{ratios.name}, divided by the peer: median of all runs (each run)"
    limit = f"at most {MAX_WORK_RATIOS[ratios.name]}, each run within {MAX_DEVIATION:.0%} of it"
    yield f"  processor time per move: {_format_spread(ratios.work)}; {limit}"
    floor = f"; at least {MIN_MOVES_RATIO}" if ratios.name == SQLITE else ""
    yield f"  moves a second: {_format_spread(ratios.moves)}{floor}"
    ceiling = f"; at most {MAX_MEMORY_RATIO}" if ratios.name == SQLITE else ""
    yield f"  memory of an idle game: {_format_spread(ratios.memory)}{ceiling}"


def _format_spread(numbers: Sequence[float]) -> str:
    if not numbers:
        return "not measured"
    return f"{median(numbers):.2f} ({', '.join(f'{one:.2f}' for one in numbers)})"
