"""WebSockets and HTTP use internals of uvicorn, so versions are bounded and the names exist."""

from __future__ import annotations

import ast
import inspect
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kostka.server.transport.fast_websocket import FastWebSocket
from kostka.server.transport.timed_http import TimedHttp

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"

HOOKS = (
    *("handle_connect", "run_asgi", "send_receive_event_to_app", "send_keepalive_ping"),
    *("data_received", "connection_lost", "pause_writing", "resume_writing"),
)
"""Methods of uvicorn that the fast WebSocket replaces or extends."""


HTTP_HOOKS = (
    *("connection_made", "connection_lost", "handle_websocket_upgrade", "data_received"),
    *("on_response_complete", "pause_writing", "resume_writing"),
)
"""Methods of uvicorn that the timed HTTP extends."""


def list_own_attributes(kind: type, context: type[ast.expr_context]) -> set[str]:
    """Return the attributes of `self` that the source of a class reads, or assigns."""
    return {
        node.attr
        for node in ast.walk(ast.parse(inspect.getsource(kind)))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        and isinstance(node.ctx, context)
    }


def list_inherited_names(kind: type) -> set[str]:
    """Return what a class uses and does not define itself."""
    used = list_own_attributes(kind, ast.expr_context)
    return {name for name in used if name not in vars(kind) and name[0] != "_"}


@pytest.mark.parametrize("package", ["uvicorn", "starlette"])
def test_the_installed_version_is_the_one_that_is_allowed(package: str) -> None:
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    (requirement,) = (
        one for one in map(Requirement, project["dependencies"]) if one.name == package
    )
    installed = Version(version(package))
    assert installed in requirement.specifier
    following = Version(f"{installed.major}.{installed.minor + 1}")
    assert following not in requirement.specifier, "look at its changes, then raise the bound"


def test_uvicorn_has_every_attribute_that_is_used() -> None:
    names = list_inherited_names(FastWebSocket)
    assert {"queue", "frames", "read_paused", "ping_timer", "handshake_complete"} <= names
    known = list_own_attributes(WebSocketsSansIOProtocol, ast.Store)
    missing = names - known - set(dir(WebSocketsSansIOProtocol))
    assert not missing


@pytest.mark.parametrize("hook", HOOKS)
def test_uvicorn_calls_every_method_that_is_overridden(hook: str) -> None:
    assert hook in vars(FastWebSocket)
    assert hook in vars(WebSocketsSansIOProtocol)


def test_uvicorn_has_every_attribute_that_http_uses() -> None:
    names = list_inherited_names(TimedHttp)
    assert {"conn", "cycle", "flow", "client", "transport", "loop"} <= names
    known = list_own_attributes(H11Protocol, ast.Store)
    assert not names - known - set(dir(H11Protocol))


@pytest.mark.parametrize("hook", HTTP_HOOKS)
def test_uvicorn_calls_every_method_that_http_overrides(hook: str) -> None:
    assert hook in vars(TimedHttp)
    assert hook in vars(H11Protocol)
