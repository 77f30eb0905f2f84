from datetime import datetime
from io import BytesIO
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile

import pytest

from kostka.languages import LANGUAGES, load_texts
from kostka.printing import TableKind, build_export_table, render_workbook
from kostka.printing.workbook import FULL
from kostka.tournament import commands as cmd
from kostka.tournament.exports import format_csv
from kostka.tournament.spreadsheet import read_workbook
from tests.printing.papers import finished
from tests.tournament.hall import REFEREE, Hall, pool_empty

XML = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
COLUMNS = dict(zip(TableKind, (9, 3, 12, 7, 2), strict=True))
PARTS = ["xl/workbook.xml", *(f"xl/worksheets/sheet{at}.xml" for at in range(1, 6))]


def test_the_standings_can_be_read_back() -> None:
    hall = Hall()
    names = ["=1+1", "+48 600", "-x", "@y", 'Zo"ë', "Łucja"]
    hall.add(*names)
    hall.begin()
    hall.enter(1, 1, pool_empty(5, 5, 30, tie=True))
    first, *rows = read_workbook(render_workbook(hall.state, hall.tournament.log, "pl"))
    assert first[:5] == ["Miejsce", "Imię i nazwisko", "Klasa, klub", "Duże punkty", "Małe punkty"]
    assert sorted(row[1] for row in rows) == sorted(names)
    assert [row[3:5] for row in rows][:2] == [["1", "12.5"]] * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_workbook_has_every_table_with_numbers_as_numbers_and_no_formulas(
    language: str,
) -> None:
    hall, words = Hall(7), load_texts(language)
    hall.whole_round()
    hall.do(cmd.Warn(1, token=REFEREE, reason="=cmd|' /C calc'!A0"))
    with ZipFile(BytesIO(render_workbook(hall.state, hall.tournament.log, language))) as file:
        book, *sheets = (fromstring(file.read(part)) for part in PARTS)  # noqa: S314  (our own)
    assert [sheet.get("name") for sheet in book.iter(f"{XML}sheet")] == [
        words[f"sheet_{kind}"] for kind in TableKind
    ]
    for sheet, kind in zip(sheets, TableKind, strict=True):
        rows = build_export_table(kind, hall.state, hall.tournament.log, language)
        assert len(list(sheet.iter(f"{XML}row"))) == len(rows) + 1
        assert {len(row) for row in rows} == {COLUMNS[kind]}
        assert next(sheet.iter(f"{XML}pane")).get("state") == "frozen"
        assert not list(sheet.iter(f"{XML}f"))
        numbers = [cell for cell in sheet.iter(f"{XML}c") if cell.get("t") != "s"]
        values = [value for row in rows for value in row.values()]
        assert len([cell for cell in numbers if cell.find(f"{XML}v") is not None]) == sum(
            value is not None and not isinstance(value, str) for value in values
        )


def test_codes_become_words_and_times_are_times() -> None:
    hall = finished()
    log = hall.tournament.log
    results = build_export_table(TableKind.RESULTS, hall.state, log, "en")
    assert {row["Ended by"] for row in results} == {"empty rack"}
    assert {row["How the points came about"] for row in results} == {"won", "rack"}
    first = build_export_table(TableKind.LOG, hall.state, log, "it")[0]
    assert isinstance(first["Ora"], datetime)
    assert first["Ruolo"] == "organizzatore"
    assert "Spring cup" not in format_csv(
        build_export_table(TableKind.CHOICES, hall.state, log, "hu")
    )
    assert format_csv(build_export_table(TableKind.SEATS, hall.state, log, "hu")).startswith(
        "\ufeffNév;Osztály"
    )


def test_a_tournament_without_anything_gives_an_empty_workbook() -> None:
    hall = Hall()
    assert read_workbook(render_workbook(hall.state, hall.tournament.log, "en")) == []


def test_what_is_too_long_for_a_cell_is_cut_and_not_lost() -> None:
    hall = Hall()
    hall.add(*(f"{number:040}" for number in range(900)))
    log = render_workbook(hall.state, hall.tournament.log, "en", [TableKind.LOG])
    (cut,) = (cell for row in read_workbook(log) for cell in row if len(cell) > 1000)
    assert len(cut) == FULL
    assert cut.endswith("…")
