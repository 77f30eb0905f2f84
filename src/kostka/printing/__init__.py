"""Tournaments on paper and in spreadsheets.

`kit` renders the PDF of a round: `content` collects what each paper shows, as plain values, and
the templates lay it out (`typesetting`). `tables` gives exported tables translated headings,
`workbook` writes them as XLSX, `qr` draws the codes of links, `alphabet` sorts names by language.
"""

from kostka.printing.kit import KitPart, render_kit
from kostka.printing.qr import QrCode, make_qr_code
from kostka.printing.tables import TableKind, build_export_table
from kostka.printing.workbook import render_workbook

__all__ = [
    "KitPart",
    "QrCode",
    "TableKind",
    "build_export_table",
    "make_qr_code",
    "render_kit",
    "render_workbook",
]
