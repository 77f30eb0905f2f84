"""Arguments that several sub-commands share."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from kostka.editions import EDITIONS, Edition, get_edition, house_rules
from kostka.events.codec import from_json
from kostka.events.errors import BadInput, quote

MAX_FILE_SIZE = 64 * 1024 * 1024

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001


def add_edition_options(
    command: argparse.ArgumentParser, *, required: bool = True, also: Sequence[str] = ()
) -> None:
    """Add `--edition` and `--rule`, for the number game and the editions named."""
    command.add_argument(
        "--edition",
        required=required,
        metavar="E",
        help=f"{', '.join([*EDITIONS, *also])}, or a file with an edition as JSON",
    )
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="a house rule: change a field of the edition, as --rule joker_penalty=25",
    )


def parse_edition(arguments: argparse.Namespace) -> Edition:
    """Find the edition that the arguments name, with its house rules."""
    name: str = arguments.edition
    if name.endswith(".json"):
        try:
            found = from_json(read_file(name), Edition)
        except BadInput as error:
            raise BadInput(f"{quote(name)} holds no edition: {error}") from None
    else:
        found = get_edition(name)
    changes = parse_house_rules(arguments)
    return house_rules(found, **changes) if changes else found


def parse_house_rules(arguments: argparse.Namespace) -> dict[str, Any]:
    """Read the house rules that the arguments name."""
    return dict(_parse_house_rule(text) for text in arguments.rule)


def _parse_house_rule(text: str) -> tuple[str, Any]:
    field, equals, value = text.partition("=")
    if not equals:
        raise BadInput(f"{quote(text)} is no house rule: write FIELD=VALUE")
    try:
        return field.strip(), json.loads(value)
    except (ValueError, RecursionError):
        return field.strip(), value.strip()


def make_number_parser(most: int, *, least: int = 1) -> Callable[[str], int]:
    """Make the type of an argument that is a whole number."""
    return partial(_parse_number, least, most)


def _parse_number(least: int, most: int, text: str) -> int:
    digits = len(str(most))
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else -1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{quote(text)} is no number from {least} to {most}")
    return number


def read_file(name: str) -> bytes:
    """Read a file, or standard input for `-`, unless it is absurdly large."""
    if name == "-":
        data = sys.stdin.buffer.read(MAX_FILE_SIZE + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(MAX_FILE_SIZE + 1)
    if len(data) > MAX_FILE_SIZE:
        raise BadInput(f"{quote(name)} is larger than {MAX_FILE_SIZE // 1024**2} MB")
    return data
