"""The list of slow tests names only what is there."""

from __future__ import annotations

from tests.conftest import LONGEST, SLOW, TESTS


def test_every_slow_folder_and_module_exists() -> None:
    names = (*SLOW, *LONGEST)
    assert [name for name in names if not (TESTS / name.split("::")[0]).exists()] == []
