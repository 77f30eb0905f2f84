"""A few bad messages; `python -m tests.tools.send_bad_messages` sends a hundred thousand."""

from __future__ import annotations

from pathlib import Path

from tests.tools.send_bad_messages import send_bad_messages


def test_whatever_is_sent_is_answered_or_hung_up_on(tmp_path: Path) -> None:
    assert "answered" in send_bad_messages(tmp_path, messages=3000, seed=5)
