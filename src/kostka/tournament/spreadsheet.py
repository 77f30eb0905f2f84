"""The first visible sheet of a workbook (XLSX, XLS, ODS) as rows of text.

python-calamine reads the formats. The bounds here keep its work small for every file that people
have. A hostile file may still make it need far more, so servers call it in a process with limits.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from typing import Any
from zipfile import BadZipFile, ZipFile

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from kostka.events.errors import make_refusal
from kostka.tournament import problems

ZIP_START, OLE_START = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""How XLSX and ODS files begin, and how XLS files do."""

MAX_ROWS = 5000
MAX_COLUMNS = 50
"""Cells further to the right are not read."""
MAX_CELLS = 500_000
"""Cells between the first and the last one with a value, empty ones included."""

MAX_MERGED_LINES = 50_000
"""Lines into which merged cells are repeated; ten merged columns of a list of full length."""

MAX_PARTS = 500
MAX_PART_BYTES = 8_000_000
MAX_UNPACKED_BYTES = 24_000_000
"""Of an XLSX or ODS file, which is a ZIP: number and size of its parts."""

_MIDNIGHT = " 00:00:00"

_Span = tuple[tuple[int, int], tuple[int, int]]
"""The first and the last cell of merged ones, as row and column from 0."""


def is_workbook(data: bytes) -> bool:
    """Whether a file begins like a workbook of one of the formats."""
    return data.startswith((ZIP_START, OLE_START))


def read_workbook(data: bytes) -> list[list[str]]:
    """Read the cells of the first visible sheet, row by row; row 1 is the first.

    Refuse a workbook that is too big, damaged, or protected by a password.
    """
    if data.startswith(ZIP_START):
        _check_unpacked_size(data)
    try:
        return _read_sheet(_open_first_visible_sheet(data))
    except PasswordError:
        raise make_refusal(problems.LIST_LOCKED()) from None
    except (CalamineError, ValueError, OSError):
        raise make_refusal(problems.LIST_UNREADABLE()) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of the library; it is not an Exception
            raise
        raise make_refusal(problems.LIST_UNREADABLE()) from None


def _check_unpacked_size(data: bytes) -> None:
    """Refuse a ZIP that unpacks to too much; its own directory may lie about that."""
    unpacked = 0
    try:
        with ZipFile(BytesIO(data)) as file:
            parts = file.infolist()
            if len(parts) > MAX_PARTS:
                raise make_refusal(problems.LIST_BIG())
            for part in parts:
                with file.open(part) as stream:
                    size = len(stream.read(MAX_PART_BYTES + 1))
                unpacked += size
                if size > MAX_PART_BYTES or unpacked > MAX_UNPACKED_BYTES:
                    raise make_refusal(problems.LIST_BIG())
    except (BadZipFile, zlib.error, EOFError, OSError, LookupError, RuntimeError, ValueError):
        raise make_refusal(problems.LIST_UNREADABLE()) from None


def _open_first_visible_sheet(data: bytes) -> CalamineSheet:
    workbook = CalamineWorkbook.from_filelike(BytesIO(data))
    for index, sheet in enumerate(workbook.sheets_metadata):
        if sheet.typ is SheetTypeEnum.WorkSheet and sheet.visible is SheetVisibleEnum.Visible:
            return workbook.get_sheet_by_index(index)
    raise make_refusal(problems.LIST_UNREADABLE())


def _read_sheet(sheet: CalamineSheet) -> list[list[str]]:
    if sheet.start is None or sheet.end is None:
        return []
    (top, left), (bottom, _) = sheet.start, sheet.end  # of the cells with a value
    if bottom >= MAX_ROWS:
        raise make_refusal(problems.LIST_ROWS(most=MAX_ROWS))
    if sheet.height * sheet.width > MAX_CELLS:
        raise make_refusal(problems.LIST_BIG())
    before, wanted = [""] * min(left, MAX_COLUMNS), max(0, MAX_COLUMNS - left)
    rows: list[list[str]] = [[] for _ in range(top)]
    rows += ([*before, *map(_format_cell, cells[:wanted])] for cells in sheet.to_python())
    _repeat_merged_cells(rows, sheet.merged_cell_ranges or ())
    return rows


def _format_cell(cell: Any) -> str:  # noqa: ANN401  (numbers, texts, dates and times)
    """Return a cell as an office program shows it in its standard format."""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float):
        return f"{cell:.15g}"
    return str(cell).removesuffix(_MIDNIGHT)


def _repeat_merged_cells(rows: list[list[str]], spans: Sequence[_Span]) -> None:
    """Write the text of merged cells into every line that they reach down to.

    Such a cell is a class that several names share. Lines without any other text stay empty.
    """
    lines = _iterate_merged_lines(spans, len(rows))
    for row, column, first in islice(lines, MAX_MERGED_LINES):
        if column < len(rows[first]) and any(rows[row]):
            cells = rows[row]
            cells += [""] * (column + 1 - len(cells))
            cells[column] = cells[column] or rows[first][column]


def _iterate_merged_lines(spans: Sequence[_Span], height: int) -> Iterator[tuple[int, int, int]]:
    """Yield row and column of every cell below the first one of its span, and that one's row."""
    for (first, column), (last, _) in spans:
        if column < MAX_COLUMNS:
            for row in range(first + 1, min(last + 1, height)):
                yield row, column, first
