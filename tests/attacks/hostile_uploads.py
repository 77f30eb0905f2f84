"""Files that take a reader much more time or memory than their size."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from kostka.server.api.games import MAX_RECORD_BYTES
from kostka.server.tournaments.export_routes import MAX_FILE_BYTES
from kostka.word.theme import MAX_LIST_BYTES
from tests.server.recorded import GAMES
from tests.tournament.workbooks import HEAD, MAIN, build_ods, build_sheet, build_xlsx


def build_row(number: int, column: str = "A") -> str:
    return f'<row r="{number}"><c r="{column}{number}"><v>1</v></c></row>'


def build_bomb(size: int) -> bytes:
    """Return a workbook whose sheet unpacks to this size, whatever its directory says."""
    file = BytesIO(build_xlsx(build_sheet("")))
    with ZipFile(file) as old:
        parts = {name: old.read(name) for name in old.namelist() if "sheet1" not in name}
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
        with archive.open("xl/worksheets/sheet1.xml", "w") as part:
            for _ in range(size // 2**20):
                part.write(b" " * 2**20)
    return file.getvalue()


ENTITIES = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
REPEATED = 'table:number-columns-repeated="16000" office:value-type="string"'

LISTS: dict[str, Callable[[], bytes]] = {
    "rows far apart": lambda: build_xlsx(
        build_sheet("".join(map(build_row, range(9999, 2**20, 9999))))
    ),
    "two corners": lambda: build_xlsx(build_sheet(build_row(1) + build_row(2**20, "XFD"))),
    "wide and low": lambda: build_xlsx(build_sheet(build_row(1) + build_row(4999, "XFD"))),
    "row beyond the last": lambda: build_xlsx(build_sheet(build_row(1) + build_row(4_000_000_000))),
    "empty cells": lambda: build_xlsx(build_sheet(f"<row>{'<c/>' * 1_900_000}</row>")),
    "many cells": lambda: build_xlsx(build_sheet(f"<row>{'<c><v>1</v></c>' * 500_000}</row>")),
    "many strings": lambda: build_xlsx(
        build_sheet(build_row(1)),
        sharedStrings=f"{HEAD}<sst {MAIN}>{'<si><t>x</t></si>' * 450_000}</sst>",
    ),
    "zip bomb": lambda: build_bomb(500 * 2**20),
    "entities": lambda: build_xlsx(
        f'{HEAD}<!DOCTYPE a [<!ENTITY e0 "lol">{ENTITIES}]><worksheet {MAIN}><sheetData>'
        '<row r="1"><c r="A1" t="inlineStr"><is><t>&e9;</t></is></c></row>'
        "</sheetData></worksheet>"
    ),
    "repeated cells": lambda: build_ods(
        '<table:table-row table:number-rows-repeated="1000000">'
        f"<table:table-cell {REPEATED}><text:p>Ann</text:p></table:table-cell>"
        "</table:table-row>"
    ),
    "a million lines": lambda: b"Ann\n" * 1_000_000,
    "combining letters": lambda: "\u0301\u0316".encode() * 240_000,
    "spaces": lambda: b" " * 3_900_000,
    "old workbook": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\xff" * 3_000_000,
}
"""How each is built: some take seconds, and only the tests that send them wait for that."""

LINE = b'{"n":1,"at":null,"event":{"type":"Finished"},"hash":"' + b"0" * 64 + b'"}\n'
HEADER = GAMES["classic-went_out"].header + b"\n"

UPLOADS = {
    "lines of nothing": ("/api/tournaments/file", b"\n" * MAX_FILE_BYTES),
    "lines that lie": ("/api/tournaments/file", HEADER + LINE * (MAX_FILE_BYTES // 200)),
    "one long line": ("/api/tournaments/file", b"[" * (MAX_FILE_BYTES - 1) + b"\n"),
    "a record of brackets": ("/api/steps", b"[" * (MAX_RECORD_BYTES - 1) + b"\n"),
    "a record that lies": ("/api/steps", HEADER + LINE * (MAX_RECORD_BYTES // 200)),
    "a record of many lines": ("/api/steps", b"{}\n" * (MAX_RECORD_BYTES // 3)),
    "a theme of letters": ("/api/themes?title=A", b"a\n" * (MAX_LIST_BYTES // 2)),
    "a long word": ("/api/themes?title=A", b"a" * MAX_LIST_BYTES),
    "marks": ("/api/themes?title=A", "\u0301\u0316".encode() * (MAX_LIST_BYTES // 4)),
}
