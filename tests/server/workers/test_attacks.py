"""Hostile uploads and floods against a real server: answered or refused, with little memory."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from kostka.server.api.games import MAX_RECORD_BYTES
from kostka.server.tournaments.export_routes import MAX_FILE_BYTES
from kostka.server.workers.process_limits import MAX_DATA_BYTES
from kostka.word.theme import MAX_LIST_BYTES
from tests.server.processes import Process, serving
from tests.server.recorded import GAMES
from tests.server.workers.test_server_process import list_children
from tests.tournament.workbooks import HEAD, MAIN, build_ods, build_sheet, build_xlsx

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="measures memory in /proc")

MAX_GROWTH = 64 * 2**20
"""Of the server's memory under any attack."""

CODE_BYTES = 32 * 2**20
"""Of a worker's memory, for program code, which its limit of data does not count."""

JSON = {"content-type": "application/json"}


class Reply(NamedTuple):
    status: int
    body: Any

    @property
    def code(self) -> str:
        """The code of the first problem."""
        return str(self.body["problems"][0]["code"]) if self.status >= 400 else ""


def post(
    server: Process, path: str, body: bytes, headers: Mapping[str, str] | None = None
) -> Reply:
    connection = HTTPConnection(urlsplit(server.web).netloc, timeout=120)
    try:
        connection.request("POST", path, body, dict(headers or {}))
        answer = connection.getresponse()
        return Reply(answer.status, json.loads(answer.read()))
    finally:
        connection.close()


def measure_memory(pid: int, field: str) -> int:
    """Return the current (VmRSS) or the highest (VmHWM) memory of a process, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(rf"{field}:\s+(\d+) kB", status)
    return int(found[1]) * 1024 if found else 0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("data")) as process:
        post(process, "/api/check", b"{}")  # starts a worker
        yield process
        assert process.faults == []


class Desk(NamedTuple):
    """Anybody may open a tournament, and is its organiser."""

    path: str
    headers: Mapping[str, str]


@pytest.fixture(scope="module")
def desk(server: Process) -> Desk:
    created = post(server, "/api/tournaments", b'{"title":"Cup"}').body
    path = f"/api/tournaments/{created['id']}"
    return Desk(path, {"authorization": f"Bearer {created['token']}"})


def attack(
    server: Process, path: str, body: bytes, headers: Mapping[str, str] | None = None
) -> list[Reply]:
    """Send an upload three times at once; check the memory that it takes."""
    before = measure_memory(server.popen.pid, "VmRSS")
    with ThreadPoolExecutor(3) as pool:
        sent = [pool.submit(post, server, path, body, headers) for _ in range(3)]
        replies = [one.result() for one in sent]
    assert measure_memory(server.popen.pid, "VmHWM") - before < MAX_GROWTH
    for worker in list_children(server.popen.pid):
        assert measure_memory(worker, "VmHWM") < MAX_DATA_BYTES + CODE_BYTES
    return replies


# --- player lists -----------------------------------------------------------------------------


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

LISTS = {
    "rows far apart": build_xlsx(build_sheet("".join(map(build_row, range(9999, 2**20, 9999))))),
    "two corners": build_xlsx(build_sheet(build_row(1) + build_row(2**20, "XFD"))),
    "wide and low": build_xlsx(build_sheet(build_row(1) + build_row(4999, "XFD"))),
    "row beyond the last": build_xlsx(build_sheet(build_row(1) + build_row(4_000_000_000))),
    "empty cells": build_xlsx(build_sheet(f"<row>{'<c/>' * 1_900_000}</row>")),
    "many cells": build_xlsx(build_sheet(f"<row>{'<c><v>1</v></c>' * 500_000}</row>")),
    "many strings": build_xlsx(
        build_sheet(build_row(1)),
        sharedStrings=f"{HEAD}<sst {MAIN}>{'<si><t>x</t></si>' * 450_000}</sst>",
    ),
    "zip bomb": build_bomb(500 * 2**20),
    "entities": build_xlsx(
        f'{HEAD}<!DOCTYPE a [<!ENTITY e0 "lol">{ENTITIES}]><worksheet {MAIN}><sheetData>'
        '<row r="1"><c r="A1" t="inlineStr"><is><t>&e9;</t></is></c></row>'
        "</sheetData></worksheet>"
    ),
    "repeated cells": build_ods(
        '<table:table-row table:number-rows-repeated="1000000">'
        f"<table:table-cell {REPEATED}><text:p>Ann</text:p></table:table-cell>"
        "</table:table-row>"
    ),
    "a million lines": b"Ann\n" * 1_000_000,
    "combining letters": "\u0301\u0316".encode() * 240_000,
    "spaces": b" " * 3_900_000,
    "old workbook": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\xff" * 3_000_000,
}


@pytest.mark.parametrize("name", LISTS)
def test_a_hostile_list_is_refused(server: Process, desk: Desk, name: str) -> None:
    for reply in attack(server, f"{desk.path}/list", LISTS[name], desk.headers):
        if name in ("empty cells", "many cells", "many strings", "combining letters"):
            assert reply.status in {200, 413}, reply  # at most one line
        else:
            assert reply.status in {400, 413}, reply
            assert reply.code in {"list_rows", "list_big", "list_unreadable", "too_much_work"}
    good = post(server, f"{desk.path}/list", b"Ann;7a", desk.headers)
    assert [player["name"] for player in good.body["players"]] == ["Ann"]


# --- other uploads ----------------------------------------------------------------------------

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


@pytest.mark.parametrize("name", UPLOADS)
def test_a_hostile_upload_is_refused(server: Process, name: str) -> None:
    path, body = UPLOADS[name]
    for reply in attack(server, path, body):
        wanted = {200} if name == "a theme of letters" else {400, 413, 429}
        assert reply.status in wanted, reply


# --- many requests ----------------------------------------------------------------------------


def test_a_flood_of_turns_to_check_is_answered_or_refused(server: Process) -> None:
    before = measure_memory(server.popen.pid, "VmRSS")
    tiles = " ".join(f"{colour}{number}" for colour in "KRBO" for number in range(1, 14))
    turn = {"edition": "classic", "before": "", "rack": tiles, "after": tiles}
    body = json.dumps(turn).encode().ljust(5000)
    with ThreadPoolExecutor(100) as pool:
        sent = [pool.submit(post, server, "/api/check", body) for _ in range(300)]
        statuses = {one.result().status for one in sent}
    assert statuses <= {200, 429, 503}
    assert 200 in statuses
    assert measure_memory(server.popen.pid, "VmHWM") - before < MAX_GROWTH


def test_hard_questions_of_one_address_do_not_delay_others(server: Process) -> None:
    rack = "J J D D C C M M " + " ".join(f"{c}{n}" for c in "KRBO" for n in range(1, 11))
    hard = json.dumps({"edition": "twist", "rack": rack, "moves": 1}).encode()
    easy = json.dumps({"edition": "classic", "rack": "B3 B4 B5"}).encode()
    greedy = {**JSON, "x-forwarded-for": "192.0.2.7"}
    modest = {**JSON, "x-forwarded-for": "192.0.2.8"}
    with ThreadPoolExecutor(6) as pool:
        asked = [pool.submit(post, server, "/api/solve", hard, greedy) for _ in range(6)]
        wait(asked, return_when=FIRST_COMPLETED)
        assert post(server, "/api/solve", easy, modest).status == 200
        assert sum(not one.done() for one in asked) > 1  # though they were asked first
        assert {one.result().status for one in asked} == {200}
