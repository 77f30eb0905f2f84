"""Guests: a name and a secret token, nothing else. No passwords, no addresses."""

from __future__ import annotations

import unicodedata
from hashlib import sha256
from secrets import choice, token_hex

from kostka.events.errors import refuse
from kostka.server import problems

LONGEST_NAME = 24

TOKEN_BYTES = 16

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of a room's code: none that are easily taken for a digit or for each other (I, O)."""

CODE_LETTERS = 5


def new_token() -> str:
    """Give a secret that cannot be guessed: 128 random bits."""
    return token_hex(TOKEN_BYTES)


def token_hash(token: str) -> bytes:
    """Give what is kept of a token: who reads the store cannot play for others."""
    return sha256(b"kostka token 1:" + token.encode()).digest()


def new_id() -> str:
    """Give a public name for a guest or a game; it is no secret, but nobody can count them."""
    return token_hex(8)


def new_code() -> str:
    """Give a short code that can be read out, for a room."""
    return "".join(choice(_LETTERS) for _ in range(CODE_LETTERS))


def clean_name(name: str) -> str:
    """Make a name fit to be shown to others; refuse one of which nothing is left.

    Characters without a shape of their own (marks that turn the writing around, joiners, tags)
    would let a name look like another one, or spill over the text around it.
    """
    composed = unicodedata.normalize("NFKC", name)
    shown = "".join(c if _shown(c) else " " for c in composed)
    cleaned = " ".join(shown.split())[:LONGEST_NAME].strip()
    if not cleaned:
        raise refuse(problems.BAD_NAME(most=LONGEST_NAME))
    return cleaned


def _shown(character: str) -> bool:
    return character.isprintable() and unicodedata.category(character) not in {"Mn", "Me", "Cf"}
