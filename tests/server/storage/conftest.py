"""What tests of the stores share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kostka.server.storage import postgres_nodes
from tests.postgres import get_server


@pytest.fixture
def database_url() -> Iterator[str]:
    """A new database with all tables and nothing in them."""
    with get_server().lend_database() as url:
        yield url


@pytest.fixture
def empty_database_url() -> Iterator[str]:
    """A new database without tables."""
    with get_server().lend_database(template="template0") as url:
        yield url


@pytest.fixture
def short_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nodes die sooner, so that a test need not wait long."""
    monkeypatch.setattr(postgres_nodes, "LEASE_SECONDS", 0.6)
    monkeypatch.setattr(postgres_nodes, "HEARTBEAT_SECONDS", 0.15)
