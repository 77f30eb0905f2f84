"""Lists as people have them: pasted, CSV in any encoding, XLSX; and what is told of bad lines."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kostka.events.errors import BadInput
from kostka.tournament import NewPlayer, parse_player_list
from kostka.tournament.player_list import PlayerList, decode_text
from kostka.tournament.spreadsheet import MAX_BYTES

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
        with pytest.raises(BadInput, match="CSV UTF-8"):
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


def test_a_list_that_is_too_long_says_so() -> None:
    found = parse_player_list("\n".join(f"Player {n}" for n in range(1001)))
    assert len(found.players) == 1000
    assert [problem.line for problem in found.problems] == [1001]
    with pytest.raises(BadInput, match="too big"):
        parse_player_list(b"x" * 5_000_000)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old Excel file"),
        (b"%PDF-1.7", "PDF"),
        (b"PK\x03\x04 not a zip at all", "XLSX"),
        (b"\xff\xfeA", "CSV UTF-8"),
    ],
)
def test_files_of_other_kinds_are_named(data: bytes, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        parse_player_list(data)


@settings(deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=200)))
def test_whatever_is_thrown_at_it_is_read_or_refused(data: bytes | str) -> None:
    try:
        found = parse_player_list(data)
    except BadInput:
        return
    for listed in found.players:
        assert listed.player.name == listed.player.name.strip() != ""
    for problem in found.problems:
        assert str(problem).isprintable()


def test_empty_files_hold_nobody() -> None:
    for data in ("", b"", "\n\n", b"\xef\xbb\xbf", "Name;Class\n"):
        assert parse_player_list(data).players == ()
    assert decode_text(b"") == ("", "utf-8")


# --- XLSX -------------------------------------------------------------------------------------

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
WORKBOOK = (
    f'{HEAD}<workbook {MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships"><sheets><sheet name="Class 7" sheetId="4" r:id="rId2"/>'
    '<sheet name="Other" sheetId="1" r:id="rId1"/></sheets></workbook>'
)
RELATIONS = (
    f'{HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/>'
    '<Relationship Id="rId2" Type="worksheet" Target="{target}"/></Relationships>'
)
STRINGS = (
    f"{HEAD}<sst {MAIN}><si><t>Name</t></si><si><t>Class</t></si>"
    "<si><r><t>Łukasz </t></r><r><rPr><b/></rPr><t>Żółć</t></r><rPh><t>xx</t></rPh></si></sst>"
)
SHEET = (
    f'{HEAD}<worksheet {MAIN}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c>'
    '<c r="C1" t="s"><v>1</v></c></row><row r="3"><c r="A3" t="s"><v>2</v></c>'
    '<c r="C3"><v>7</v></c></row><row r="4"><c r="A4" t="inlineStr"><is><t>Ann &amp; Bob</t></is>'
    '</c><c r="C4" t="str"><f>LOWER("A")</f><v>a</v></c></row></sheetData></worksheet>'
)


def xlsx(target: str = "worksheets/sheet2.xml", sheet: str = SHEET, **parts: str) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", parts.get("workbook", WORKBOOK))
        archive.writestr("xl/_rels/workbook.xml.rels", RELATIONS.format(target=target))
        archive.writestr("xl/sharedStrings.xml", parts.get("strings", STRINGS))
        archive.writestr("xl/worksheets/sheet1.xml", f"{HEAD}<worksheet {MAIN}/>")
        archive.writestr("xl/worksheets/sheet2.xml", sheet)
    return file.getvalue()


@pytest.mark.parametrize("target", ["worksheets/sheet2.xml", "/xl/worksheets/sheet2.xml"])
def test_the_first_sheet_of_an_xlsx_file_is_read(target: str) -> None:
    found = parse_player_list(xlsx(target))
    assert names(found) == [("Łukasz Żółć", "7"), ("Ann & Bob", "a")]
    assert [listed.line for listed in found.players] == [3, 4]


@pytest.mark.parametrize(
    "data",
    [
        xlsx(target="worksheets/sheet9.xml"),
        xlsx(sheet="<worksheet"),
        xlsx(sheet=f'{HEAD}<!DOCTYPE a [<!ENTITY b "c">]><worksheet {MAIN}/>'),
        xlsx(sheet=SHEET.replace("<v>2</v>", "<v>99</v>")),
        xlsx(sheet=SHEET.replace('r="3"', 'r="1"').replace('r="4"', 'r="99999999"')),
        xlsx(workbook=f"{HEAD}<workbook {MAIN}/>"),
        xlsx()[:-40],
    ],
    # By name: the bytes have the time in them, and would be called differently in each process.
    ids=["no sheet", "no end", "entity", "no such string", "rows apart", "no workbook", "cut off"],
)
def test_an_xlsx_file_that_cannot_be_read_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match="cannot be read: save it again, or as CSV"):
        parse_player_list(data)


@settings(deadline=None)
@given(at=st.integers(0, len(xlsx()) - 1), byte=st.integers(0, 255))
def test_a_damaged_xlsx_file_is_read_or_refused(at: int, byte: int) -> None:
    data = bytearray(xlsx())
    data[at] = byte
    try:
        found = parse_player_list(bytes(data))
    except BadInput:
        return
    assert len(found.players) + len(found.problems) < 100


def test_a_file_that_unpacks_to_too_much_is_refused() -> None:
    bomb = xlsx(sheet=SHEET + " " * MAX_BYTES)
    assert len(bomb) < 50_000
    with pytest.raises(BadInput, match="too big"):
        parse_player_list(bomb)
