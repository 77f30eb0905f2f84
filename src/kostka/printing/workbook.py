"""A tournament as a workbook: standings, seats, results, the log and the choices."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from io import BytesIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from kostka.events.log import Log
from kostka.languages import load_texts
from kostka.printing.tables import TableKind, Value, build_export_table
from kostka.tournament import AnyEvent, Header, State

WIDEST = 60
"""A column is as wide as its longest text, but not wider than so many letters."""

TIME_WIDTH = 19

FULL = 32_767
"""The letters that a cell holds in Excel: a thousand names are more."""


def render_workbook(
    state: State,
    log: Log[Header, AnyEvent],
    language: str,
    kinds: Iterable[TableKind] = tuple(TableKind),
) -> bytes:
    """Write an XLSX file of a tournament, a sheet for each table."""
    words = load_texts(language)
    file = BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        book.set_properties({"title": state.header.title})
        bold = book.add_format({"bold": True, "bottom": 1})
        time = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        for kind in kinds:
            sheet = book.add_worksheet(words[f"sheet_{kind}"])
            _fill_worksheet(sheet, build_export_table(kind, state, log, language), bold, time)
    return file.getvalue()


def _fill_worksheet(
    sheet: Worksheet, rows: list[dict[str, Value]], bold: Format, time: Format
) -> None:
    columns = [list(column) for column in zip(*map(dict.values, rows), strict=True)]
    for at, (heading, values) in enumerate(zip(rows[0] if rows else (), columns, strict=True)):
        sheet.write_string(0, at, heading, bold)
        for row, value in enumerate(values, start=1):
            _write_cell(sheet, (row, at), value, time)
        sheet.set_column(at, at, min(WIDEST, 2 + max(map(_measure_width, (heading, *values)))))
    sheet.freeze_panes(1, 0)


def _write_cell(sheet: Worksheet, cell: tuple[int, int], value: Value, time: Format) -> None:
    """Write a value as what it is: a name that begins with "=" is a name."""
    if isinstance(value, str):
        sheet.write_string(*cell, value if len(value) <= FULL else f"{value[: FULL - 1]}…")
    elif isinstance(value, datetime):
        sheet.write_datetime(*cell, value, time)
    elif isinstance(value, Fraction):
        sheet.write_number(*cell, int(value) if value.denominator == 1 else float(value))
    elif value is not None:
        sheet.write_number(*cell, value)


def _measure_width(value: Value) -> int:
    return TIME_WIDTH if isinstance(value, datetime) else len(str(value))
