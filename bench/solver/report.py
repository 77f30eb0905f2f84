"""Formats the result of the solver benchmark as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bench.solver.comparison import Result, Row
from bench.solver.rummikub_solver_peer import PeerSolver
from bench.spread import Spread

NAME = 24

LEGEND = """\
Microseconds; for each position the best of {passes} passes (*: of 1, if that took over a minute).
'faster': the rival's time divided by kostka's. 'first': the same for the first pass, before kostka
remembers which sets are valid. 'least': the same when kostka also changes the table as little as
possible, which no rival can. 'differ': answers of different value."""

HEAD = f"{'':{NAME}} {'median':>9} {'p95':>9} {'p99':>9} {'max':>11}"
AGAINST = "".join(f"  {name:>7} {'p99':>7}" for name in ("faster", "first", "least")) + " differ"


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    if result.load:
        yield f"Load average before and after: {', '.join(map(str, result.load))}"
    yield LEGEND.format(passes=result.passes)
    yield ""
    yield HEAD + (AGAINST if _has_rivals(result) else "")
    for name, rows in groupby(result.rows, key=lambda row: row.positions):
        yield from _format_comparison_lines(name, [*rows])
    yield ""
    yield from _format_cold_start_lines(result)
    yield from _format_unproven_lines(result)
    if _has_rivals(result):
        yield ""
        yield from _format_difference_lines(result)


def _has_rivals(result: Result) -> bool:
    return any(row.rival for row in result.rows)


def _format_comparison_lines(name: str, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the times on the same positions: kostka's, then those of its rivals."""
    first = rows[0]
    yield f"{name}: {first.n}, {first.with_play} with a play"
    plain = {row.rival: row for row in rows if not row.least_change}
    least = {row.rival: row for row in rows if row.least_change}
    yield _format_times("kostka", first.ours)
    yield _format_times("kostka, first pass", first.ours_first)
    if least:
        yield _format_times("kostka, least change", next(iter(least.values())).ours)
    for rival, row in plain.items():
        if row.theirs is not None:
            star = "*" if row.their_passes < row.passes else ""
            yield _format_times(f"{rival}{star}", row.theirs) + _format_ratios(
                row, least.get(rival)
            )


def _format_times(who: str, found: Spread) -> str:
    times = f"{found.median:9,.0f} {found.p95:9,.0f} {found.p99:9,.0f} {found.max:11,.0f}"
    return f"  {who:{NAME - 2}} {times}"


def _format_ratios(row: Row, least: Row | None) -> str:
    pairs = [
        (row.faster_median, row.faster_p99),
        (row.faster_first_median, row.faster_first_p99),
        (least.faster_median, least.faster_p99) if least else (None, None),
    ]
    return "".join(f"  {_format_ratio(one)} {_format_ratio(other)}" for one, other in pairs) + (
        f" {row.differing:6}"
    )


def _format_ratio(number: float | None) -> str:
    return f"{'-':>7}" if number is None else f"{number:7,.1f}"


def _format_cold_start_lines(result: Result) -> Iterator[str]:
    times = {name: found.median for name, found in result.fresh.items()}
    ours, theirs = times["kostka"], times.get(PeerSolver.name)
    against = ""
    if theirs is not None:
        against = f", {PeerSolver.name} {theirs / 1000:,.0f} ms, {theirs / ours:.1f} times as long"
    yield f"First answer of a fresh process: kostka {ours / 1000:,.0f} ms{against}"


def _format_unproven_lines(result: Result) -> Iterator[str]:
    """Yield how many answers are not proven to be the best."""
    ours = {row.positions: row.unproven for row in result.rows if not row.least_change}
    theirs = {
        f"{row.positions} by the {row.rival}": row.their_unproven
        for row in result.rows
        if not row.least_change
    }
    counts = [f"{many} of {name}" for name, many in (*ours.items(), *theirs.items()) if many]
    yield f"Answers not proven to be the best: {', '.join(counts) or 'none'}"
    least = {row.positions: row.not_least for row in result.rows if row.least_change}
    counts = [f"{many} of {name}" for name, many in least.items() if many]
    yield f"Not proven to change the table least: {', '.join(counts) or 'none'}"


def _format_difference_lines(result: Result) -> Iterator[str]:
    if not result.differences:
        yield "Every answer is as good as that of each rival."
    for found in result.differences:
        yield (
            f"{found.positions}, line {found.line}: kostka {found.ours}, {found.rival}"
            f" {found.theirs} tiles. Right: {found.right} ({found.why})"
        )
        yield f"    rack  {found.rack}"
        yield f"    table {found.table}".rstrip()
