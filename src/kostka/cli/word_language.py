"""The options for the language and the theme of the word game."""

from __future__ import annotations

import argparse
from pathlib import Path

from msgspec.structs import replace

from kostka.cli.arguments import read_file
from kostka.events.errors import BadInput, format_input, quote
from kostka.lexicon import LANGUAGES, Lexicon, load_lexicon, read_lexicon
from kostka.word import WORD, Theme, WordEdition, build_letter_bag, parse_theme
from kostka.word.theme import MAX_TITLE_LENGTH


def add_language_option(command: argparse.ArgumentParser) -> None:
    """Add `--language`."""
    command.add_argument(
        "--language",
        default="pl",
        metavar="LANGUAGE",
        help=f"{', '.join(LANGUAGES)}, or a .toml file that describes a language (default: pl)",
    )


def add_theme_option(command: argparse.ArgumentParser) -> None:
    """Add `--theme`."""
    command.add_argument(
        "--theme",
        metavar="FILE",
        help="word list of a theme game: only its words are valid, in all their forms where the"
        " language has a table of forms (W-15)",
    )


def open_chosen_lexicon(arguments: argparse.Namespace) -> Lexicon:
    """Open the lexicon of the language that the arguments name."""
    name: str = arguments.language
    if not name.endswith(".toml"):
        return load_lexicon(name)
    path = Path(name)
    return read_lexicon(path.parent, path.name)


def read_chosen_theme(arguments: argparse.Namespace) -> Theme | None:
    """Read the theme file that the arguments name; None without one."""
    name: str | None = arguments.theme
    if name is None:
        return None
    try:
        return parse_theme(format_input(Path(name).name)[:MAX_TITLE_LENGTH] or "-", read_file(name))
    except BadInput as error:
        raise BadInput(f"{quote(name)} is not a theme: {error}") from None


def build_word_edition(known: Lexicon) -> WordEdition:
    """Return the edition with the tiles of the lexicon's language."""
    return replace(WORD, bag=build_letter_bag(known.language))
