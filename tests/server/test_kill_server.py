"""A few kills of the whole server; `python -m tests.tools.kill_server` does a hundred."""

from __future__ import annotations

from pathlib import Path

from tests.tools.kill_server import kill_repeatedly


def test_a_killed_server_loses_no_acknowledged_move(tmp_path: Path) -> None:
    assert "none lost" in kill_repeatedly(tmp_path, times=4, seed=3)
