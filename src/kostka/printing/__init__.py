"""Tournaments on paper and in spreadsheets, in four languages."""

from kostka.printing.kit import KitPart, render_kit
from kostka.printing.qr import QrCode, make_qr_code
from kostka.printing.tables import TableKind, build_table
from kostka.printing.workbook import render_workbook

__all__ = [
    "KitPart",
    "QrCode",
    "TableKind",
    "build_table",
    "make_qr_code",
    "render_kit",
    "render_workbook",
]
