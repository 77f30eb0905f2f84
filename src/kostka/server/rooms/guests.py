"""Guests: a name and a secret token, nothing else. No passwords, no e-mail addresses."""

from __future__ import annotations

import unicodedata
from hashlib import sha256
from secrets import choice, token_hex

from kostka.events.errors import make_refusal
from kostka.server import problems

MAX_NAME_LENGTH = 24

TOKEN_BYTES = 16

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of room codes: without those that look like digits (I, O)."""

_CODE_LETTERS = frozenset(_LETTERS)

OPEN_CODE_LETTERS = 5
"""Of rooms that are listed for everybody: their codes are not secret."""

PRIVATE_CODE_LETTERS = 8
"""Of all other rooms: 110 thousand million codes, so that nobody finds one by trying."""


_DAY_MS = 86_400_000


def count_days(now: int) -> int:
    """Return the number of days from 1970 to a time in milliseconds."""
    return now // _DAY_MS


def create_token() -> str:
    """Return a secret of 128 random bits."""
    return token_hex(TOKEN_BYTES)


def hash_token(token: str) -> bytes:
    """Return what the store keeps of a token: a reader of the store cannot play for others."""
    return sha256(b"kostka token 1:" + token.encode()).digest()


def create_id() -> str:
    """Return a public id for a guest or a game; not secret, but ids cannot be enumerated."""
    return token_hex(8)


def create_room_code(*, is_open: bool) -> str:
    """Return a code for a room, short enough to be read out."""
    length = OPEN_CODE_LETTERS if is_open else PRIVATE_CODE_LETTERS
    return "".join(choice(_LETTERS) for _ in range(length))


def is_room_code(code: str, *, is_open: bool | None = None) -> bool:
    """Whether a code is one that `create_room_code` could have returned."""
    lengths = {True: OPEN_CODE_LETTERS, False: PRIVATE_CODE_LETTERS}
    wanted = lengths.values() if is_open is None else (lengths[is_open],)
    return len(code) in wanted and _CODE_LETTERS.issuperset(code)


def normalize_room_code(typed: str) -> str:
    """Return the code of a room from what somebody typed: `abcd efgh` is ABCDEFGH."""
    return "".join(typed.split()).replace("-", "").upper()


def clean_name(name: str) -> str:
    """Make a name fit to be shown to others; refuse one of which nothing is left.

    Characters without a shape of their own (direction marks, joiners, tags) could make a name
    look like another one, or garble the text around it.
    """
    composed = unicodedata.normalize("NFKC", name)
    visible = "".join(c if _is_visible(c) else " " for c in composed)
    cleaned = " ".join(visible.split())[:MAX_NAME_LENGTH].strip()
    if not cleaned:
        raise make_refusal(problems.BAD_NAME(most=MAX_NAME_LENGTH))
    return cleaned


def _is_visible(character: str) -> bool:
    return character.isprintable() and unicodedata.category(character) not in {"Mn", "Me", "Cf"}
