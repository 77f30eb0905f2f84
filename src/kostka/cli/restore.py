"""`kostka restore`: put the data of a backup into a data folder."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from kostka.cli.arguments import Commands
from kostka.cli.data_folder import add_data_option, get_data_folder, report_store_failures
from kostka.cli.terminal import ProgressLine, format_counts, print_json


def add_command(commands: Commands) -> None:
    """Add `kostka restore` and its options."""
    command = commands.add_parser(
        "restore",
        help="put the data of a backup into a data folder",
        description="Put the data of a backup into a data folder. No server may be using the"
        " folder. The backup is checked before anything changes.",
        epilog="example: kostka restore kostka-monday.zip --data games",
        allow_abbrev=False,
    )
    command.add_argument("file", type=Path, metavar="FILE", help="file that kostka backup wrote")
    add_data_option(command)
    command.add_argument(
        "--replace", action="store_true", help="move data that is in the folder aside"
    )
    command.add_argument("--json", action="store_true", help="print what was done as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Restore the backup."""
    from kostka.server.storage.restore import restore_backup  # noqa: PLC0415  (see serve.py)

    folder = get_data_folder(arguments)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    with report_store_failures(), ProgressLine() as progress:
        manifest, old_data = restore_backup(
            arguments.file, folder, replace=arguments.replace, stamp=stamp, report=progress.show
        )
    if arguments.json:
        moved = None if old_data is None else str(old_data)
        print_json({"folder": str(folder), "manifest": manifest, "old_data": moved})
        return True
    print(f"{folder}: {format_counts(manifest.counts)}, as of {manifest.created}")
    if old_data is not None:
        print(f"The data that was there is now {old_data}")
    return True
