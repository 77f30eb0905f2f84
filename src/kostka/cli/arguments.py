"""Options that several sub-commands share, and the parsers of their values."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from kostka.editions import EDITIONS, Edition, apply_house_rules, get_edition
from kostka.events.codec import from_json
from kostka.events.errors import BadInput, quote
from kostka.events.whole_numbers import parse_whole_number

MAX_FILE_SIZE = 64 * 1024 * 1024

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001


def add_edition_options(
    command: argparse.ArgumentParser, *, required: bool = True, also: Sequence[str] = ()
) -> None:
    """Add `--edition` and `--rule`; `also` names editions beyond those of the number game."""
    command.add_argument(
        "--edition",
        required=required,
        metavar="EDITION",
        help=f"{', '.join([*EDITIONS, *also])}, or a JSON file that defines an edition",
    )
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="house rule that changes a field of the edition, for example joker_penalty=25;"
        " may be repeated",
    )


def parse_edition(arguments: argparse.Namespace, *, also: Sequence[str] = ()) -> Edition:
    """Return the number edition that the arguments name, with its house rules applied.

    `also` names other editions that the command takes: an error lists them too.
    """
    name: str = arguments.edition
    if name.endswith(".json"):
        try:
            found = from_json(read_file(name), Edition)
        except BadInput as error:
            raise BadInput(f"{quote(name)} does not define an edition: {error}") from None
    else:
        found = _get_edition_or_suggest(name, also)
    changes = parse_house_rules(arguments)
    return apply_house_rules(found, **changes) if changes else found


def _get_edition_or_suggest(name: str, also: Sequence[str]) -> Edition:
    try:
        return get_edition(name)
    except BadInput:
        raise make_unknown_edition_error(name, [*EDITIONS, *also]) from None


def make_unknown_edition_error(name: str, known: Iterable[str]) -> BadInput:
    """Return the error that lists all editions a command takes, and suggests the nearest."""
    keys = list(known)
    error = BadInput(f"{quote(name)} is not an edition: choose {', '.join(keys)}")
    return make_error_with_suggestion(error, name, keys)


def format_suggestion(typed: str, names: Iterable[str]) -> str:
    """Return a question that proposes the name nearest to what was typed, or an empty text."""
    from difflib import get_close_matches  # noqa: PLC0415  (only needed after an error)

    nearest = get_close_matches(typed.lower(), list(names), n=1)
    return f"did you mean {quote(nearest[0])}?" if nearest else ""


def make_error_with_suggestion(error: BadInput, typed: str, names: Iterable[str]) -> BadInput:
    """Return the error with the nearest name appended, if there is one."""
    hint = format_suggestion(typed, names)
    return BadInput(f"{error}; {hint}") if hint else error


def parse_house_rules(arguments: argparse.Namespace) -> dict[str, Any]:
    """Parse the house rules that the arguments name."""
    return dict(_parse_house_rule(text) for text in arguments.rule)


def _parse_house_rule(text: str) -> tuple[str, Any]:
    field, equals, value = text.partition("=")
    if not equals:
        raise BadInput(f"{quote(text)} is not a house rule: write FIELD=VALUE")
    try:
        return field.strip(), json.loads(value)
    except (ValueError, RecursionError):
        return field.strip(), value.strip()


def make_number_parser(maximum: int, *, minimum: int = 1) -> Callable[[str], int]:
    """Return a parser for options that take a whole number within limits."""
    return partial(_parse_number, minimum, maximum)


def _parse_number(minimum: int, maximum: int, text: str) -> int:
    try:
        return parse_whole_number(text, minimum, maximum)
    except BadInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def read_file(name: str) -> bytes:
    """Read a file, or standard input for `-`; raise `BadInput` if it is too large."""
    if name == "-":
        data = sys.stdin.buffer.read(MAX_FILE_SIZE + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(MAX_FILE_SIZE + 1)
    if len(data) > MAX_FILE_SIZE:
        raise BadInput(f"{quote(name)} is larger than {MAX_FILE_SIZE // 1024**2} MB")
    return data
