"""Clean names as typed, and find names that could not be printed."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import normalize

from kostka.events.errors import Violation, format_input
from kostka.events.game import MAX_NAME_LENGTH
from kostka.tournament import problems
from kostka.tournament.events import NewPlayer

INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
"""Joiners, marks and soft hyphens that are copied along with text."""


def clean_text(text: str) -> str:
    """Normalise a text: composed letters, single spaces, no invisible characters."""
    composed = normalize("NFC", text)
    return " ".join("".join(c for c in composed if c not in INVISIBLE).split())


def clean_player(player: NewPlayer) -> NewPlayer:
    """Clean the name and the class of a player."""
    return NewPlayer(clean_text(player.name), clean_text(player.group))


def find_name_problems(player: NewPlayer) -> Iterator[Violation]:
    """Find what is wrong with a cleaned name or class."""
    if not player.name:
        yield problems.NAME_EMPTY()
    for text in (player.name, player.group):
        if len(text) > MAX_NAME_LENGTH:
            yield problems.NAME_LONG(
                name=format_input(text, 20), letters=len(text), most=MAX_NAME_LENGTH
            )
        hidden = next((c for c in text if not c.isprintable()), None)
        if hidden is not None:
            yield problems.NAME_UNPRINTABLE(
                name=format_input(text), character=f"U+{ord(hidden):04X}"
            )


def make_identity_key(player: NewPlayer) -> tuple[str, str]:
    """Return what identifies a player: name and class, ignoring case."""
    return player.name.casefold(), player.group.casefold()
