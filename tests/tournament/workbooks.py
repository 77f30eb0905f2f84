"""Workbooks with lists of players, as people and as attackers make them."""

from __future__ import annotations

from datetime import date
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import xlsxwriter

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

ROWS = [
    (3, "Łukasz Żółć", "7a"),
    (4, "Győző Kőszegi", "7a"),
    (6, "Niccolò Là", "8"),
    (7, "Ann Lee", "2026-11-18"),
    (8, "Bob Fox", "8.5"),
    (9, "Eve & Co", "b"),
]
"""The lines, names and classes in `build_school_list`."""


def build_school_list() -> bytes:
    """Return an XLSX file with everything that lists of schools have: see `ROWS`.

    A hidden sheet comes first. The class of two players is one merged cell. Other classes are a
    number, a date and the result of a formula. One row is empty.
    """
    file = BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True})
    hidden = book.add_worksheet("Notes")
    hidden.write_string("A1", "Nobody here")
    sheet = book.add_worksheet("Class lists")
    hidden.hide()
    sheet.activate()
    sheet.set_first_sheet()
    sheet.write_row("B2", ["Name", "Points", "Class"])
    for line, name, _ in ROWS:
        sheet.write_string(f"B{line}", name)
    sheet.merge_range("D3:D4", "7a")
    sheet.write_number("D6", 8)
    sheet.write_datetime("D7", date(2026, 11, 18), book.add_format({"num_format": "dd/mm/yy"}))
    sheet.write_number("D8", 8.5)
    sheet.write_formula("D9", '=LOWER("B")', None, "b")
    book.close()
    return file.getvalue()


def build_xlsx(sheet: str, **parts: str) -> bytes:
    """Return an XLSX file with this XML as its only sheet, and perhaps other parts."""
    plain = BytesIO()
    book = xlsxwriter.Workbook(plain, {"in_memory": True})
    book.add_worksheet().write_string("A1", "x")
    book.close()
    file = BytesIO()
    with ZipFile(plain) as old, ZipFile(file, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            key = name.rpartition("/")[2].partition(".")[0]
            content = sheet if key == "sheet1" else parts.get(key, old.read(name))
            new.writestr(name, content)
    return file.getvalue()


def build_sheet(rows: str) -> str:
    """Return the XML of a sheet with these rows."""
    return f"{HEAD}<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"


def build_ods(rows: str) -> bytes:
    """Return an ODS file with these rows."""
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = (
        f"{HEAD}<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="A">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f"{HEAD}<manifest/>")
        archive.writestr("content.xml", content)
    return file.getvalue()
