"""Breaks a cluster under load in many ways, and checks that nothing acknowledged was lost.

`make faults`, or less: `make faults KILLS=20 STOPS=10 PARTITIONS=10 FAILOVERS=5 UPDATES=2`. Status
1 if anything is wrong; the folder with all logs then stays.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from time import monotonic

from tests.tools.faults.fault_kinds import DEFAULT_COUNTS, ROLLING, Faults
from tests.tools.faults.laboratory import Laboratory
from tests.tools.faults.sleeping_owner import SleepingOwner
from tests.tools.faults.timings import HEADER, Timings
from tools.cluster.programs import ProgramMissing

CHECK_EVERY = 10
"""Faults between two checks of the games that are over."""

UNFENCED_TRIES = 16
"""At most: a node that wakes may also hear first that it has lost its rooms, about one time in
three, and then does no harm even without fencing."""


async def run_faults(
    folder: Path,
    counts: dict[str, int],
    seed: int,
    *,
    longest_stop: float = 30.0,
    few: bool = False,
) -> str:
    """Let faults happen in a random order; return a summary, or raise `AssertionError`."""
    begun, random, timings = monotonic(), Random(seed), Timings()
    kinds = [kind for kind, count in counts.items() for _ in range(count)]
    random.shuffle(kinds)
    laboratory = Laboratory(folder)
    async with AsyncExitStack() as stack:
        await laboratory.start(stack)
        faults = Faults(laboratory, timings, random)
        faults.limit_stops(longest_stop)
        async with AsyncExitStack() as players:
            await laboratory.open_tables(players, few=few)
            await laboratory.settle(monotonic())
            for number, kind in enumerate(kinds, start=1):
                print(f"{monotonic() - begun:6.0f} s  {number}/{len(kinds)} {kind}", flush=True)
                await faults.run(kind)
                print(f"          {timings.last}", flush=True)
                if number % CHECK_EVERY == 0:
                    await laboratory.check_logs(is_last=False)
                    assert laboratory.findings.is_clean, describe_findings(laboratory)
            await laboratory.settle(monotonic())
        await laboratory.check_logs(is_last=True)
    assert laboratory.findings.is_clean, describe_findings(laboratory)
    summary = summarize(laboratory, timings)
    assert not laboratory.drafts.lost[ROLLING], summary
    return f"{summary}\n{monotonic() - begun:.0f} s"


async def run_without_fencing(folder: Path, tries: int = 5) -> str:
    """Show that the checker notices two owners, and that fencing prevents what they do."""
    begun = monotonic()
    _, fenced = await let_owners_sleep(folder / "fenced", tries, has_fencing=True)
    assert fenced.findings.is_clean, describe_findings(fenced)
    needed, unfenced = await let_owners_sleep(
        folder / "unfenced", UNFENCED_TRIES, has_fencing=False
    )
    assert not unfenced.findings.is_clean, "nobody noticed that fencing was switched off"
    return (
        f"with fencing nothing is wrong in {tries} tries; without it, as it should be, try {needed}"
        f" found:\n{describe_findings(unfenced)}\n{monotonic() - begun:.0f} s"
    )


async def let_owners_sleep(
    folder: Path, tries: int, *, has_fencing: bool
) -> tuple[int, Laboratory]:
    """Try until something is wrong; return how often, and the laboratory with its findings."""
    laboratory, number = Laboratory(folder, has_fencing=has_fencing), 0
    async with AsyncExitStack() as stack:
        await laboratory.start(stack)
        while number < tries and laboratory.findings.is_clean:
            number += 1
            laboratory.findings.add(await SleepingOwner(laboratory).run())
    return number, laboratory


def describe_findings(laboratory: Laboratory) -> str:
    found = laboratory.findings
    return "\n".join(
        f"{len(what)} {name}: " + "; ".join(what[:5])
        for name, what in (
            ("lost", found.lost),
            ("doubled", found.doubled),
            ("with two histories", found.forked),
        )
        if what
    )


def summarize(laboratory: Laboratory, timings: Timings) -> str:
    found, drafts = laboratory.findings, laboratory.drafts
    acknowledged = sum(
        player.ledger.acknowledged for table in laboratory.tables for player in table.players
    )
    refusals: Counter[str] = Counter()
    for table in laboratory.tables:
        for player in table.players:
            refusals += player.refusals
    reconnects = sum(len(table.reconnects) for table in laboratory.tables)
    checked = (
        f"{acknowledged} moves and {found.moves - acknowledged} results acknowledged, in"
        f" {found.games} games with {found.lines} lines: {len(found.lost)} lost,"
        f" {len(found.doubled)} doubled, {len(found.forked)} rooms with two histories"
    )
    return "\n".join(
        [
            checked,
            f"{reconnects} reconnects; refusals: {dict(refusals)}",
            f"drafts of players who came back: kept {dict(drafts.kept)}, lost {dict(drafts.lost)}",
            HEADER,
            *timings.format_rows(),
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for kind, count in DEFAULT_COUNTS.items():
        flag = f"--{kind.split()[-1]}s"
        parser.add_argument(flag, type=int, default=count, dest=kind)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--without-fencing", action="store_true", help="show instead that the checker finds faults"
    )
    parser.add_argument("--folder", type=Path, help="for data and logs, which then stay")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(mkdtemp(prefix="kostka-faults-"))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)  # PostgreSQL runs as another user
    counts = {kind: getattr(arguments, kind) for kind in DEFAULT_COUNTS}
    try:
        if arguments.without_fencing:
            print(asyncio.run(run_without_fencing(folder)))
        else:
            print(asyncio.run(run_faults(folder, counts, arguments.seed)))
    except (AssertionError, ProgramMissing) as error:
        print(f"faults: {error}\nall logs are in {folder}", file=sys.stderr)
        return 1
    if arguments.folder is None:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
