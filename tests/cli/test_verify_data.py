"""`kostka verify-data`."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from kostka.cli.main import main
from tests.server.storage.test_backup import write_sample


def test_faults_are_one_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(write_sample(tmp_path))
    data = tmp_path
    assert main(["verify-data", "--data", str(data)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("room KQJX: ")
    assert lines[-1] == f"{data}: 3 faults in 1 guest, 1 room, 1 game, 1 tournament"
    assert len(lines) == 4
    assert main(["verify-data", "--data", str(data), "--json"]) == 1
    *faults, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert [(fault["kind"], fault["id"]) for fault in faults] == [
        ("rooms", "KQJX"),
        ("games", "game-1"),
        ("tournaments", "cup-1"),
    ]
    assert all(fault["problem"] for fault in faults)
    assert summary == {
        "ok": False,
        "faults": 3,
        "checked": {"guests": 1, "rooms": 1, "games": 1, "tournaments": 1},
    }
