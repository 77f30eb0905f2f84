"""Some nonsense; `python -m tests.tools.send_garbage` sends a hundred thousand messages."""

from __future__ import annotations

from pathlib import Path

from tests.tools.send_garbage import nonsense


def test_whatever_is_sent_is_answered_or_hung_up_on(tmp_path: Path) -> None:
    assert "answered" in nonsense(tmp_path, messages=3000, seed=5)
