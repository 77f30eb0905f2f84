"""What is taken away over HTTP, and brought back: the file, the history, tables and papers."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from kostka.events.log import Log
from kostka.server.tournaments import export_routes as papers
from kostka.server.workers.tasks.tournament_files import VERIFY_TOURNAMENT
from kostka.tournament import FORMAT, AnyEvent, Header, Role, Tournament
from kostka.tournament import events as ev
from kostka.tournament.spreadsheet import read_workbook
from tests.server.running import fetched, server
from tests.server.tournaments.test_routes import run
from tests.server.tournaments.tournament_client import RunningTournament, run_tournament
from tests.tools.record_tournament import play_full_tournament

REHEARSAL: dict[str, Any] = {"settings": {"rounds": 2, "games": 1}, "rehearsal": True}


async def upload_file(url: str, data: bytes, token: str | None = None) -> tuple[int, Any]:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    page = await fetched(url, "/api/tournaments/file", headers=headers, body=data)
    return page.status, json.loads(page.body)


async def download_file(desk: RunningTournament) -> bytes:
    told = await desk.organiser.ask("/file")
    assert told.status == 200
    assert isinstance(told.body, bytes)
    return told.body


def test_a_file_goes_from_one_machine_to_another_and_back(tmp_path: Path) -> None:
    """The laptop breaks; the day goes on with the stick on another one, and comes home later."""

    async def look() -> None:
        async with run_tournament(tmp_path / "one", **REHEARSAL) as desk:
            await desk.seat_players(8)
            saved = await download_file(desk)
        async with server(tmp_path / "two") as url:
            home = {"id": desk.tournament}
            assert await upload_file(url, saved) == (200, home)
            desk.organiser.url = url
            await desk.organiser.execute("Rehearse")
            longer = await download_file(desk)
            assert await upload_file(url, saved) == (200, home)  # a beginning of it changes nothing
            assert await upload_file(url, longer) == (200, home)
            assert await download_file(desk) == longer
            assert longer.startswith(saved)
        async with server(tmp_path / "one") as url:
            desk.organiser.url = url
            for token, code in ((None, "unknown_link"), ("stolen", "unknown_link")):
                status, told = await upload_file(url, longer, token)
                assert (status, told["problems"][0]["code"]) == (403, code)
            assert await download_file(desk) == saved
            assert await upload_file(url, longer, desk.organiser.token) == (200, home)
            assert await download_file(desk) == longer
            view = await desk.organiser.execute("CloseRound")
            assert view["next_step"] == "seat"

    run(look())


def test_a_file_whose_proof_takes_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    impatient = VERIFY_TOURNAMENT._replace(seconds=0)
    monkeypatch.setattr(papers, "VERIFY_TOURNAMENT", impatient)

    async def look() -> None:
        async with server(tmp_path) as url:
            status, told = await upload_file(url, play_full_tournament().tournament.log.to_bytes())
            assert (status, told["problems"][0]["code"]) == (413, "too_much_work")

    run(look())


def test_a_file_that_went_another_way_is_refused(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path) as desk:
            await desk.organiser.execute("AddPlayers", players=[{"name": "Ala"}])
            game = Tournament.load(await download_file(desk))
            await desk.organiser.execute("AddPlayers", players=[{"name": "Ola"}])
            before = await download_file(desk)
            event = game.log.entries[0].event
            assert isinstance(event, ev.PlayersAdded)
            other: Log[Header, AnyEvent] = FORMAT.new_log(game.log.header)
            other.append(event, 1)
            status, told = await upload_file(desk.url, other.to_bytes(), desk.organiser.token)
            assert (status, told["problems"][0]["code"]) == (409, "other_file")
            assert told["problems"][0]["values"] == {"entry": 1}
            assert await download_file(desk) == before

    run(look())


def test_a_file_is_proven_before_it_is_taken(tmp_path: Path) -> None:
    log = play_full_tournament().tournament.log
    forged: Log[Header, AnyEvent] = FORMAT.new_log(log.header)
    for entry in log.entries:
        event = entry.event
        if isinstance(event, ev.ResultEntered):
            event = replace(event, lines=event.lines[::-1])
        forged.append(event, entry.at, more=entry.more)
    good = log.to_bytes()
    wrong = {
        b"": "empty",
        b"hello\n": "not a saved game",
        good[:-30]: "cut off",
        good.replace(b"Spring", b"Winter", 1): "line 1: the line was changed",
        forged.to_bytes(): "ResultEntered does not follow here",
    }

    async def look() -> None:
        async with server(tmp_path) as url:
            for data, why in wrong.items():
                status, told = await upload_file(url, data)
                assert status == 400
                assert why in told["error"]
            assert (await upload_file(url, good))[0] == 200

    run(look())


def test_every_entry_is_told_to_staff(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path, **REHEARSAL) as desk:
            await desk.seat_players(8)
            await desk.organiser.execute("Rehearse")
            referee = await desk.grant_link(Role.REFEREE, "Jan")
            told = (await referee.ask("/history")).body["entries"]
            assert [line["entry"] for line in told] == list(range(1, len(told) + 1))
            kinds = [line["kind"] for line in told]
            assert kinds[:5] == [
                "PlayersAdded",
                "Seated",
                "SeatsLocked",
                "LinksGranted",
                "RoundStarted",
            ]
            assert all(line["words"] and line["at"] and line["by"] for line in told)

    run(look())


def test_tables_are_exported(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path, **REHEARSAL) as desk:
            await desk.seat_players(8)
            await desk.organiser.execute("Rehearse")
            csv = await desk.organiser.ask("/export/standings.csv?language=pl")
            assert csv.body.decode().startswith("\ufeff")
            assert csv.body.count(b"\r\n") == 9
            results = (await desk.organiser.ask("/export/results.json")).body["results"]
            assert len(results) == 8
            assert results[0]["ending"]
            for name in ("seats", "log", "choices"):
                assert (await desk.organiser.ask(f"/export/{name}.csv")).status == 200
            everything = (await desk.organiser.ask("/export/all.json")).body
            assert [*everything] == ["standings", "seats", "results", "log", "choices"]
            for name in ("all", "log"):
                book = await desk.organiser.ask(f"/export/{name}.xlsx?language=hu")
                assert read_workbook(book.body)
            for name, status in (
                ("all.csv", 404),
                ("standings.pdf", 404),
                ("secrets.csv", 404),
                ("standings.csv?language=xx", 400),
            ):
                assert (await desk.organiser.ask(f"/export/{name}")).status == status

    run(look())


def test_papers_are_printed_with_links_for_the_organiser_alone(tmp_path: Path) -> None:
    async def look() -> None:
        async with run_tournament(tmp_path, **REHEARSAL) as desk:
            referee = await desk.grant_link(Role.REFEREE, "Jan")
            early = await desk.organiser.ask("/kit.pdf?part=sheets")
            assert (early.status, early.codes) == (409, ["print_no_round"])
            await desk.seat_players(8)
            printed = {
                who: await link.ask("/kit.pdf?part=sheets&language=it&round=1")
                for who, link in (("organiser", desk.organiser), ("referee", referee))
            }
            for told in printed.values():
                assert told.status == 200
                pages = PdfReader(BytesIO(told.body)).pages
                assert "P001" in "".join(page.extract_text() for page in pages)
            codes = len(printed["organiser"].body) - len(printed["referee"].body)
            assert codes > 1000  # they are drawn for the organiser alone
            for path, status in (
                ("/kit.pdf", 200),
                ("/kit.pdf?part=menu", 400),
                ("/kit.pdf?language=xx", 400),
                ("/kit.pdf?round=x", 400),
                ("/kit.pdf?round=2", 409),
            ):
                assert (await desk.organiser.ask(path)).status == status, path

    run(look())


@pytest.mark.parametrize("path", ["/api/tournaments/file"])
def test_a_file_that_is_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("kostka.server.tournaments.export_routes.MAX_FILE_BYTES", 1000)

    async def look() -> None:
        async with server(tmp_path) as url:
            assert (await fetched(url, path, body=b"x" * 1001)).status == 413

    run(look())
