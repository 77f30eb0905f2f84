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
from starlette.routing import Route, WebSocketRoute

from kostka.server.app import application
from kostka.server.openapi.build import description, plain
from kostka.server.serve import Server, create_listening_socket
from kostka.server.storage.sqlite_store import SqliteStore

DOCS = Path(__file__).parents[3] / "docs"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]


def routes(folder: Path) -> Iterator[tuple[str, str]]:
    """Give the path and the method of everything that the server answers over HTTP."""
    for route in application(SqliteStore(folder)).routes:
        if isinstance(route, Route):
            methods = (route.methods or set()) - {"HEAD"}
            yield from ((plain(route.path), method.lower()) for method in methods)
        else:
            assert isinstance(route, WebSocketRoute)


def test_every_route_is_described(tmp_path: Path) -> None:
    described = [
        (path, method) for path, found in description()["paths"].items() for method in found
    ]
    assert sorted(described) == sorted(routes(tmp_path))


def test_the_description_in_the_documentation_is_the_one_of_the_code() -> None:
    written = json.loads((DOCS / "openapi.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(description())), "make api writes it anew"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server beside the tests."""
    folder = tmp_path_factory.mktemp("data")
    door = create_listening_socket("127.0.0.1", 0)
    running: list[Server] = []

    async def serve() -> None:
        running.append(Server(application(await SqliteStore.open(folder))))
        await running[0].serve([door])

    thread = Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    yield f"http://127.0.0.1:{door.getsockname()[1]}"
    running[0].should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def routes_described() -> Any:
    return schemathesis.openapi.from_dict(description())


schemathesis.serializer.alias("application/x-ndjson", "text/plain")

everything = schemathesis.pytest.from_fixture("routes_described")


@everything.parametrize()
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_no_question_breaks_a_route(case: schemathesis.Case[Any], address: str) -> None:
    answer = case.call(base_url=address)
    case.validate_response(answer, checks=CHECKS)
