"""Figures of two checkouts that were measured in rounds, and their ratios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """What was measured of this checkout and of the other one, round by round."""

    name: str
    unit: str
    ours: list[float]
    others: list[float]

    @property
    def ratios(self) -> list[float]:
        """The figures of this checkout divided by those of the other one, round by round."""
        pairs = zip(self.ours, self.others, strict=True)
        return [ours / other for ours, other in pairs if other]


class Result(msgspec.Struct, frozen=True):
    """The result of a run."""

    machine: dict[str, str | int]
    load: list[float]
    """Load average before and after; above the number of cores the figures are blurred."""
    rounds: int
    figures: list[Figure]
    notes: list[str]


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    yield ", ".join(f"{name} {value}" for name, value in result.machine.items())
    if result.load:
        yield f"Load average before and after: {', '.join(map(str, result.load))}"
    yield (
        f"Medians of {result.rounds} rounds, measured alternately. Ratio: this checkout divided by"
        " the other, as median (lowest to highest round)."
    )
    yield f"{'':52} {'this':>10} {'other':>10}  ratio"
    for figure in result.figures:
        yield _format_figure(figure)
    yield from result.notes


def _format_figure(figure: Figure) -> str:
    name = f"{figure.name}, {figure.unit}"
    numbers = f"{median(figure.ours):10,.1f} {median(figure.others):10,.1f}"
    return f"{name:52} {numbers}  {_format_ratios(figure.ratios)}"


def _format_ratios(ratios: Sequence[float]) -> str:
    if not ratios:
        return "-"
    return f"{median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"
