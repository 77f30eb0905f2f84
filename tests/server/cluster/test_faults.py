"""A small run of the fault laboratory; `make faults` lets 470 faults happen."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.debian_tools import skip_or_fail
from tests.tools.faults.__main__ import run_faults, run_without_fencing
from tests.tools.faults.fault_kinds import FAILOVER, KILL, PARTITION, ROLLING, STOP
from tools.cluster.programs import ProgramMissing, require_programs


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the user of PostgreSQL can enter."""
    try:
        require_programs()
    except ProgramMissing as error:
        skip_or_fail(str(error))
    folder = Path(mkdtemp(prefix="kostka-faults-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_a_few_faults_of_each_kind_lose_nothing(folder: Path) -> None:
    counts = {KILL: 2, STOP: 1, PARTITION: 2, FAILOVER: 1, ROLLING: 1}
    summary = asyncio.run(run_faults(folder, counts, seed=5, longest_stop=4, few=True))
    assert "0 lost, 0 doubled, 0 rooms with two histories" in summary


def test_without_fencing_two_owners_are_noticed(folder: Path) -> None:
    assert "with two histories" in asyncio.run(run_without_fencing(folder, tries=2))
