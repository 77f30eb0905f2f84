"""The store in PostgreSQL does what every store must do."""

from __future__ import annotations

import pytest

from tests.server.storage.ownership_suite import OwnershipSuite
from tests.server.storage.postgres_nodes import open_postgres_store
from tests.server.storage.store_suite import Opener, StoreSuite


class TestPostgresStore(StoreSuite, OwnershipSuite):
    @pytest.fixture
    def open_store(self, database_url: str) -> Opener:
        return lambda: open_postgres_store(database_url)
