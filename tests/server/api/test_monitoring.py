"""Metrics are for the server's own machine; the public port shows them to nobody else."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.types import Message

from kostka.server.app import build_application
from kostka.server.settings import ServerSettings
from tests.server.stores import open_store

DEPLOY = Path(__file__).parent.parent.parent.parent / "deploy"


async def fetch_metrics(app: Starlette, address: str, host: str) -> tuple[int, bytes]:
    """Ask an application for its metrics from an address; return status and body."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": "/metrics",
        "raw_path": b"/metrics",
        "query_string": b"",
        "headers": [(b"host", host.encode())],
        "client": (address, 1),
        "server": ("127.0.0.1", 8000),
        "scheme": "http",
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


def fetch_from(folder: Path, settings: ServerSettings, address: str, host: str) -> tuple[int, str]:
    async def fetch() -> tuple[int, bytes]:
        store = await open_store(folder)
        try:
            return await fetch_metrics(build_application(store, settings=settings), address, host)
        finally:
            await store.close()

    status, body = asyncio.run(fetch())
    return status, body.decode()


@pytest.mark.parametrize(
    ("address", "host", "status"),
    [
        ("127.0.0.1", "127.0.0.1:8000", 200),
        ("127.0.0.1", "localhost:8000", 200),
        ("::1", "[::1]:8000", 200),
        ("192.168.1.7", "127.0.0.1:8000", 404),
        ("2001:db8::1", "[::1]", 404),
        ("127.0.0.1", "kostka.example", 404),  # a proxy that forwards no address
    ],
)
def test_only_programs_on_this_machine_get_metrics(
    address: str, host: str, status: int, tmp_path: Path
) -> None:
    answer, body = fetch_from(tmp_path, ServerSettings(), address, host)
    assert answer == status
    assert ("kostka_games" in body) == (status == 200)


def test_with_their_own_port_the_public_one_has_no_metrics(tmp_path: Path) -> None:
    settings = ServerSettings(metrics_port=9300)
    answer, body = fetch_from(tmp_path, settings, "127.0.0.1", "127.0.0.1:8000")
    assert answer == 404
    assert "kostka_games" not in body


def test_the_alerts_ask_for_metrics_that_exist(tmp_path: Path) -> None:
    _, body = fetch_from(tmp_path, ServerSettings(), "127.0.0.1", "localhost")
    shown = set(re.findall(r"^# TYPE (\w+) ", body, re.MULTILINE))
    alerts = (DEPLOY / "alerts.yml").read_text(encoding="utf-8")
    asked = set(re.findall(r"\b((?:kostka|process)_\w+?)(?:_bucket)?\b(?=[{\[ ])", alerts))
    assert len(asked) >= 8
    assert asked <= shown
