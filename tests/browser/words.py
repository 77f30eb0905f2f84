"""What the page says, in its four languages, read from the same files."""

from __future__ import annotations

import json
from functools import cache

from kostka.server.static import WEB

FOLDERS = ("app", "shared/score_sheet", "timer", "tournament")


@cache
def texts(language: str) -> dict[str, str | dict[str, str]]:
    """Every text of a language, by its key."""
    read: dict[str, str | dict[str, str]] = {}
    for folder in FOLDERS:
        read |= json.loads((WEB / folder / "texts" / f"{language}.json").read_text())
    return read


def said(key: str, language: str = "en") -> str:
    """A text that has no plural and no gaps."""
    text = texts(language)[key]
    assert isinstance(text, str)
    return text
