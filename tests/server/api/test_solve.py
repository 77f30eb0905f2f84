"""`POST /api/solve`: the solver's answers over HTTP, and every way to be refused."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.types import Message

from kostka import solver
from kostka.editions import CLASSIC, TWIST, apply_house_rules
from kostka.protocol.solve_api import MAX_PLAYS
from kostka.server.api.errors import HttpErrors
from kostka.server.api.solve import MAX_BYTES, RATE, SolveRoute
from kostka.server.ops.metrics import Metrics
from kostka.server.workers.tasks import position_answers
from kostka.solver import Objective
from kostka.tiles import format_set, parse_set, parse_table
from tests.server.running import server
from tests.server.workers.tasks_here import TasksHere

E2 = {"edition": "classic", "rack": "B3 B5 B6 K13", "table": "K1 K2 K3 | K4 R4 B4 O4"}


class Clock:
    """A time that stands still, unless it is moved."""

    now = 0

    def __call__(self) -> int:
        return self.now


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: Any


def get_first_problem(body: Any) -> tuple[str, str]:
    """Return code and clause of the first problem."""
    return body["problems"][0]["code"], body["problems"][0]["clause"]


def get_first_code(body: Any) -> str:
    return get_first_problem(body)[0]


class Asker:
    """Asks an application that only solves, at a time of its own."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.metrics = Metrics()
        self.solving = SolveRoute(TasksHere(), self.clock, self.metrics)
        errors = HttpErrors(self.metrics, {}, lambda status: Response(status_code=status))
        self.app = Starlette(
            routes=self.solving.routes, exception_handlers=errors.handlers_by_exception
        )

    async def request(self, method: str, body: bytes, kind: str | None) -> Reply:
        """Send a request, without a network."""
        headers = [] if kind is None else [(b"content-type", kind.encode())]
        path = "/api/solve"
        scope = {"type": "http", "method": method, "path": path, "headers": headers}
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start, answer = sent
        heard = {name.decode(): value.decode() for name, value in start["headers"]}
        is_json = heard["content-type"] == "application/json"
        return Reply(start["status"], heard, json.loads(answer["body"]) if is_json else None)

    def post(self, body: bytes, kind: str | None = "application/json") -> Reply:
        return asyncio.run(self.request("POST", body, kind))

    def ask(self, **fields: object) -> Reply:
        return self.post(json.dumps(fields).encode())


@pytest.fixture
def asker() -> Asker:
    return Asker()


# --- answers ----------------------------------------------------------------------------------


def test_the_best_play_with_its_steps(asker: Asker) -> None:
    status, headers, answer = asker.ask(**E2)
    assert status == 200
    assert headers["content-type"] == "application/json"
    (play,) = answer["plays"]
    assert play["placed"] == ["B3", "B5", "B6"]
    assert (play["tiles"], play["points"], play["kept"]) == (3, 14, 1)
    assert play["optimal"] is True
    assert answer["complete"] is True
    take, lay = play["steps"]
    assert take == {
        "code": "take",
        "sets": ["K4 R4 B4 O4"],
        "tiles": [],
        "becomes": ["K4 R4 O4"],
        "free": ["B4"],
        "rack": [],
        "text": "take B4 from K4 R4 B4 O4",
    }
    assert (lay["code"], lay["becomes"]) == ("lay", ["B3 B4 B5 B6"])
    assert sorted(lay["rack"]) == ["B3", "B5", "B6"]
    assert [found["valid"] for found in answer["sets"]] == [True, True]


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("opened", [True, False])
def test_plays_are_the_solvers_own(asker: Asker, objective: Objective, *, opened: bool) -> None:
    rack, table = "R10 B10 K10 R5 J C B9 O2", "B6 B7 B8 | K1 R1 O1"
    question = {"edition": "twist", "rack": rack, "table": table.split(" | "), "moves": 4}
    heard = asker.ask(**question, opened=opened, objective=objective)
    assert heard.status == 200
    asked = (TWIST, parse_table(table), parse_set(rack))
    how: Any = {"opened": opened, "objective": objective}
    expected = [
        play for _, play in zip(range(4), solver.iterate_plays(*asked, **how), strict=False)
    ]
    expected = expected or [solver.solve(*asked, **how)]
    assert [play["placed"] for play in heard.body["plays"]] == [
        [face.name for face in play.placed] for play in expected
    ]
    for play, own in zip(heard.body["plays"], expected, strict=True):
        assert play["table"] == [format_set(meld) for meld in own.table]
        assert (play["points"], play["value"]) == (own.points, own.value)
        assert [step["text"] for step in play["steps"]] == [str(step) for step in own.steps]


def test_jokers_are_read(asker: Asker) -> None:
    (play,) = asker.ask(edition="classic", rack="B5 J", table="R3 J R5 | B6 B7 B8").body["plays"]
    reads = dict(zip(play["table"], play["reads"], strict=True))
    assert reads["R3 J R5"] == ["R3", "R4", "R5"]
    assert sum(map(len, play["reads"])) == 8


def test_house_rules_count(asker: Asker) -> None:
    question = {"edition": "classic", "rack": "R1 B1 K1", "opened": False}
    (none,) = asker.ask(**question).body["plays"]
    assert (none["tiles"], none["optimal"]) == (0, True)
    (play,) = asker.ask(**question, rules={"opening_threshold": 0}).body["plays"]
    assert play["tiles"] == 3
    lax = apply_house_rules(CLASSIC, opening_threshold=0)
    own = solver.solve(lax, [], parse_set("R1 B1 K1"), opened=False)
    assert play["value"] == own.value == 3


def test_where_time_is_up_there_are_fewer_plays(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(position_answers, "TIMEOUT_SECONDS", -1.0)
    question = {"edition": "classic", "rack": "B3 B7", "table": "B4 B5 B6"}
    hasty = asker.ask(**question, moves=3).body
    assert (len(hasty["plays"]), hasty["complete"]) == (1, False)
    assert asker.ask(**question, moves=1).body["complete"] is True
    monkeypatch.undo()
    patient = asker.ask(**question, moves=3).body
    assert (len(patient["plays"]), patient["complete"]) == (3, True)
    # There are no more than three, which is no matter of time.
    assert asker.ask(**question, moves=MAX_PLAYS).body == patient


# --- refusals ---------------------------------------------------------------------------------


@pytest.mark.clause("N-11")
def test_sets_that_are_none_are_refused_with_their_clauses(asker: Asker) -> None:
    status, _, answer = asker.ask(edition="classic", rack="B3", table="B4 B5 | K1 K2 K3 | R1 R3 R4")
    assert status == 422
    assert get_first_problem(answer) == ("short_run", "N-11")
    assert answer["error"].startswith(
        "B4 B5 has too few tiles (2): a set needs at least 3 (N-11); "
    )
    assert "\n" not in answer["error"]
    assert [problem["code"] for problem in answer["problems"]] == ["short_run", "run_gap"]
    assert [found["valid"] for found in answer["sets"]] == [False, True, False]
    assert answer["sets"][0]["problem"] == answer["problems"][0]


@pytest.mark.clause("N-1")
def test_no_more_tiles_than_the_box_holds(asker: Asker) -> None:
    status, _, answer = asker.ask(edition="classic", rack="B3 B3 D", table="B3 B4 B5")
    assert status == 422
    assert get_first_problem(answer) == ("not_in_box", "N-1")
    assert answer["error"] == "3 x B3, but the box holds 2 (N-1); 1 x D, but the box holds 0 (N-1)"
    assert [found["valid"] for found in answer["sets"]] == [True]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "expected JSON, got nothing"),
        (b"{", "the JSON ends too early, after byte 1"),
        (b"\xff", "this is not JSON"),
        (b"[]", "expected an object"),
        (b"{}", "edition"),
        (b'{"edition": "classic"}', "rack"),
        (b'{"edition": "chess", "rack": ""}', "'chess' is not an edition"),
        (b'{"edition": {}, "rack": ""}', "expected"),
        (b'{"edition": "classic", "rack": "B14"}', "'B14' is not a tile"),
        (b'{"edition": "classic", "rack": "B1", "table": "B1 || B2"}', "an empty set"),
        (b'{"edition": "classic", "rack": "B1", "objective": "fun"}', "objective"),
        (b'{"edition": "classic", "rack": "B1", "moves": 0}', "moves"),
        (b'{"edition": "classic", "rack": "B1", "moves": 13}', "moves"),
        (b'{"edition": "classic", "rack": "B1", "moves": null}', "moves"),
        (b'{"edition": "classic", "rack": "B1", "opened": 1}', "opened"),
        (b'{"edition": "classic", "rack": "B1", "more": 1}', "more"),
        (b'{"edition": "classic", "rack": "B1", "rules": {"key": "x"}}', "'key' is not a field"),
        (b'{"edition": "classic", "rack": "B1", "rules": {"joker_penalty": -1}}', "joker_penalty"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_line(asker: Asker, body: bytes, why: str) -> None:
    status, headers, answer = asker.post(body)
    assert status == 400
    assert headers["content-type"] == "application/json"
    assert get_first_problem(answer) == ("bad_message", "")
    assert "\n" not in answer["error"]
    assert re.search(why, answer["error"]), answer["error"]


def test_depths_of_house_rules_are_not_followed(asker: Asker) -> None:
    rules = b'{"edition": "classic", "rack": "B1", "rules": {"box": ' + b"[" * 7000
    status, _, answer = asker.post(rules)
    assert status == 400
    assert "nested too deeply" in answer["error"]


def test_only_json_is_read(asker: Asker) -> None:
    body = json.dumps(E2).encode()
    for kind in (None, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"):
        heard = asker.post(body, kind)
        assert (heard.status, get_first_code(heard.body)) == (415, "not_json")
    assert asker.post(body, "Application/JSON; charset=utf-8").status == 200


def test_long_questions_are_not_read(asker: Asker) -> None:
    body = json.dumps(E2).encode()
    assert asker.post(body.ljust(MAX_BYTES)).status == 200
    heard = asker.post(body.ljust(MAX_BYTES + 1))
    assert (heard.status, get_first_code(heard.body)) == (413, "too_long")


def test_questions_are_posted(asker: Asker) -> None:
    heard = asyncio.run(asker.request("GET", b"", None))
    assert heard.status == 405
    assert heard.headers["allow"] == "POST"


def test_an_address_may_ask_so_often(asker: Asker) -> None:
    for _ in range(int(RATE.burst)):
        assert asker.ask(edition="classic", rack="").status == 200
    heard = asker.ask(**E2)
    assert (heard.status, get_first_code(heard.body)) == (429, "too_many")
    asker.clock.now += 1000 * int(heard.headers["retry-after"])
    assert asker.ask(**E2).status == 200
    assert b'kostka_refused_total{code="too_many"} 1.0' in asker.metrics.render()


def test_the_server_solves(tmp_path: Path) -> None:
    async def ask() -> None:
        async with server(tmp_path) as url:
            status, headers, answer = await asyncio.to_thread(_post_question, url, json.dumps(E2))
            assert status == 200
            assert answer["plays"][0]["tiles"] == 3
            assert "default-src 'self'" in headers["content-security-policy"]

    asyncio.run(asyncio.wait_for(ask(), 60))


def _post_question(url: str, body: str) -> Reply:
    connection = HTTPConnection(urlsplit(url).netloc)
    try:
        connection.request("POST", "/api/solve", body, {"content-type": "application/json"})
        answer = connection.getresponse()
        return Reply(answer.status, dict(answer.getheaders()), json.loads(answer.read()))
    finally:
        connection.close()
