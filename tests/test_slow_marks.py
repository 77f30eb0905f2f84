"""The list of slow tests names only what is there."""

from __future__ import annotations

from tests.conftest import SLOW, TESTS


def test_every_slow_folder_and_module_exists() -> None:
    assert [name for name in SLOW if not (TESTS / name.split("::")[0]).exists()] == []
