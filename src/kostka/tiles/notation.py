"""Tiles, sets and tables as text, both ways: `B3`, `B3 B4 J`, `B3 B4 B5 | K7 R7 O7`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kostka.events.errors import BadInput, quote
from kostka.tiles.tile import FACES, Face

_BY_NAME = {face.name: face for face in FACES}

#: More than enough for every tile of every box.
MAX_TEXT_LENGTH = 100_000


def parse_tile(text: str) -> Face:
    """Parse one tile, in upper or lower case."""
    name = text.strip()
    face = _BY_NAME.get(name) or _BY_NAME.get(name.upper())
    if face is None:
        raise BadInput(_describe_bad_tile(name))
    return face


def parse_set(text: str) -> list[Face]:
    """Parse tiles separated by white space."""
    if len(text) > MAX_TEXT_LENGTH:
        raise BadInput(f"{len(text):,} characters are too many for tiles: {quote(text)}")
    if "|" in text:
        raise BadInput(f"one set was expected, but {quote(text)} has a '|' between sets")
    return [parse_tile(name) for name in text.split()]


def parse_table(text: str) -> list[list[Face]]:
    """Parse sets separated by `|`; the empty text is the empty table."""
    if len(text) > MAX_TEXT_LENGTH:
        raise BadInput(f"{len(text):,} characters are too many for a table: {quote(text)}")
    if not text.strip():
        return []
    sets = [parse_set(part) for part in text.split("|")]
    if not all(sets):
        raise BadInput(f"an empty set between '|' in {quote(text)}")
    return sets


def format_set(faces: Iterable[Face]) -> str:
    """Format tiles in their order."""
    return " ".join(face.name for face in faces)


def format_table(sets: Iterable[Iterable[Face]]) -> str:
    """Format sets in their order."""
    return " | ".join(map(format_set, sets))


def _describe_bad_tile(name: str) -> str:
    if re.fullmatch(r"[KRBOkrbo]\d+", name):
        return f"{quote(name)} is not a tile: numbers go from 1 to 13"
    return (
        f"{quote(name)} is not a tile: write a colour (K R B O) and a number, like B3,"
        " or a joker (J D C M)"
    )
