"""The comparison of drivers for PostgreSQL."""

from __future__ import annotations

import json

import pytest

from bench.command_line import main
from tests.postgres import get_server


def test_both_drivers_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("psycopg", reason="psycopg is in requirements-bench.lock alone")
    with get_server().lend_database(template="template0") as url:
        assert main(["drivers", url, "--quick", "--json"]) == 0
    costs = json.loads(capsys.readouterr().out)["costs"]
    assert [(cost["driver"], cost["moves"]) for cost in costs] == [
        (driver, moves) for moves in (1, 24, 100) for driver in ("asyncpg", "psycopg")
    ]
    assert all(0 < cost["node"] < cost["elapsed"] for cost in costs)


def test_a_database_must_be_there(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("psycopg", reason="psycopg is in requirements-bench.lock alone")
    assert main(["drivers", "postgresql://127.0.0.1:1/nowhere"]) == 1
    assert "the database does not answer" in capsys.readouterr().err
