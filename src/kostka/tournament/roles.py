"""Roles, and the links that grant them.

A link contains a secret token. Only its hash is stored, so reading the log or a backup does not
let anybody enter results. Tokens are made outside this package, which has no randomness.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256

import msgspec


class Role(StrEnum):
    """The role of a person in a tournament."""

    ORGANISER = "organiser"
    HEAD_REFEREE = "head_referee"
    REFEREE = "referee"
    TABLE = "table"
    """A helper at one table, for one round."""
    SCREEN = "screen"
    """A projector: read-only."""


class Author(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The author of an entry."""

    role: Role
    name: str
    grant: int
    """The number of the link that was used."""


class Link(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A link to be granted: the role, its holder, and the hash of its token."""

    role: Role
    name: str
    token_hash: str
    table: int | None = None
    """For a helper: the table."""


class LinkExpiry(StrEnum):
    """Why a link is no longer valid."""

    CALLED_IN = "called_in"
    REPLACED = "replaced"
    """The seats that its sheet was printed for have changed."""


class Grant(msgspec.Struct, frozen=True, gc=False):
    """A link that has been granted."""

    number: int
    link: Link
    round: int | None = None
    """For a helper: the round whose sheets the link is printed on."""
    old: LinkExpiry | None = None
    """Why it is no longer valid."""

    @property
    def author(self) -> Author:
        """The author of entries made through this link."""
        return Author(self.link.role, self.link.name, self.number)


def hash_token(token: str) -> str:
    """Hash the token of a link."""
    return sha256(b"kostka link 1:" + token.encode(errors="replace")).hexdigest()
