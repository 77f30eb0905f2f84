"""Where a server's data is, for the commands that work on it beside the server."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kostka.cli.setting_options import add_setting_options
from kostka.events.errors import BadInput
from kostka.server.settings import parse_database_url, parse_path, read_settings

if TYPE_CHECKING:
    from kostka.server.storage.data_place import DataPlace

_SETTINGS = ("data", "database")

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
"""How a URL begins, also one that is wrong; `C:` begins a path."""


def add_data_options(command: argparse.ArgumentParser) -> None:
    """Add `--data` and `--database`, as `kostka serve` has them."""
    add_setting_options(command, _SETTINGS)


def get_data_place(arguments: argparse.Namespace) -> DataPlace:
    """Return the folder or database that options name, or the environment, or the default."""
    given = {name: value for name, value in vars(arguments).items() if name in _SETTINGS}
    if len(given) == len(_SETTINGS):
        raise BadInput("the data is in a folder or in a database: use --data or --database")
    variables = {name: f"KOSTKA_{name.upper()}" for name in _SETTINGS}
    # A folder that was named explicitly wins over a database in the environment.
    wanted = [variable for name, variable in variables.items() if not given or name in given]
    settings = read_settings(given, {variable: os.environ.get(variable, "") for variable in wanted})
    return settings.data if settings.database is None else _make_database_place(settings.database)


def parse_data_place(text: str) -> DataPlace:
    """Return the database with a URL, or the folder with a path."""
    try:
        if _SCHEME.match(text):
            return _make_database_place(parse_database_url(text))
        return parse_path(text)
    except BadInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _make_database_place(url: str) -> DataPlace:
    # Imported here so that other commands start without loading the server.
    from kostka.server.storage.data_place import DatabaseUrl  # noqa: PLC0415

    return DatabaseUrl(url)


@contextmanager
def report_store_failures() -> Iterator[None]:
    """Turn the failures of a store into an error that `main` reports in one line."""
    from kostka.server.storage.store import StoreFailed  # noqa: PLC0415  (see serve.py)

    try:
        yield
    except StoreFailed as error:
        raise BadInput(str(error)) from None
