"""Lists as people have them: pasted, CSV in any encoding, workbooks; and reports of bad lines."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka.events.errors import Refused
from kostka.tournament import NewPlayer, parse_player_list
from kostka.tournament.player_list import PlayerList, decode_text
from kostka.tournament.spreadsheet import MAX_PART_BYTES, MAX_PARTS, MAX_ROWS
from tests.tournament.workbooks import (
    HEAD,
    MAIN,
    ROWS,
    build_ods,
    build_school_list,
    build_sheet,
    build_xlsx,
)

LISTS = Path(__file__).parent / "lists"

POLISH = "Łukasz Żółć;7a\nŚwiętosława Gęś;7b\n"
HUNGARIAN = "Győző Kőszegi;5.a\nFűzfa Ödön;5.b\n"
ITALIAN = "Niccolò Là;1A\nMarì Forlì;1B\n"


def names(found: PlayerList) -> list[tuple[str, str]]:
    assert found.problems == ()
    return [(listed.player.name, listed.player.group) for listed in found.players]


def rows(text: str) -> list[tuple[str, str]]:
    return [(line.split(";")[0], line.split(";")[1]) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (POLISH, "cp1250"),
        ("Zieliński Jan;7a\n", "cp1250"),
        (HUNGARIAN, "cp1250"),
        (ITALIAN, "cp1252"),
        *(
            (text, encoding)
            for text in (POLISH, HUNGARIAN, ITALIAN)
            for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
        ),
    ],
)
def test_letters_are_read_in_the_encodings_that_excel_writes(text: str, encoding: str) -> None:
    found = parse_player_list(text.replace("\n", "\r\n").encode(encoding))
    assert names(found) == rows(text)
    assert found.encoding == encoding


def test_who_knows_the_encoding_says_so() -> None:
    data = "Jiří Žák".encode("iso-8859-2")
    assert names(parse_player_list(data, encoding="iso-8859-2")) == [("Jiří Žák", "")]
    for encoding in ("utf-8", "no-such-encoding"):
        with pytest.raises(Refused, match="CSV UTF-8"):
            parse_player_list(data, encoding=encoding)


@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee;7a\nBob Fox;7b",
        "Ann Lee,7a\nBob Fox,7b",
        "Ann Lee\t7a\r\nBob Fox\t7b\r\n",
        "sep=;\r\nAnn Lee;7a\r\nBob Fox;7b\r\n",
        '"Ann Lee";"7a"\n"Bob Fox";"7b"\n',
        "Name;Class\nAnn Lee;7a\nBob Fox;7b",
        "Lp.;Klasa;Nazwisko;Imię\n1;7a;Lee;Ann\n2;7b;Fox;Bob",
        "Nome;Cognome;Classe\nAnn;Lee;7a\nBob;Fox;7b",
        "Név;Osztály\nAnn Lee;7a\nBob Fox;7b",
        "1;Ann Lee;7a\n2;Bob Fox;7b",
        "1. Ann Lee;7a\n2) Bob Fox;7b",
        "\n\n  Ann   Lee ; 7a\n;\n\nBob Fox;7b;;;\n",
    ],
)
def test_lists_of_any_make_are_understood(text: str) -> None:
    assert names(parse_player_list(text)) == [("Ann Lee", "7a"), ("Bob Fox", "7b")]
    assert names(parse_player_list(text.encode())) == [("Ann Lee", "7a"), ("Bob Fox", "7b")]


def test_a_plain_list_needs_nothing_but_names() -> None:
    pasted = 'Ann Lee\nJan "Kostka" Nowak\n"Kid" Bob\nO\'Neill\nAla 😀\n'
    assert [name for name, _ in names(parse_player_list(pasted))] == [
        "Ann Lee",
        'Jan "Kostka" Nowak',
        '"Kid" Bob',
        "O'Neill",
        "Ala 😀",
    ]
    assert names(parse_player_list('"Nowak; Jan ""Kostka""";7a')) == [('Nowak; Jan "Kostka"', "7a")]


def test_bad_lines_are_told_with_their_number_and_the_others_taken() -> None:
    long, far = "x" * 300, "y" * 41
    text = f"Name;Class\nAnn;7a\n{long};7a\n;7b\nBob\x07;7a\nann;7A\n"
    text += f'"Cid;7a\nDan;{far}\nKim;\nEve;7a'
    found = parse_player_list(text, known=[NewPlayer("Kim")])
    assert [listed.player.name for listed in found.players] == ["Ann", "Eve"]
    assert [listed.line for listed in found.players] == [2, 10]
    told = {problem.line: str(problem) for problem in found.problems}
    assert told == {
        3: f"line 3: '{'x' * 20}…' has 300 letters; at most 40 fit on a score sheet",
        4: "line 4: the name is missing",
        5: "line 5: 'Bob?' contains a character that cannot be printed (U+0007)",
        6: "line 6: ann is on the list already: add a class or a letter to tell them apart",
        7: "line 7: a quotation mark is not closed",
        8: f"line 8: '{'y' * 20}…' has 41 letters; at most 40 fit on a score sheet",
        9: "line 9: Kim is on the list already: add a class or a letter to tell them apart",
    }


def get_refusal(data: bytes | str) -> str:
    """Return the code with which a list is refused; nothing if it is read."""
    try:
        parse_player_list(data)
    except Refused as refused:
        (violation,) = refused.violations
        assert violation.text.isprintable()
        return violation.code
    return ""


def test_a_list_that_is_too_long_says_so() -> None:
    found = parse_player_list("\n".join(f"Player {n}" for n in range(1001)))
    assert len(found.players) == 1000
    assert [problem.line for problem in found.problems] == [1001]
    assert get_refusal(b"x" * 5_000_000) == "list_big"


def test_files_of_other_kinds_are_named() -> None:
    assert get_refusal(b"%PDF-1.7") == "list_pdf"
    assert get_refusal(b"\xff\xfeA") == "list_encoding"


@settings(deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=200)))
def test_whatever_is_thrown_at_it_is_read_or_refused(data: bytes | str) -> None:
    try:
        found = parse_player_list(data)
    except Refused:
        return
    for listed in found.players:
        assert listed.player.name == listed.player.name.strip() != ""
    for problem in found.problems:
        assert str(problem).isprintable()


def test_empty_files_hold_nobody() -> None:
    for data in ("", b"", "\n\n", b"\xef\xbb\xbf", "Name;Class\n"):
        assert parse_player_list(data).players == ()
    assert decode_text(b"") == ("", "utf-8")


# --- workbooks --------------------------------------------------------------------------------


def lines(found: PlayerList) -> list[tuple[int, str, str]]:
    assert found.problems == ()
    return [(one.line, one.player.name, one.player.group) for one in found.players]


def test_a_workbook_is_read_as_people_see_it() -> None:
    assert lines(parse_player_list(build_school_list())) == ROWS
    assert lines(parse_player_list((LISTS / "school.xls").read_bytes())) == ROWS


def test_an_ods_file_is_read_but_for_merged_cells() -> None:
    found = lines(parse_player_list((LISTS / "school.ods").read_bytes()))
    assert found == [(line, name, "" if line == 4 else group) for line, name, group in ROWS]


def test_cells_of_every_kind_are_text() -> None:
    cells = (
        '<c r="A1" t="inlineStr"><is><r><t xml:space="preserve">Ann </t></r><r><t>Lee</t></r>'
        "</is></c>"
        '<c r="B1" t="b"><v>1</v></c>'
    )
    more = '<c r="A3" t="str"><v>Bob</v></c><c r="B3"><v>0.30000000000000004</v></c>'
    wrong = '<c r="A4" t="str"><v>Cid</v></c><c r="B4" t="e"><v>#N/A</v></c>'
    rows = f'<row r="1">{cells}</row><row r="3">{more}</row><row r="4">{wrong}</row>'
    found = parse_player_list(build_xlsx(build_sheet(rows)))
    assert lines(found) == [(1, "Ann Lee", "TRUE"), (3, "Bob", "0.3"), (4, "Cid", "")]


def test_merged_cells_fill_only_lines_that_hold_something() -> None:
    cells = '<c r="A1" t="str"><v>Ann</v></c><c r="B1" t="str"><v>7a</v></c>'
    rows = (
        f'<row r="1">{cells}</row><row r="3"><c r="A3" t="str"><v>Bob</v></c></row>'
        '<row r="4"><c r="A4" t="str"><v>Cid</v></c><c r="B4" t="str"><v>8b</v></c></row>'
    )
    merged = '</sheetData><mergeCells count="1"><mergeCell ref="B1:B9999"/></mergeCells>'
    sheet = build_sheet(rows).replace("</sheetData>", merged)
    found = parse_player_list(build_xlsx(sheet))
    assert lines(found) == [(1, "Ann", "7a"), (3, "Bob", "7a"), (4, "Cid", "8b")]


def test_columns_far_to_the_right_are_not_read() -> None:
    cells = '<c r="A1" t="str"><v>Ann</v></c><c r="B1" t="str"><v>7a</v></c>'
    rows = f'<row r="1">{cells}<c r="CZ1" t="str"><v>x</v></c></row>'
    assert lines(parse_player_list(build_xlsx(build_sheet(rows)))) == [(1, "Ann", "7a")]
    only = '<row r="1"><c r="CZ1" t="str"><v>x</v></c></row>'
    assert lines(parse_player_list(build_xlsx(build_sheet(only)))) == []


GOOD = build_sheet('<row r="1"><c r="A1" t="str"><v>Ann</v></c></row>')
HIDDEN = (
    f'{HEAD}<workbook {MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships"><sheets><sheet name="A" sheetId="1" state="hidden" r:id="rId1"/></sheets>'
    "</workbook>"
)
UNREADABLE = {
    "no zip": b"PK\x03\x04 not a zip at all",
    "no end": build_xlsx(GOOD[:-30] + "<"),
    "entity": build_xlsx(
        f'{HEAD}<!DOCTYPE a [<!ENTITY b "c">]><worksheet {MAIN}><sheetData><row r="1">'
        '<c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>'
    ),
    "no such string": build_xlsx(build_sheet('<row r="1"><c r="A1" t="s"><v>99</v></c></row>')),
    "only hidden sheets": build_xlsx(GOOD, workbook=HIDDEN),
    "no workbook": build_xlsx(GOOD, workbook=f"{HEAD}<workbook {MAIN}/>"),
    "cut off": build_xlsx(GOOD)[:-40],
    "old, cut off": (LISTS / "school.xls").read_bytes()[:2000],
    "not a workbook": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_workbook_that_cannot_be_read_is_refused(name: str) -> None:
    assert get_refusal(UNREADABLE[name]) == "list_unreadable"


def build_rows_far_apart(number: int) -> str:
    """Return rows with 9,999 empty ones between them."""
    rows = (
        f'<row r="{9999 * row}"><c r="A{9999 * row}"><v>1</v></c></row>'
        for row in range(1, number + 1)
    )
    return build_sheet("".join(rows))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (build_xlsx(build_rows_far_apart(100)), "list_rows"),
        (build_xlsx(build_sheet("<row>" + "<c><v>1</v></c>" * 16_000 + "</row>")), ""),
        (build_xlsx(build_sheet("<row><c><v>1</v></c></row>" * (MAX_ROWS + 1))), "list_rows"),
        (build_xlsx(GOOD + " " * MAX_PART_BYTES), "list_big"),
        (
            build_ods(
                '<table:table-row table:number-rows-repeated="6000"><table:table-cell'
                ' office:value-type="string"><text:p>Ann</text:p></table:table-cell>'
                "</table:table-row>"
            ),
            "list_rows",
        ),
        ("\n" * MAX_ROWS, "list_rows"),
        (b"Ann\n" * 1_000_000, "list_big"),
        ("x" * 1_000_001, "list_big"),
    ],
    ids=["apart", "wide", "long", "bomb", "repeated", "lines", "csv", "text"],
)
def test_lists_that_are_too_big_are_refused(data: bytes | str, code: str) -> None:
    assert get_refusal(data) == code


def test_a_zip_of_many_parts_is_refused() -> None:
    file = BytesIO(build_xlsx(GOOD))
    with ZipFile(file, "a", ZIP_DEFLATED) as archive:
        for number in range(MAX_PARTS):
            archive.writestr(f"part{number}", b"")
    assert get_refusal(file.getvalue()) == "list_big"


def test_long_cells_take_no_longer_than_others() -> None:
    """Spaces and combining letters, whose handling could take quadratic time."""
    for text in (" " * 900_000 + "1. Ann", "\u0301\u0316" * 450_000, '"' * 900_000, ";" * 900_000):
        found = parse_player_list(text)
        assert len(found.players) + len(found.problems) <= 2
