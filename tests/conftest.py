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
    "cli/test_simulate.py",
    "oracle/test_program.py",
    "server/openapi/test_http.py",
    "server/test_bad_messages.py",
    "server/test_kill_server.py",
    "server/tournaments/test_kills.py",
    "solver/test_against_program.py",
    "solver/test_steps.py",
    "test_perft.py",
    "test_recorded_games.py",
    "test_state_machine.py",
    "web/test_javascript.py::test_node[fuzz",
    "web/test_javascript.py::test_types",  # make check does the same
    "word/test_state_machine.py",
)
"""How the ids of tests begin that take many seconds; `make test-fast` leaves them out."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests."""
    for item in items:
        if item.nodeid.removeprefix("tests/").startswith(SLOW):
            item.add_marker(pytest.mark.slow)
