"""Runs every test that uses a server's store twice: over SQLite and over PostgreSQL.

A test that is about SQLite's files, or makes its own store fail, is marked `sqlite_only`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server import stores

STORE_USERS = {"world", "server", "serving", "open_store", "run_tournament"}
"""Names from our helpers that open a store."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    is_sqlite_only = any(metafunc.definition.iter_markers("sqlite_only"))
    if vars(metafunc.module).keys() & STORE_USERS and not is_sqlite_only:
        metafunc.parametrize("store_kind", ["sqlite", "postgres"], indirect=True)


@pytest.fixture(autouse=True)
def store_kind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let helpers open stores of the kind that the test runs with."""
    stores.CHOICE.set_kind(getattr(request, "param", "sqlite"))
    yield
    stores.CHOICE.set_kind("sqlite")
