"""`kostka migrate`: copy all data of a server from a folder to a database, or back."""

from __future__ import annotations

import argparse

from kostka.cli.arguments import Commands
from kostka.cli.data_place import parse_data_place, report_store_failures
from kostka.cli.terminal import ProgressLine, format_counts, print_json


def add_command(commands: Commands) -> None:
    """Add `kostka migrate` and its options."""
    command = commands.add_parser(
        "migrate",
        help="copy all data of a server from a folder to a database, or back",
        description="Copy all data of a server from a data folder to a PostgreSQL database, or"
        " back. Stop the server first. The target must be empty. The copy is compared with the"
        " original, which stays as it is.",
        epilog="example: kostka migrate games postgresql://kostka@db.example.org/kostka",
        allow_abbrev=False,
    )
    command.add_argument(
        "source", type=parse_data_place, metavar="FROM", help="data folder or URL of a database"
    )
    command.add_argument(
        "target", type=parse_data_place, metavar="TO", help="data folder or URL of a database"
    )
    command.add_argument("--json", action="store_true", help="print what was done as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> bool:
    """Copy the data."""
    from kostka.server.storage.migration import migrate_data  # noqa: PLC0415  (see serve.py)

    source, target = arguments.source, arguments.target
    with report_store_failures(), ProgressLine() as progress:
        counts = migrate_data(source, target, progress.show)
    if arguments.json:
        print_json({"from": str(source), "to": str(target), "counts": counts})
    else:
        print(f"{target}: {format_counts(counts)}, copied from {source}")
    return True
