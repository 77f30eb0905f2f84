"""Tournaments on paper and in spreadsheets, in four languages."""

from kostka.printing.kit import Part, kit
from kostka.printing.qr import QrCode, qr_code
from kostka.printing.tables import TableKind, table
from kostka.printing.texts import LANGUAGES
from kostka.printing.workbook import workbook

__all__ = ["LANGUAGES", "Part", "QrCode", "TableKind", "kit", "qr_code", "table", "workbook"]
