"""Every route answers failures with the same JSON body."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Message

from kostka.server.api.check import MAX_BYTES
from kostka.server.app import build_application
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import StoreFailed
from tests.server.stores import open_store

JSON = {"content-type": "application/json"}
NOWHERE = "0" * 16
"""The id of a tournament that does not exist."""

SHORT = b'{"edition": "classic", "rack": "", "table": "B3 B4"}'


class Case(NamedTuple):
    """A request that fails."""

    request: str
    status: int
    code: str
    body: bytes = b""
    headers: Mapping[str, str] = MappingProxyType({})


CASES = [
    Case("GET /api/nowhere", 404, "no_route"),
    Case("POST /nowhere", 404, "no_route"),
    Case("GET /static/nowhere.js", 404, "no_file"),
    Case("GET /static/../app.py", 404, "no_file"),
    Case("POST /healthz", 405, "wrong_method"),
    Case("POST /metrics", 405, "wrong_method"),
    Case("DELETE /", 405, "wrong_method"),
    Case("POST /sw.js", 405, "wrong_method"),
    Case("PUT /api/editions", 405, "wrong_method"),
    Case("POST /api/rooms", 405, "wrong_method"),
    Case("GET /api/rules/chess", 404, "no_edition"),
    Case("GET /api/rules/classic?opening_threshold=101", 400, "bad_message"),
    Case("GET /api/check", 405, "wrong_method"),
    Case("POST /api/check", 400, "bad_message"),
    Case("POST /api/check", 413, "too_long", b" " * (MAX_BYTES + 1)),
    Case("POST /api/solve", 415, "not_json"),
    Case("POST /api/solve", 400, "bad_message", b"{", JSON),
    Case("POST /api/solve", 413, "too_long", b" " * (MAX_BYTES + 1), JSON),
    Case("POST /api/solve", 422, "short_run", SHORT, JSON),
    Case("POST /api/themes", 400, "theme_title", b"cat"),
    Case("POST /api/themes?title=A", 400, "theme_encoding", b"\xff\xff"),
    Case("POST /api/themes?title=A", 413, "too_long", b" " * 600_000),
    Case("GET /api/games/nothing", 404, "unknown_game"),
    Case("GET /api/games/nothing/steps", 404, "unknown_game"),
    Case("POST /api/steps", 400, "bad_message", b"hello\n"),
    Case("GET /api/steps", 405, "wrong_method"),
    Case("GET /api/me", 401, "unknown_token"),
    Case("DELETE /api/me", 401, "unknown_token"),
    Case("POST /api/tournaments", 400, "bad_message", b"{}"),
    Case("POST /api/tournaments", 403, "foreign_page", b"{}", {"origin": "http://elsewhere"}),
    Case("POST /api/tournaments/file", 400, "bad_message", b"hello\n"),
    Case(f"GET /api/tournaments/{NOWHERE}", 404, "no_tournament"),
    Case(f"GET /api/tournaments/{NOWHERE}?after=x", 404, "no_tournament"),
    Case(f"GET /api/tournaments/{NOWHERE}/file", 404, "no_tournament"),
    Case(f"GET /api/tournaments/{NOWHERE}/history", 404, "no_tournament"),
    Case(f"GET /api/tournaments/{NOWHERE}/kit.pdf", 404, "no_tournament"),
    Case(f"GET /api/tournaments/{NOWHERE}/export/all.xlsx", 404, "no_tournament"),
    Case(f"GET /api/tournaments/{NOWHERE}/links", 404, "no_tournament"),
    Case(f"POST /api/tournaments/{NOWHERE}/links", 400, "bad_message", b"[]"),
    Case(f"POST /api/tournaments/{NOWHERE}/online", 400, "bad_message", b"[]"),
    Case(f"POST /api/tournaments/{NOWHERE}/online/1/rulings", 400, "bad_message", b"[]"),
    Case(f"GET /api/tournaments/{NOWHERE}/online/1/links", 404, "no_tournament"),
    Case(f"POST /api/tournaments/{NOWHERE}/commands", 400, "bad_message", b"[]"),
    Case(f"POST /api/tournaments/{NOWHERE}/preview", 413, "too_long", b" " * 300_000),
    Case(f"POST /api/tournaments/{NOWHERE}/list", 404, "no_tournament", b"Ala"),
]


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


async def send(app: Starlette, case: Case, address: str = "192.0.2.7") -> Reply:
    """Send a request to an application, without a network."""
    method, path = case.request.split(" ")
    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in case.headers.items()],
        "client": (address, 1),
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": case.body, "more_body": False}

    async def keep(message: Message) -> None:
        sent.append(message)

    with suppress(ZeroDivisionError):  # Starlette raises bugs again after it has answered
        await app(scope, receive, keep)
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Reply(sent[0]["status"], headers, b"".join(part.get("body", b"") for part in sent[1:]))


def run(folder: Path, work: Any) -> Any:
    """Run `work(app)` with an application that is closed afterwards."""

    async def main() -> Any:
        store = await open_store(folder)
        app = build_application(store)
        try:
            return await work(app)
        finally:
            await app.state.workers.close()
            await store.close()

    return asyncio.run(main())


def check_shape(reply: Reply) -> str:
    """Check the body of a failure; return the code of its first problem."""
    assert reply.headers["content-type"] == "application/json", reply.body
    body = json.loads(reply.body)
    assert set(body) - {"sets"} == {"error", "problems"}
    assert body["error"]
    assert "\n" not in body["error"]
    assert body["problems"]
    for problem in body["problems"]:
        assert set(problem) == {"code", "clause", "values", "text"}
        assert problem["text"] in body["error"]
    assert ("retry-after" in reply.headers) == (reply.status in {429, 503})
    return str(body["problems"][0]["code"])


def test_every_failure_has_the_same_shape(tmp_path: Path) -> None:
    async def work(app: Starlette) -> None:
        for case in CASES:
            reply = await send(app, case)
            assert (reply.status, check_shape(reply)) == (case.status, case.code), case.request

    run(tmp_path, work)


def test_every_api_route_is_among_the_cases(tmp_path: Path) -> None:
    async def list_routes(app: Starlette) -> Sequence[Route]:
        return [route for route in app.routes if isinstance(route, Route)]

    paths = [case.request.split(" ")[1].partition("?")[0] for case in CASES]
    for route in run(tmp_path, list_routes):
        if route.path.startswith("/api"):
            assert any(route.path_regex.match(path) for path in paths), route.path


def test_unknown_addresses_show_the_page_with_status_404(tmp_path: Path) -> None:
    async def work(app: Starlette) -> None:
        for path in ("/nowhere", "/room", "/rules/classic/more", "/apis", "/index.html"):
            reply = await send(app, Case(f"GET {path}", 404, ""))
            assert reply.status == 404, path
            assert b"<!doctype html>" in reply.body

    run(tmp_path, work)


def test_the_allowed_methods_are_named(tmp_path: Path) -> None:
    async def work(app: Starlette) -> Reply:
        return await send(app, Case("GET /api/check", 405, ""))

    assert run(tmp_path, work).headers["allow"] == "POST"


def test_too_many_requests_have_the_same_shape(tmp_path: Path) -> None:
    async def work(app: Starlette) -> None:
        for request in ("POST /api/steps", "POST /api/themes?title=A", "POST /api/solve"):
            case = Case(request, 429, "too_many", b"x\n")
            for _ in range(100):
                reply = await send(app, case)
                if reply.status == case.status:
                    break
            assert (reply.status, check_shape(reply)) == (429, "too_many"), request

    run(tmp_path, work)


@pytest.mark.sqlite_only("its store fails as SQLite does")
@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(ZeroDivisionError("secret"), 500, "failed"), (StoreFailed("/secret"), 503, "unreadable")],
)
def test_what_goes_wrong_inside_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str
) -> None:
    def fail(*_: object) -> Coroutine[Any, Any, None]:
        raise error

    monkeypatch.setattr(SqliteStore, "load_game_log", fail)

    async def work(app: Starlette) -> Reply:
        return await send(app, Case("GET /api/games/any", status, code))

    reply = run(tmp_path, work)
    assert (reply.status, check_shape(reply)) == (status, code)
    assert b"secret" not in reply.body


def test_no_text_of_the_json_library_gets_out(tmp_path: Path) -> None:
    async def work(app: Starlette) -> None:
        for body in (b"", b"{", b"nonsense", b"\xff", b"[]", b'{"edition": 7}', b'{"x": 1}'):
            for request in ("POST /api/check", "POST /api/solve", "POST /api/tournaments"):
                reply = await send(app, Case(request, 400, "bad_message", body, JSON))
                assert reply.status == 400
                for text in (b"truncated", b"malformed", b"Expected", b"Object", b"`", b"codec"):
                    assert text not in reply.body

    run(tmp_path, work)
