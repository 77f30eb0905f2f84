"""Commands of a tournament: read from a request, and executed on the game."""

from __future__ import annotations

from typing import Any, get_args

from msgspec.structs import replace

from kostka.events.codec import from_builtins, from_json
from kostka.events.errors import BadInput
from kostka.server.tournaments.tokens import build_grant_command
from kostka.tournament import AnyCommand, Role, Tournament
from kostka.tournament import commands as cmd

SERVER_FIELDS = ("token", "at")
"""Fields of commands that the server fills in."""

_TIMED_COMMANDS = tuple(
    kind.__name__ for kind in get_args(AnyCommand) if "at" in kind.__struct_fields__
)


def decode_command(data: bytes, token: str, now: int) -> AnyCommand:
    """Return the command in a request. Its sender cannot choose the token or the time."""
    fields = from_json(data, dict[str, Any])
    for name in SERVER_FIELDS:
        if name in fields:
            raise BadInput(f"{name} is filled in by the server")
    fields["token"] = token
    if fields.get("type") in _TIMED_COMMANDS:
        fields["at"] = now
    return from_builtins(fields, AnyCommand)  # type: ignore[arg-type]


def execute_command(game: Tournament, command: AnyCommand, now: int) -> int:
    """Execute a command; return the number of events. Locking seats also grants table links."""
    if type(command).__name__ in _TIMED_COMMANDS:
        command = replace(command, at=now)  # others may have come first
    events = game.do(command, now)
    if events and isinstance(command, cmd.LockSeats) and game.state.round is not None:
        links = [(Role.TABLE, f"{t.number}", t.number) for t in game.state.round.tables]
        events += game.do(build_grant_command(game, command.token, links), now)
    return len(events)
