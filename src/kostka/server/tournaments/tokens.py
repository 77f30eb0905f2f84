"""Secrets of links, derived from the secret of the organiser who grants them.

So an organiser can see and print them again at any time, while the server keeps only hashes.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable

from kostka.events.codec import to_json
from kostka.tournament import Link, Role, Tournament, hash_token
from kostka.tournament import commands as cmd

SECRET_BYTES = 16


def derive_link_secret(
    organiser: str, role: Role, label: str, table: int | None, entry: int
) -> str:
    """Return the secret of a link that an entry of the log grants; it is unique."""
    return _derive_secret(organiser, ["kostka link", role, label, table, entry])


def derive_seat_secret(organiser: str, room_secret: str, seat: int, issue: int) -> str:
    """Return the secret of a seat at an online table; every issue has another one."""
    return _derive_secret(organiser, ["kostka seat", room_secret, seat, issue])


def _derive_secret(organiser: str, what: list[object]) -> str:
    digest = hmac.digest(organiser.encode(errors="replace"), to_json(what), "sha256")
    return urlsafe_b64encode(digest[:SECRET_BYTES]).rstrip(b"=").decode()


def build_grant_command(
    game: Tournament, organiser: str, links: Iterable[tuple[Role, str, int | None]]
) -> cmd.GrantLinks:
    """Return the command by which an organiser grants links: role, label and table of each."""
    entry = len(game.log.entries) + 1
    granted = (
        Link(
            role, label, hash_token(derive_link_secret(organiser, role, label, table, entry)), table
        )
        for role, label, table in links
    )
    return cmd.GrantLinks(tuple(granted), token=organiser)
