"""The result of the benchmark as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bench.solver.comparison import Result, Row
from bench.solver.rummikub_solver_peer import Peer
from bench.solver.timing import Spread

NAME = 24

LEGEND = """\
Microseconds, for each position the best of {passes} (*: of 1, as one took more than a minute).
'faster': the other's time by that of kostka. 'first': the same for the first time each position is
met, as kostka remembers which sets are valid. 'least': by the time of kostka when it also changes
the table as little as possible, which none of the others can. 'differ': answers of other worth."""

HEAD = f"{'':{NAME}} {'median':>9} {'p95':>9} {'p99':>9} {'max':>11}"
AGAINST = "".join(f"  {name:>7} {'p99':>7}" for name in ("faster", "first", "least")) + " differ"


def text(result: Result) -> Iterator[str]:
    """Write the result line by line."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    if result.load:
        yield f"Load before and after: {', '.join(map(str, result.load))}"
    yield LEGEND.format(passes=result.passes)
    yield ""
    yield HEAD + (AGAINST if _has_rivals(result) else "")
    for name, rows in groupby(result.rows, key=lambda row: row.positions):
        yield from _lot(name, [*rows])
    yield ""
    yield from _fresh(result)
    yield from _unproven(result)
    if _has_rivals(result):
        yield ""
        yield from _differences(result)


def _has_rivals(result: Result) -> bool:
    return any(row.rival for row in result.rows)


def _lot(name: str, rows: Sequence[Row]) -> Iterator[str]:
    """Write who took how long for the same positions: us, then the rivals."""
    first = rows[0]
    yield f"{name}: {first.n}, {first.with_play} with a play"
    plain = {row.rival: row for row in rows if not row.least_change}
    least = {row.rival: row for row in rows if row.least_change}
    yield _times("kostka", first.ours)
    yield _times("kostka, first pass", first.ours_first)
    if least:
        yield _times("kostka, least change", next(iter(least.values())).ours)
    for rival, row in plain.items():
        if row.theirs is not None:
            star = "*" if row.their_passes < row.passes else ""
            yield _times(f"{rival}{star}", row.theirs) + _ratios(row, least.get(rival))


def _times(who: str, found: Spread) -> str:
    times = f"{found.median:9,.0f} {found.p95:9,.0f} {found.p99:9,.0f} {found.max:11,.0f}"
    return f"  {who:{NAME - 2}} {times}"


def _ratios(row: Row, least: Row | None) -> str:
    pairs = [
        (row.faster_median, row.faster_p99),
        (row.faster_first_median, row.faster_first_p99),
        (least.faster_median, least.faster_p99) if least else (None, None),
    ]
    return "".join(f"  {_ratio(one)} {_ratio(other)}" for one, other in pairs) + (
        f" {row.differing:6}"
    )


def _ratio(number: float | None) -> str:
    return f"{'-':>7}" if number is None else f"{number:7,.1f}"


def _fresh(result: Result) -> Iterator[str]:
    times = {name: found.median for name, found in result.fresh.items()}
    ours, theirs = times["kostka"], times.get(Peer.name)
    against = ""
    if theirs is not None:
        against = f", {Peer.name} {theirs / 1000:,.0f} ms, {theirs / ours:.1f} times as long"
    yield f"First answer of a fresh process: kostka {ours / 1000:,.0f} ms{against}"


def _unproven(result: Result) -> Iterator[str]:
    """Say how many answers are the best found, but not proven to be the best."""
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
    yield f"Least change, not proven to be that: {', '.join(counts) or 'none'}"


def _differences(result: Result) -> Iterator[str]:
    if not result.differences:
        yield "Every answer is as good as the others'."
    for found in result.differences:
        yield (
            f"{found.positions}, line {found.line}: kostka {found.ours}, {found.rival}"
            f" {found.theirs} tiles. Right: {found.right} ({found.why})"
        )
        yield f"    rack  {found.rack}"
        yield f"    table {found.table}".rstrip()
