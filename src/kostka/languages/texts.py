"""Load the texts of a language."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from kostka.events.codec import from_json
from kostka.events.errors import BadInput, quote

Texts = dict[str, Any]
"""Texts by key, with placeholders in braces."""

_FOLDER = resources.files("kostka.languages")


def _read_texts(language: str) -> Texts:
    return from_json((_FOLDER / f"{language}.json").read_bytes(), dict[str, Any])


def _list_languages() -> tuple[str, ...]:
    """List the languages that have a file, in the order in which they are offered."""
    names = (file.name for file in _FOLDER.iterdir())
    languages = (name.removesuffix(".json") for name in names if name.endswith(".json"))
    return tuple(sorted(languages, key=lambda language: (_read_texts(language)["order"], language)))


LANGUAGES = _list_languages()


@cache
def load_texts(language: str) -> Texts:
    """Return the texts of a language; raise `BadInput` if there are none."""
    if language not in LANGUAGES:
        raise BadInput(
            f"{quote(language)} is not an available language: choose from {', '.join(LANGUAGES)}"
        )
    return _read_texts(language)


@cache
def load_column_headings(column: str) -> frozenset[str]:
    """Return the headings that a column of a player list may have, in all languages."""
    return frozenset(
        heading for language in LANGUAGES for heading in load_texts(language)["headings"][column]
    )
