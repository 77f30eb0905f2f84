"""Reads the command line, runs the sub-command, and turns every error into one clear line."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from kostka import __version__
from kostka.events.errors import BadInput, Refused, quote

COMMANDS = ("editions", "check", "solve", "score", "replay", "simulate", "serve", "word")
"""The sub-commands, each a module with `add_command` and `run`."""

DONE, REFUSED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and where to look."""
        one_line = " ".join(message.split())
        self.exit(WRONG_USAGE, f"{self.prog}: {one_line}; see {self.prog} --help\n")


def build_parser(wanted: Sequence[str]) -> Parser:
    """Describe the command and its sub-commands, or the one wanted: it starts quicker alone."""
    top = Parser(
        prog="kostka",
        description="Rules and tools for tile rummy games.",
        epilog="example: kostka check --edition twist 'R6 R7 C B9 B10'",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"kostka {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in wanted[:1] if wanted and wanted[0] in COMMANDS else COMMANDS:
        import_module(f"kostka.cli.{name}").add_command(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        chosen = build_parser(given).parse_args(given)
        yes = chosen.run(chosen)
        sys.stdout.flush()
    except (BadInput, Refused) as error:
        return _report_error(error)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read the output has seen enough; keep Python from complaining at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        what = f"read {quote(error.filename)}" if error.filename else "write the output"
        return _report_error(f"cannot {what}: {error.strerror}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return DONE if yes else REFUSED


def _report_error(error: object) -> int:
    print(f"kostka: {' '.join(str(error).split())}", file=sys.stderr)
    return REFUSED


def run() -> NoReturn:
    """Run the command line of this process."""
    sys.exit(main())
