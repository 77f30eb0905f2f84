"""Players' names in the first line of a log: beside the header, outside the chain of hashes.

So a name can be replaced or removed later, and every hash stays as it was. The chained header has
the number of players instead. A line without names is complete too: players then have neutral
names.

    {"kostka":"numbers","schema":2,"header":{...,"players":2,...},"hash":"...","names":["Ann","Ben"]}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kostka.events.codec import to_json
from kostka.events.errors import BadRecord

MAX_PLAYERS = 100
"""Bounds the names that are made up for a line without names; every game has far fewer players."""


def make_neutral_name(seat: int, others: Sequence[str] = ()) -> str:
    """Return a name for a player without one: Player 2, unlike the names of the others."""
    name, number = f"Player {seat + 1}", 1
    while name in others:
        number += 1
        name = f"Player {seat + 1} ({number})"
    return name


def take_names_out(header: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Split a header into what is chained and the names."""
    names: list[str] = header["names"]
    chained = {
        ("players" if name == "names" else name): (len(names) if name == "names" else value)
        for name, value in header.items()
    }
    return chained, names


def put_names_in(chained: dict[str, Any], names: Sequence[str] | None) -> dict[str, Any]:
    """Return the header with its names, or with neutral ones; refuse names that do not fit."""
    header = dict(chained)
    players = header.pop("players", None)
    if not isinstance(players, int) or not 0 <= players <= MAX_PLAYERS or "names" in header:
        raise BadRecord(1, "the header does not say how many players there are")
    if names is None:
        names = [make_neutral_name(seat) for seat in range(players)]
    if len(names) != players:
        raise BadRecord(1, f"there are {len(names)} names for {players} players")
    return header | {"names": list(names)}


def encode_line_end(line_hash: str, names: Sequence[str] | None) -> bytes:
    """Return the end of the first line, which is not chained: its hash, and the names if any."""
    after = b"" if names is None else b',"names":' + to_json(names)
    return b',"hash":"%b"%b}' % (line_hash.encode(), after)
