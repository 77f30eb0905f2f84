"""What the page says, in its four languages, read from the same files."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import kostka.server

LANGUAGES = ("en", "pl", "hu", "it")
WEB = Path(kostka.server.__file__).parent / "web"
FOLDERS = ("i18n", "timer", "desk")


@cache
def texts(language: str) -> dict[str, str | dict[str, str]]:
    """Every text of a language, by its key."""
    read: dict[str, str | dict[str, str]] = {}
    for folder in FOLDERS:
        read |= json.loads((WEB / folder / f"{language}.json").read_text())
    return read


def said(key: str, language: str = "en") -> str:
    """A text that has no plural and no gaps."""
    text = texts(language)[key]
    assert isinstance(text, str)
    return text
