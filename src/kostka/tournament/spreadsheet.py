"""The first sheet of an XLSX file as rows of text.

An XLSX file is a ZIP of XML. A list of names needs only the text of its cells, so the standard
library is enough. Nothing in a file is executed, and its unpacked size is limited.
"""

from __future__ import annotations

import re
import zlib
from io import BytesIO
from posixpath import join, normpath
from xml.etree.ElementTree import Element, ParseError, fromstring
from zipfile import BadZipFile, ZipFile

from kostka.events.errors import BadInput

MAX_BYTES = 8_000_000
"""Maximum unpacked size of one part of the file."""

MAX_COLUMNS = 50

_NOT_READ = "this XLSX file cannot be read: save it again, or as CSV"
_UNREADABLE = (
    *(BadZipFile, zlib.error, EOFError, OSError),
    *(LookupError, ParseError, RuntimeError, ValueError),
)
"""Raised for a damaged, encrypted or unsupported ZIP."""

_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def read_xlsx(data: bytes) -> list[list[str]]:
    """Read the cells of the first sheet, row by row; row 1 is the first."""
    try:
        with ZipFile(BytesIO(data)) as file:
            sheet = _read_xml_part(file, _find_first_sheet_path(file))
            texts = _read_shared_strings(file)
        return _read_rows(sheet, texts)
    except BadInput:
        raise
    except _UNREADABLE:
        raise BadInput(_NOT_READ) from None


def _read_xml_part(file: ZipFile, name: str) -> Element:
    with file.open(name) as part:
        data = part.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadInput("this XLSX file is too big for a list of players")
    text = data.decode("utf-8-sig")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:  # never written by office programs
        raise BadInput(_NOT_READ)
    return _strip_namespaces(fromstring(text))  # noqa: S314  (entities are refused above)


def _strip_namespaces(root: Element) -> Element:
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        attributes = {name.rpartition("}")[2]: text for name, text in element.attrib.items()}
        element.attrib.clear()
        element.attrib.update(attributes)
    return root


def _find_first_sheet_path(file: ZipFile) -> str:
    """Find the part that holds the first sheet."""
    sheet = _read_xml_part(file, "xl/workbook.xml").find("sheets/sheet")
    wanted = "" if sheet is None else sheet.attrib.get("id", "")
    for relation in _read_xml_part(file, "xl/_rels/workbook.xml.rels").iter("Relationship"):
        if relation.attrib["Id"] == wanted:
            return normpath(join("xl", relation.attrib["Target"])).lstrip("/")
    raise LookupError(wanted)


def _read_shared_strings(file: ZipFile) -> list[str]:
    name = "xl/sharedStrings.xml"
    if name not in file.namelist():
        return []
    return [_join_text_runs(item) for item in _read_xml_part(file, name).iter("si")]


def _join_text_runs(item: Element) -> str:
    """Join the runs of a text, leaving out phonetic hints."""
    plain = [part.text or "" for part in item.findall("t")]
    return "".join(plain + [part.text or "" for part in item.findall("r/t")])


def _read_rows(sheet: Element, texts: list[str]) -> list[list[str]]:
    rows: list[list[str]] = []
    for row in sheet.iter("row"):
        number = int(row.attrib.get("r", len(rows) + 1))
        if not len(rows) < number <= len(rows) + 10_000:
            raise ValueError(number)
        rows += [[] for _ in range(number - len(rows))]
        cells = rows[-1]
        for cell in row.iter("c"):
            column = _parse_column_index(cell.attrib.get("r", ""), len(cells))
            if column < MAX_COLUMNS:
                cells += [""] * (column + 1 - len(cells))
                cells[column] = _read_cell(cell, texts)
    return rows


def _parse_column_index(reference: str, default: int) -> int:
    found = _CELL.fullmatch(reference)
    if not found:
        return default
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


def _read_cell(cell: Element, texts: list[str]) -> str:
    kind = cell.attrib.get("t", "n")
    inline = cell.find("is")
    if inline is not None:
        return _join_text_runs(inline)
    value = cell.findtext("v") or ""
    if kind == "s":
        return texts[int(value)]
    return value.removesuffix(".0")
