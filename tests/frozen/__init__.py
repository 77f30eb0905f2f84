"""What clients, scripts and saved files rely on, reduced to its shape and kept beside this file.

`python -m tests.tools.freeze` writes the files again. Change one only on purpose, in a commit of
its own that says who has to adapt.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from types import NoneType
from typing import Any, get_args

import msgspec

from kostka.cli.main import build_parser
from kostka.editions import EDITIONS
from kostka.events.codec import to_builtins
from kostka.events.log import LogFormat
from kostka.numbers import commands as numbers_commands
from kostka.numbers import game as numbers_game
from kostka.protocol.schema import build_schema, describe_extra_type
from kostka.server.openapi.__main__ import build_server_document
from kostka.server.storage import sqlite_file
from kostka.tournament import commands as tournament_commands
from kostka.tournament import game as tournament_game
from kostka.word import commands as word_commands
from kostka.word import game as word_game

FOLDER = Path(__file__).parent
TESTS = FOLDER.parent

_PROSE = {"title", "description", "summary", "info"}
_NAMES = {"discriminator"}
"""Its mapping repeats tags that the members have, with the names of Python classes."""


def protocol_shape() -> Any:
    """Every message with its fields; the names of Python classes do not count."""
    whole = build_schema()
    shapes = {key: value for key, value in whole.items() if key not in ("$defs", "$schema")}
    return expand_references(shapes, whole["$defs"])


def http_shape() -> Any:
    """Every path with its parameters, its body and the body of its successful answers."""
    whole = build_server_document()
    shapes: dict[str, Any] = {}
    for path, methods in whole["paths"].items():
        for method, operation in methods.items():
            shapes[f"{method.upper()} {path}"] = {
                "parameters": operation["parameters"],
                "body": operation.get("requestBody"),
                "answers": {
                    status: answer
                    for status, answer in operation["responses"].items()
                    if status.startswith("2")
                },
                "security": operation.get("security"),
            }
    return expand_references(shapes, whole["components"]["schemas"])


def expand_references(node: Any, named: dict[str, Any], inside: tuple[str, ...] = ()) -> Any:
    """Replace references by what they stand for, and leave out texts for people."""
    if isinstance(node, list):
        return [expand_references(part, named, inside) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        name = node["$ref"].rsplit("/", 1)[1]
        if name in inside:
            return {"recursive": True}
        return expand_references(named[name], named, (*inside, name))
    return {
        key: expand_references(value, named, inside)
        for key, value in node.items()
        if key not in _NAMES and (key not in _PROSE or isinstance(value, dict))
    }


def command_line() -> Any:
    """Every command with its options, their choices and whether they take a value."""
    return _options_of(build_parser(()))


def _options_of(command: argparse.ArgumentParser) -> dict[str, Any]:
    shapes: dict[str, Any] = {}
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                shapes[f"command {name}"] = _options_of(below)
            continue
        shapes[" ".join(action.option_strings) or action.dest] = {
            "takes_value": action.nargs != 0,
            "nargs": action.nargs,
            "choices": None if action.choices is None else [str(one) for one in action.choices],
            "required": action.required,
        }
    return shapes


def log_shapes() -> Any:
    """Headers, events and commands of the three kinds of log, as they are written to disk."""
    kinds: dict[str, tuple[LogFormat[Any, Any], Any]] = {
        "numbers": (numbers_game.FORMAT, numbers_commands.AnyCommand),
        "word": (word_game.FORMAT, word_commands.AnyCommand),
        "tournament": (tournament_game.FORMAT, tournament_commands.AnyCommand),
    }
    return {
        name: {
            "game": log_format.game,
            "schema": log_format.schema,
            "unchained_names_since": log_format.unchained_names_since,
            "header": _shape(log_format.header_type),
            "events": _shapes_by_tag(log_format.event_type),
            "commands": _shapes_by_tag(commands),
        }
        for name, (log_format, commands) in kinds.items()
    }


def _shapes_by_tag(union: Any) -> dict[str, Any]:
    return {str(kind.__struct_config__.tag): _shape(kind) for kind in _members(union)}


def _members(union: Any) -> Iterable[Any]:
    return (kind for kind in get_args(union) if kind is not NoneType)


def _shape(kind: Any) -> Any:
    (node,), named = msgspec.json.schema_components([kind], schema_hook=describe_extra_type)
    return expand_references(node, named)


def storage() -> Any:
    """The version of the SQLite file and every table in it."""
    return {"version": sqlite_file.VERSION, "steps": list(sqlite_file._UPGRADE_STEPS)}


def editions() -> Any:
    """Every released edition with every field."""
    return {edition.key: to_builtins(edition) for edition in EDITIONS.values()}


def recorded_games() -> Any:
    """The hash of every recorded game and saved tournament: these files may be added to only."""
    folders = (TESTS / "games", TESTS / "tournament" / "saved")
    return {
        path.relative_to(TESTS).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


ARTEFACTS: dict[str, Callable[[], Any]] = {
    "protocol": protocol_shape,
    "http": http_shape,
    "command_line": command_line,
    "logs": log_shapes,
    "storage": storage,
    "editions": editions,
    "recorded_games": recorded_games,
}


def frozen_file(name: str) -> Path:
    """Where an artefact is kept."""
    return FOLDER / f"{name}.json"


def render(value: Any) -> str:
    """Write an artefact so that a change of one field is a change of one line."""
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
