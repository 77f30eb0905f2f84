"""Power losses under a store: what was acknowledged before each must be there afterwards."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from kostka.events.errors import BadRecord
from kostka.server.storage.store import Conflict, StoreFailed
from tests.power_loss.disk import Disk
from tests.power_loss.losses import Lost, choose_positions, lose_power
from tests.power_loss.recording import Kind, Record, Recording
from tests.tools.kill_store import Acknowledged, check_store

ROOT = Path(__file__).parents[2]
LOSSES_IN_A_RUN = 20
COMMANDS_IN_A_ROOM = 3
"""Of the first process of a run, which closes the store; the second is killed."""
ACKNOWLEDGED_IN_A_RUN = 3000
"""Commands of the second process: SQLite writes its journal back into the database twice."""
STANDARD_OUTPUT = 1
DATA = "data"
"""The folder of the store, which it creates on the disk."""


def lose_power_under_store(losses: int, seed: int, synchronous: str | None = None) -> str:
    """Lose power this many times and return a summary; raise `Lost` if anything is missing.

    Each run starts from what the last loss of the run before has left.
    """
    rng, ways, checked = Random(seed), Counter[str](), 0
    known: Acknowledged = {}
    with TemporaryDirectory() as name:
        base = Path(name)
        disk_folder = base / "disk"
        disk_folder.mkdir()
        for run, first in enumerate(range(0, losses, LOSSES_IN_A_RUN)):
            disk = Disk(disk_folder)
            records = record_store(disk_folder, base / f"journal{run}", f"run{run}", synchronous)
            count = min(LOSSES_IN_A_RUN, losses - first)
            positions = choose_positions(len(records), count, rng)
            at = 0
            for loss in lose_power(disk, records, positions, rng, base / "left"):
                known |= parse_acknowledged(records[at : loss.position])
                at = loss.position
                ways[loss.way] += 1
                shutil.rmtree(base / "next", ignore_errors=True)
                shutil.copytree(loss.folder, base / "next")
                checked += sum(known.values())
                check_what_is_left(loss.folder, known, f"run {run} at {at}, kept: {loss.way}")
            disk.check_complete()
            shutil.rmtree(disk_folder)
            (base / "next").rename(disk_folder)
    kinds = ", ".join(f"{count} {way}" for way, count in sorted(ways.items()))
    return (
        f"store: {losses} losses (kept: {kinds}), {checked} acknowledged lines checked, none lost"
    )


def record_store(disk: Path, journal: Path, name: str, synchronous: str | None) -> list[Record]:
    """Let one process write and close the store, then kill another; return the journal."""
    recording = Recording(disk, journal)
    command = [sys.executable, "-m", "tests.tools.append_until_killed", str(disk / DATA)]
    options = [f"--synchronous={synchronous}"] if synchronous else []
    subprocess.run(
        [*command, f"{name}a", f"--commands={COMMANDS_IN_A_ROOM}", *options],
        cwd=ROOT,
        env=recording.environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    with subprocess.Popen(
        [*command, f"{name}b", *options],
        cwd=ROOT,
        env=recording.environment,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        for number, _ in enumerate(process.stdout):
            if number == ACKNOWLEDGED_IN_A_RUN:
                process.kill()
    assert process.returncode == -signal.SIGKILL, "the process ended by itself"
    return recording.read()


def parse_acknowledged(records: Sequence[Record]) -> Acknowledged:
    """Return the last line of each game that was printed."""
    said = (record for record in records if record.kind is Kind.SAY)
    printed = b"".join(record.data for record in said if record.node == STANDARD_OUTPUT)
    lines = (line.rsplit(" ", 1) for line in printed.decode().splitlines())
    return {game: int(last) for game, last in lines}


def check_what_is_left(disk: Path, acknowledged: Acknowledged, when: str) -> None:
    """Check a store after a loss, and go on with it."""
    try:
        asyncio.run(check_store(disk / DATA, acknowledged))
    except (AssertionError, BadRecord, Conflict, StoreFailed, sqlite3.Error, ValueError) as error:
        raise Lost(f"power loss in {when}: {error}") from error
