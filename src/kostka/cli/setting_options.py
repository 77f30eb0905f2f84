"""The settings of the server as options of a command."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Collection, Iterable
from typing import Any

from kostka.cli.arguments import format_suggestion
from kostka.events.errors import BadInput, format_input
from kostka.server.settings import (
    SETTINGS,
    VARIABLE_PREFIX,
    ServerSettings,
    Setting,
    read_settings,
)


def add_setting_options(
    command: argparse.ArgumentParser, names: Collection[str] | None = None
) -> None:
    """Add an option for each setting, or only for those named."""
    for setting in SETTINGS:
        if names is None or setting.name in names:
            _add_setting_option(command, setting)


def _add_setting_option(command: argparse.ArgumentParser, setting: Setting) -> None:
    # Options that are not given stay out of the namespace: then the environment decides.
    if not setting.metavar:
        text = f"{setting.description} (variable: {setting.variable})"
        command.add_argument(
            setting.flag, action="store_true", default=argparse.SUPPRESS, help=_escape_help(text)
        )
        return
    defaults = f"default: {setting.default_text}; variable: {setting.variable}"
    command.add_argument(
        setting.flag,
        type=_make_option_parser(setting.parse),
        default=argparse.SUPPRESS,
        metavar=setting.metavar,
        help=_escape_help(f"{setting.description} ({defaults})"),
    )


def read_chosen_settings(
    command: argparse.ArgumentParser, arguments: argparse.Namespace
) -> ServerSettings:
    """Return the settings from options and environment; exit with one line if one is wrong."""
    try:
        _check_variable_names(os.environ)
        return read_settings(vars(arguments), os.environ)
    except BadInput as error:
        command.error(str(error))


def _check_variable_names(environment: Iterable[str]) -> None:
    """Raise `BadInput` for a variable that looks like a setting with a spelling mistake."""
    known = {setting.variable: setting.name for setting in SETTINGS}
    for variable in environment:
        if variable.startswith(VARIABLE_PREFIX) and variable not in known:
            name = variable.removeprefix(VARIABLE_PREFIX)
            if hint := format_suggestion(name, known.values()):
                raise BadInput(f"{format_input(variable)} is not a setting; {hint}")


def _make_option_parser(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    def parse_option(text: str) -> Any:  # noqa: ANN401  (the type of the setting)
        try:
            return parse(text)
        except BadInput as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return parse_option


def _escape_help(text: str) -> str:
    return text.replace("%", "%%")
