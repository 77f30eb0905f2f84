"""The HTTP routes: described, and asked for everything that the description allows and more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from kostka.server.app import build_application
from kostka.server.openapi.__main__ import build_server_document
from kostka.server.openapi.document import build_document, list_described_routes
from kostka.server.serve import Server, create_listening_socket
from kostka.server.storage.sqlite_store import SqliteStore
from tests.server.stores import open_store

DOCS = Path(__file__).parents[3] / "docs"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]


def test_every_route_is_described(tmp_path: Path) -> None:
    routes = build_application(SqliteStore(tmp_path)).routes
    assert all(isinstance(route, Route | WebSocketRoute) for route in routes)
    paths = build_server_document()["paths"]
    for route in list_described_routes(routes):
        assert route.operation.summary == paths[route.path][route.method]["summary"]


def test_a_route_without_a_description_is_an_error() -> None:
    async def handle(_: Request) -> Response:
        return Response()

    with pytest.raises(ValueError, match="/nowhere has no description"):
        build_document([Route("/nowhere", handle)])


def test_the_description_in_the_documentation_is_the_one_of_the_code() -> None:
    written = json.loads((DOCS / "openapi.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(build_server_document())), "run make api"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server beside the tests."""
    folder = tmp_path_factory.mktemp("data")
    door = create_listening_socket("127.0.0.1", 0)
    running: list[Server] = []

    async def serve() -> None:
        running.append(Server(build_application(await open_store(folder))))
        await running[0].serve([door])

    thread = Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    yield f"http://127.0.0.1:{door.getsockname()[1]}"
    running[0].should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def routes_described() -> Any:
    return schemathesis.openapi.from_dict(build_server_document())


schemathesis.serializer.alias("application/x-ndjson", "text/plain")

everything = schemathesis.pytest.from_fixture("routes_described")


@everything.parametrize()
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_no_question_breaks_a_route(case: schemathesis.Case[Any], address: str) -> None:
    answer = case.call(base_url=address)
    case.validate_response(answer, checks=CHECKS)
