"""What clients of the desk send, and what they are told."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from kostka.events.codec import from_builtins, from_json
from kostka.events.errors import BadInput
from kostka.printing import QrCode
from kostka.protocol.responses import Problem
from kostka.tournament import AnyCommand, HistoryLine, PlayerList, Role, Settings, View
from kostka.tournament.roles import LinkExpiry

FILLED_IN = ("token", "at")
"""Fields of commands that clients leave to the server."""

_TIMED = tuple(kind.__name__ for kind in get_args(AnyCommand) if "at" in kind.__struct_fields__)


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament that somebody wants to run."""

    title: str
    settings: Settings = Settings()
    rehearsal: bool = False


class Opened(msgspec.Struct, frozen=True):
    """A new tournament, and the secret of its organiser's link, which is told this once."""

    id: str
    token: str


class OpenOnline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the round that is being played, which is to play online."""

    table: int


class TableOnline(msgspec.Struct, frozen=True):
    """A table that plays online, and the room where it does."""

    round: int
    table: int
    code: str


class Seen(msgspec.Struct, frozen=True):
    """A tournament as the bearer of a link may see it."""

    version: int
    now: int
    """The server's clock, in milliseconds."""
    view: View
    online: tuple[TableOnline, ...]
    """For staff all tables that play online, for a helper the own one."""


class Carried(msgspec.Struct, frozen=True):
    """A command was carried out, and is on disk."""

    version: int
    now: int
    view: View
    online: tuple[TableOnline, ...]
    events: int
    """How many entries it made; none if it said nothing new."""


class GiveLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link that an organiser wants to give out."""

    role: Role
    label: str
    """Whose it is."""
    table: int | None = None
    """For a helper: the table, in the round whose seats are locked."""


class GivenLink(msgspec.Struct, frozen=True):
    """A link that was given out."""

    grant: int
    role: Role
    label: str
    table: int | None
    round: int | None
    token: str | None
    """None if another organiser gave it out."""
    url: str | None
    qr: QrCode | None
    """None also for a link that no longer lets anybody do anything."""
    called_in: LinkExpiry | None
    """Why it no longer holds."""


class Links(msgspec.Struct, frozen=True):
    """All links of a tournament."""

    base: str
    """The address of this server for phones."""
    reachable: bool
    """Whether phones can come there: not if the server listens on its own machine alone."""
    links: tuple[GivenLink, ...]


class Brought(msgspec.Struct, frozen=True):
    """The tournament of a file is here."""

    id: str


class History(msgspec.Struct, frozen=True):
    """Every entry of a tournament."""

    entries: tuple[HistoryLine, ...]


class ListLine(msgspec.Struct, frozen=True):
    """A player found in a list."""

    line: int
    name: str
    group: str


class ListProblem(msgspec.Struct, frozen=True):
    """A line that was not taken, and why."""

    line: int
    problem: Problem


class ListRead(msgspec.Struct, frozen=True):
    """What a list of players holds; nobody is registered yet."""

    players: tuple[ListLine, ...]
    problems: tuple[ListProblem, ...]
    encoding: str
    """How the letters were read, where a file did not say so itself."""

    @classmethod
    def of(cls, found: PlayerList) -> ListRead:
        """Put a list on the wire."""
        players = (ListLine(one.line, one.player.name, one.player.group) for one in found.players)
        problems = (
            ListProblem(one.line, Problem.from_violation(one.violation)) for one in found.problems
        )
        return cls(tuple(players), tuple(problems), found.encoding)


def command_of(data: bytes, token: str, now: int) -> AnyCommand:
    """Read a command; who gives it and when is not for its sender to say."""
    fields = from_json(data, dict[str, Any])
    said = [name for name in FILLED_IN if name in fields]
    if said:
        raise BadInput(f"{said[0]} is filled in by the server")
    fields["token"] = token
    if fields.get("type") in _TIMED:
        fields["at"] = now
    return from_builtins(fields, AnyCommand)  # type: ignore[arg-type]


def at_time(command: AnyCommand, now: int) -> AnyCommand:
    """Give a command that is carried out now."""
    return replace(command, at=now) if type(command).__name__ in _TIMED else command
