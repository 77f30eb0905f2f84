"""The tables of a tournament to take away, with headings and words in a language."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from kostka.events.log import END_OF_TIME, Log
from kostka.languages import Texts, load_texts
from kostka.printing.content import build_regulation_notes
from kostka.tournament import AnyEvent, Header, State
from kostka.tournament.exports import (
    Cell,
    ExportRow,
    build_log_rows,
    build_result_rows,
    build_seat_rows,
    build_standings_rows,
)

Value = Cell | datetime

LAST = END_OF_TIME // 1000 - 24 * 60 * 60
"""In seconds: the last time that is one in every time zone."""


class TableKind(StrEnum):
    """A table, in the order in which a workbook has them."""

    STANDINGS = "standings"
    SEATS = "seats"
    RESULTS = "results"
    LOG = "log"
    CHOICES = "choices"


_WORDS = {
    (TableKind.STANDINGS, "status"): "status_",
    (TableKind.RESULTS, "ending"): "ending_",
    (TableKind.RESULTS, "why"): "why_",
    (TableKind.LOG, "role"): "role_",
}
"""The columns whose values are codes, and how the keys of their words begin."""

_HEADINGS = {(TableKind.RESULTS, "why"): "column_why_points"}
"""Columns that mean something else in other tables."""


def build_export_table(
    kind: TableKind, state: State, log: Log[Header, AnyEvent], language: str
) -> list[dict[str, Value]]:
    """Build a table with translated headings; times are in local time."""
    words = load_texts(language)
    return [
        {
            words[_HEADINGS.get((kind, column), f"column_{column}")]: _translate_value(
                kind, column, value, words
            )
            for column, value in row.items()
        }
        for row in _build_export_rows(kind, state, log, words)
    ]


def _build_export_rows(
    kind: TableKind, state: State, log: Log[Header, AnyEvent], words: Texts
) -> list[ExportRow]:
    match kind:
        case TableKind.STANDINGS:
            return build_standings_rows(state)
        case TableKind.SEATS:
            return build_seat_rows(state)
        case TableKind.RESULTS:
            return build_result_rows(state)
        case TableKind.LOG:
            return build_log_rows(log, lambda one: str(words[one.code].format(**one.values)))
        case TableKind.CHOICES:
            return [
                {"clause": one["clause"], "choice": one["text"]}
                for one in build_regulation_notes(state, words)
            ]


def _translate_value(kind: TableKind, column: str, value: Cell, words: Texts) -> Value:
    if value is None or value == "":
        return value
    if (prefix := _WORDS.get((kind, column))) is not None:
        return str(words[f"{prefix}{value}"])
    if kind is TableKind.LOG and column == "taken_back":
        return str(words["yes"])
    if kind is TableKind.LOG and column == "at":
        assert isinstance(value, int)
        return datetime.fromtimestamp(min(value // 1000, LAST))  # noqa: DTZ006  (as in the hall)
    return value
