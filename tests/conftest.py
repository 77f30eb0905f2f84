"""What all tests share: the mark `slow`."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent

SLOW = (
    "bench/",
    "bots/test_hidden.py",
    "bots/test_soak.py",
    "bots/test_whole_games.py",
    "bots/test_word_bots.py",
    "browser/",
    "cli/test_bad_input.py",
    "cli/test_serve.py",
    "cli/test_simulate.py",
    "oracle/test_program.py",
    "printing/test_kit.py",
    "server/openapi/test_http.py",
    "server/ops/test_write_failures.py",
    "server/rooms/test_lobby.py",
    "server/rooms/test_word_games.py",
    "server/rooms/test_word_lobby.py",
    "server/storage/test_sqlite_store.py",
    "server/test_app.py",
    "server/test_bad_messages.py",
    "server/test_kill_server.py",
    "server/tournaments/test_entries.py",
    "server/tournaments/test_exports.py",
    "server/tournaments/test_kills.py",
    "server/tournaments/test_online.py",
    "server/tournaments/test_online_time.py",
    "server/tournaments/test_routes.py",
    "server/transport/test_frames.py",
    "server/transport/test_session.py",
    "solver/test_against_program.py",
    "solver/test_steps.py",
    "test_perft.py",
    "test_recorded_games.py",
    "test_state_machine.py",
    "web/test_javascript.py",
    "web/test_javascript.py::test_node[fuzz",
    "web/test_javascript.py::test_types",
    "word/test_state_machine.py",
)
"""How the ids of tests begin that take many seconds; `make test-fast` leaves them out."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests."""
    for item in items:
        if item.nodeid.removeprefix("tests/").startswith(SLOW):
            item.add_marker(pytest.mark.slow)
