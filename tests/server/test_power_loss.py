"""A few simulated power losses; `python -m tests.tools.lose_power` does two hundred."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.power_loss.disk import Disk
from tests.power_loss.losses import Lost
from tests.power_loss.recording import Kind, Record, explain_why_unavailable
from tests.power_loss.server_losses import lose_power_under_server
from tests.power_loss.store_losses import lose_power_under_store

if reason := explain_why_unavailable():
    assert not os.environ.get("CI"), reason
    pytest.skip(reason, allow_module_level=True)


def test_a_store_loses_nothing_that_was_acknowledged() -> None:
    assert "none lost" in lose_power_under_store(losses=6, seed=1)


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_a_store_that_syncs_too_rarely_is_noticed(synchronous: str) -> None:
    with pytest.raises(Lost):
        lose_power_under_store(20, 1, synchronous)


def test_a_server_loses_nothing_that_it_told_its_clients() -> None:
    assert "none lost" in lose_power_under_server(losses=6, seed=1)


def test_a_disk_that_does_not_sync_is_noticed() -> None:
    with pytest.raises(Lost):
        lose_power_under_server(20, 1, ignore_syncs=True)


# --- the disk itself --------------------------------------------------------------------------


def list_outcomes(folder: Path, target: Path, *records: Record) -> set[bytes | None]:
    """Return all contents of the file `log` that losses after these records may leave."""
    target.mkdir()
    outcomes = set()
    for seed in range(200):
        disk = Disk(folder)
        for record in records:
            disk.follow(record)
        left = target / str(seed)
        disk.lose_power(Random(seed), left)
        file = left / "log"
        outcomes.add(file.read_bytes() if file.exists() else None)
    return outcomes


def test_what_is_synced_stays(tmp_path: Path) -> None:
    folder, target = tmp_path / "disk", tmp_path / "left"
    folder.mkdir()
    (folder / "log").write_bytes(b"old!")
    node = (folder / "log").stat().st_ino
    synced = [Record(Kind.WRITE, node, 4, b"new!"), Record(Kind.SYNC, node, 0, b"")]
    assert list_outcomes(folder, target, *synced) == {b"old!new!"}


def test_a_write_may_reach_the_disk_in_part(tmp_path: Path) -> None:
    folder, target = tmp_path / "disk", tmp_path / "left"
    folder.mkdir()
    (folder / "log").write_bytes(b"a" * 1024)
    node = (folder / "log").stat().st_ino
    outcomes = list_outcomes(folder, target, Record(Kind.WRITE, node, 0, b"b" * 1024))
    assert outcomes == {one * 512 + other * 512 for one in (b"a", b"b") for other in (b"a", b"b")}


def test_a_synced_file_may_lose_its_name(tmp_path: Path) -> None:
    folder, target = tmp_path / "disk", tmp_path / "left"
    folder.mkdir()
    path = str(folder.resolve() / "log").encode()
    records = [
        Record(Kind.CREATE, 1, 0, path),
        Record(Kind.WRITE, 1, 0, b"text"),
        Record(Kind.SYNC, 1, 0, b""),
    ]
    assert list_outcomes(folder, target, *records) == {None, b"text"}
    name = Record(Kind.SYNC, folder.stat().st_ino, 0, b"")
    assert list_outcomes(folder, tmp_path / "named", *records, name) == {b"text"}
