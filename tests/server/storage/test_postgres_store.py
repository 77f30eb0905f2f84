"""The store in PostgreSQL: what every store must do, and what its database makes possible."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kostka.server.storage.postgres_store import PostgresStore
from kostka.server.storage.store import Node
from tests.postgres import get_server
from tests.server.storage.ownership_suite import OwnershipSuite
from tests.server.storage.store_suite import Opener, StoreSuite


@asynccontextmanager
async def open_postgres_store(url: str, name: str = "one") -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(url, Node(name, f"{name}:8000"))
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
def url() -> str:
    return get_server().create_database()


class TestPostgresStore(StoreSuite, OwnershipSuite):
    @pytest.fixture
    def open_store(self, url: str) -> Opener:
        return lambda: open_postgres_store(url)
