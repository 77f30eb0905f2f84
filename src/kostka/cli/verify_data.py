"""`kostka verify-data`: check every log, hash and reference in a server's data."""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from kostka.cli.arguments import Commands
from kostka.cli.data_place import add_data_options, get_data_place, report_store_failures
from kostka.cli.terminal import ProgressLine, format_counts, print_json

if TYPE_CHECKING:
    from kostka.server.storage.data_place import DataPlace
    from kostka.server.storage.snapshot import Snapshot


def add_command(commands: Commands) -> None:
    """Add `kostka verify-data` and its options."""
    command = commands.add_parser(
        "verify-data",
        help="check all data of a server",
        description="Check the database of a server, every log with its chain of hashes, and every"
        " reference. Nothing is changed, and the server may go on running. The exit status is 1 if"
        " there is a fault.",
        epilog="example: kostka verify-data --data games",
        allow_abbrev=False,
    )
    add_data_options(command)
    command.add_argument("--json", action="store_true", help="print one JSON object per fault")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Print every fault, then a summary; return whether there was none."""
    # Imported here so that other commands start without loading the server.
    from kostka.server.upkeep.verification import iterate_faults  # noqa: PLC0415

    place, faults, checked = get_data_place(arguments), 0, Counter[str]()
    with report_store_failures(), _open_snapshot(place) as data, ProgressLine() as progress:
        counts = data.count_records()

        def count_step(kind: str) -> None:
            checked[kind] += 1
            if kind in counts:
                progress.show(f"checking {kind}", checked[kind], counts[kind])

        for fault in iterate_faults(data, count_step):
            faults += 1
            progress.clear()
            if arguments.json:
                print_json(fault._asdict())
            else:
                print(fault)
    done = {kind: checked[kind] for kind in counts}
    if arguments.json:
        print_json({"ok": not faults, "faults": faults, "checked": done})
    else:
        found = "no faults" if not faults else "1 fault" if faults == 1 else f"{faults} faults"
        print(f"{place}: {found} in {format_counts(done)}")
    return not faults


def _open_snapshot(place: DataPlace) -> AbstractContextManager[Snapshot]:
    from kostka.server.storage.postgres_snapshot import open_database_snapshot  # noqa: PLC0415
    from kostka.server.storage.sqlite_snapshot import open_snapshot  # noqa: PLC0415

    if isinstance(place, Path):
        return open_snapshot(place)
    return open_database_snapshot(place.url)
