"""Parse the command line, run the sub-command, and report every error in one line."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from kostka import __version__
from kostka.cli.arguments import format_suggestion
from kostka.events.errors import BadInput, Refused, quote

COMMANDS = (
    *("editions", "check", "solve", "score", "replay", "simulate", "play", "serve", "word"),
    *("backup", "restore", "migrate", "verify-data", "forget-guest"),
)
"""The sub-commands, each a module with `add_command` and `run`."""

DONE, REFUSED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with what is wrong with the command line and where to find help."""
        one_line = hide_passwords(" ".join(message.split()))
        self.exit(WRONG_USAGE, f"{self.prog}: {one_line}; see {self.prog} --help\n")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Reject an unknown command or choice, suggesting the nearest one."""
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            hint = format_suggestion(str(value), names) or f"choose from {', '.join(names)}"
            raise argparse.ArgumentError(action, f"unknown choice {quote(value)} ({hint})")


def hide_passwords(text: str) -> str:
    """Return a text without the passwords of URLs in it."""
    return re.sub(r"(://[^/\s:@]*):[^\s@]*@", r"\1:***@", text)


def build_parser(wanted: Sequence[str]) -> Parser:
    """Build the parser of all sub-commands, or only of the one wanted: that starts faster."""
    top = Parser(
        prog="kostka",
        description="Play, check, solve and score tile rummy games.",
        epilog="example: kostka check --edition twist 'R6 R7 C B9 B10'",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"kostka {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in wanted[:1] if wanted and wanted[0] in COMMANDS else COMMANDS:
        import_module(f"kostka.cli.{name.replace('-', '_')}").add_command(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit status."""
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
            # The reader has closed the pipe; keep Python from complaining at exit.
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
