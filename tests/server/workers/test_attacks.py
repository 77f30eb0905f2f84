"""Hostile uploads and floods against a real server: answered or refused, with little memory."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from kostka.server.workers.process_limits import MAX_DATA_BYTES
from tests.attacks.hostile_uploads import LISTS, UPLOADS
from tests.attacks.measurement import list_children, measure_memory
from tests.server.processes import Process, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="measures memory in /proc")

MAX_GROWTH_MB = 64
"""Of the server's memory under any attack."""

CODE_MB = 32
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
    assert measure_memory(server.popen.pid, "VmHWM") - before < MAX_GROWTH_MB
    for worker in list_children(server.popen.pid):
        assert measure_memory(worker, "VmHWM") < MAX_DATA_BYTES / 2**20 + CODE_MB
    return replies


# --- player lists -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", LISTS)
def test_a_hostile_list_is_refused(server: Process, desk: Desk, name: str) -> None:
    for reply in attack(server, f"{desk.path}/list", LISTS[name](), desk.headers):
        if name in ("empty cells", "many cells", "many strings", "combining letters"):
            assert reply.status in {200, 413}, reply  # at most one line
        else:
            assert reply.status in {400, 413}, reply
            assert reply.code in {"list_rows", "list_big", "list_unreadable", "too_much_work"}
    good = post(server, f"{desk.path}/list", b"Ann;7a", desk.headers)
    assert [player["name"] for player in good.body["players"]] == ["Ann"]


# --- other uploads ----------------------------------------------------------------------------


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
    assert measure_memory(server.popen.pid, "VmHWM") - before < MAX_GROWTH_MB


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
