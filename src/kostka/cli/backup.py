"""`kostka backup`: copy all data of a server into one file."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from kostka.cli.arguments import Commands
from kostka.cli.data_place import add_data_options, get_data_place, report_store_failures
from kostka.cli.terminal import ProgressLine, format_counts, print_json


def add_command(commands: Commands) -> None:
    """Add `kostka backup` and its options."""
    command = commands.add_parser(
        "backup",
        help="copy all data of a server into one file",
        description="Copy all data of a server into one file, as it is at one moment. The server"
        " may go on running, with any number of nodes. Keep the file private: it holds names and"
        " running games.",
        epilog="example: kostka backup kostka-monday.zip --data games",
        allow_abbrev=False,
    )
    command.add_argument("file", type=Path, metavar="FILE", help="file to write")
    add_data_options(command)
    command.add_argument("--json", action="store_true", help="print the manifest as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Write the backup."""
    from kostka.server.storage.backup import create_backup  # noqa: PLC0415  (see serve.py)

    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    with report_store_failures(), ProgressLine() as progress:
        manifest = create_backup(get_data_place(arguments), arguments.file, created, progress.show)
    if arguments.json:
        print_json(manifest)
    else:
        print(f"{arguments.file}: {format_counts(manifest.counts)}, as of {created}")
    return True
