"""`kostka play`: start the server and open the game in the browser."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial

from kostka.cli.arguments import Commands
from kostka.cli.serve import serve_until_stopped
from kostka.cli.setting_options import add_setting_options, read_chosen_settings


def add_command(commands: Commands) -> None:
    """Add `kostka play`, with the options of `kostka serve`."""
    command = commands.add_parser(
        "play",
        help="start the web server and open the game in the browser",
        description="Start the web server and open the game: the same as kostka serve --open.",
        epilog="example: kostka play --host 0.0.0.0",
        allow_abbrev=False,
    )
    add_setting_options(command)
    command.set_defaults(run=partial(run, command))


def run(command: argparse.ArgumentParser, arguments: argparse.Namespace) -> bool:
    """Serve until Ctrl-C, and open the page."""
    serve_until_stopped(replace(read_chosen_settings(command, arguments), open=True))
    return True
