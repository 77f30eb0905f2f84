"""The folder with a server's data, for the commands that work on it beside the server."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kostka.cli.setting_options import add_setting_options
from kostka.events.errors import BadInput
from kostka.server.settings import read_settings


def add_data_option(command: argparse.ArgumentParser) -> None:
    """Add `--data`, as `kostka serve` has it."""
    add_setting_options(command, ("data",))


def get_data_folder(arguments: argparse.Namespace) -> Path:
    """Return the folder that the arguments or the environment name, or the default."""
    given = {name: value for name, value in vars(arguments).items() if name == "data"}
    return read_settings(given, {"KOSTKA_DATA": os.environ.get("KOSTKA_DATA", "")}).data


@contextmanager
def report_store_failures() -> Iterator[None]:
    """Turn the failures of a store into an error that `main` reports in one line."""
    from kostka.server.storage.store import StoreFailed  # noqa: PLC0415  (see serve.py)

    try:
        yield
    except StoreFailed as error:
        raise BadInput(str(error)) from None
