"""The data folder: created privately, and with names that are on disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kostka.server.storage.data_folder import create_folder
from kostka.server.storage.store import StoreFailed


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The inodes of all that is synced."""
    inodes: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda opened: inodes.append(os.fstat(opened).st_ino))
    return inodes


def test_every_new_name_is_synced(tmp_path: Path, synced: list[int]) -> None:
    create_folder(tmp_path / "one" / "two")
    assert (tmp_path / "one" / "two").stat().st_mode & 0o777 == 0o700
    assert {*synced} == {tmp_path.stat().st_ino, (tmp_path / "one").stat().st_ino}


def test_the_name_of_a_folder_that_is_there_is_synced_too(
    tmp_path: Path, synced: list[int]
) -> None:
    (tmp_path / "one").mkdir()
    create_folder(tmp_path / "one")
    assert synced == [tmp_path.stat().st_ino]


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "one").touch()
    with pytest.raises(StoreFailed, match="one: File exists"):
        create_folder(tmp_path / "one")
