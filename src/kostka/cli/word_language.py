"""The language of a word game, as arguments name it."""

from __future__ import annotations

import argparse
from pathlib import Path

from kostka.lexicon import LANGUAGES, Lexicon, lexicon, open_lexicon
from kostka.word import LetterBag, WordEdition


def add_language(command: argparse.ArgumentParser) -> None:
    """Add `--language`."""
    command.add_argument(
        "--language",
        default="pl",
        metavar="L",
        help=f"{', '.join(LANGUAGES)}, or a file that describes a language, as my.toml; usually pl",
    )


def chosen_lexicon(arguments: argparse.Namespace) -> Lexicon:
    """Find the words of the language that the arguments name."""
    name: str = arguments.language
    if not name.endswith(".toml"):
        return lexicon(name)
    path = Path(name)
    return open_lexicon(path.parent, path.name)


def chosen_edition(known: Lexicon) -> WordEdition:
    """Give the rules with the tiles of a language."""
    language = known.language
    return WordEdition(bag=LetterBag(tuple(language.letters.items()), language.jokers))
