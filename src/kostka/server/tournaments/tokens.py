"""Secrets of links. They follow from the secret of the organiser who gives them out.

So an organiser can see and print them again at any time, while the server keeps hashes alone.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable

from kostka.events.codec import to_json
from kostka.tournament import Game, Link, Role, hash_token
from kostka.tournament import commands as cmd

SECRET_BYTES = 16


def secret_of(organiser: str, role: Role, label: str, table: int | None, entry: int) -> str:
    """Give the secret of a link that stands in an entry of the log, which no other one ever is."""
    what = to_json(["kostka link", role, label, table, entry])
    found = hmac.digest(organiser.encode(errors="replace"), what, "sha256")
    return urlsafe_b64encode(found[:SECRET_BYTES]).rstrip(b"=").decode()


def granting(
    game: Game, organiser: str, wanted: Iterable[tuple[Role, str, int | None]]
) -> cmd.GrantLinks:
    """Give the command by which an organiser gives links out: role, label and table of each."""
    entry = len(game.log.entries) + 1
    links = (
        Link(role, label, hash_token(secret_of(organiser, role, label, table, entry)), table)
        for role, label, table in wanted
    )
    return cmd.GrantLinks(tuple(links), token=organiser)


def carried_out(game: Game, command: cmd.AnyCommand, now: int) -> int:
    """Carry a command out; locked seats come with a link for each table. Gives the events."""
    events = game.do(command, now)
    if events and isinstance(command, cmd.LockSeats) and game.state.round is not None:
        tables = [(Role.TABLE, f"{t.number}", t.number) for t in game.state.round.tables]
        events += game.do(granting(game, command.token, tables), now)
    return len(events)
