"""`kostka restore`: put the data of a backup into a data folder or a database."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from kostka.cli.arguments import Commands
from kostka.cli.data_place import add_data_options, get_data_place, report_store_failures
from kostka.cli.terminal import ProgressLine, format_counts, print_json


def add_command(commands: Commands) -> None:
    """Add `kostka restore` and its options."""
    command = commands.add_parser(
        "restore",
        help="put the data of a backup into a data folder or a database",
        description="Put the data of a backup into a data folder or a database, whichever it came"
        " from. No server may be using it. The backup is checked before anything changes.",
        epilog="example: kostka restore kostka-monday.zip --data games",
        allow_abbrev=False,
    )
    command.add_argument("file", type=Path, metavar="FILE", help="file that kostka backup wrote")
    add_data_options(command)
    command.add_argument(
        "--replace", action="store_true", help="move data that is already there aside"
    )
    command.add_argument("--json", action="store_true", help="print what was done as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Restore the backup."""
    # Imported here so that other commands start without loading the server.
    from kostka.server.storage.restore import (  # noqa: PLC0415
        restore_backup,
        restore_into_database,
    )

    place, file = get_data_place(arguments), arguments.file
    stamp, replace = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ"), arguments.replace
    with report_store_failures(), ProgressLine() as progress:
        if isinstance(place, Path):
            manifest, old_data = restore_backup(
                file, place, replace=replace, stamp=stamp, report=progress.show
            )
            moved = None if old_data is None else str(old_data)
        else:
            manifest, moved = restore_into_database(
                file, place.url, replace=replace, stamp=stamp, report=progress.show
            )
    if arguments.json:
        where = "folder" if isinstance(place, Path) else "database"
        print_json({where: str(place), "manifest": manifest, "old_data": moved})
        return True
    print(f"{place}: {format_counts(manifest.counts)}, as of {manifest.created}")
    if moved is not None:
        kind = "" if isinstance(place, Path) else "in the schema "
        print(f"The data that was there is now {kind}{moved}")
    return True
