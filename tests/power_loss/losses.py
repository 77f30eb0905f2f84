"""What power losses at random positions of a journal leave, one folder after the other."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.power_loss.disk import Disk
from tests.power_loss.recording import Record

BEGINNING = 100
"""Records in which files are created or recovered: losses among them are rare by chance alone."""


class Lost(AssertionError):  # noqa: N818
    """A power loss took what was acknowledged, or left damaged data."""


class Loss(NamedTuple):
    """A power loss."""

    position: int
    """How many records of the journal had happened."""
    way: str
    """What survived: see `Survival`."""
    folder: Path
    """What is left; it may be changed, and is removed before the next loss."""


def choose_positions(records: int, losses: int, rng: Random) -> list[int]:
    """Choose where to lose power, in order: some losses near the beginning, the others anywhere."""
    early = [rng.randint(0, min(BEGINNING, records)) for _ in range(losses // 5)]
    return sorted([*early, *(rng.randint(0, records) for _ in range(losses - len(early)))])


def lose_power(
    disk: Disk, records: Sequence[Record], positions: Sequence[int], rng: Random, target: Path
) -> Iterator[Loss]:
    """Follow a journal from the beginning to the end, and lose power on the way."""
    at = 0
    for position in positions:
        for record in records[at:position]:
            disk.follow(record)
        at = position
        yield Loss(position, disk.lose_power(rng, target), target)
        shutil.rmtree(target)
    for record in records[at:]:
        disk.follow(record)
