"""Bodies of requests and answers of the tournament routes."""

from __future__ import annotations

from typing import Annotated

import msgspec

from kostka.printing import QrCode
from kostka.protocol.responses import Problem
from kostka.server.games.ruling import AnyRuling
from kostka.tournament import FormatKey, HistoryLine, PlayerList, Role, Settings, View
from kostka.tournament.roles import LinkExpiry


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to create."""

    title: str
    settings: Settings | None = None
    """As the format has them if missing."""
    rehearsal: bool = False
    format: FormatKey = FormatKey.SCHOOL


class CreatedTournament(msgspec.Struct, frozen=True):
    """A new tournament, and the secret of its organiser's link, which is sent only once."""

    id: str
    token: str


class OnlineTableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the running round that is to play online."""

    table: int


class OnlineTableRoom(msgspec.Struct, frozen=True):
    """A table that plays online, and the code of its room."""

    round: int
    table: int
    code: str


class RulingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a referee rules about the game of an online table, and why."""

    ruling: AnyRuling
    reason: str


class SeatLinkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of an online table that is to get a new link."""

    seat: Annotated[int, msgspec.Meta(ge=0)]


class SeatLink(msgspec.Struct, frozen=True):
    """The link with which a player takes a seat at an online table."""

    seat: int
    name: str
    url: str | None
    """None if another organiser made it, or if there is none yet."""
    qr: QrCode | None


class SeatLinks(msgspec.Struct, frozen=True):
    """The links of the seats of an online table."""

    table: int
    code: str
    """Of the room; with it alone people can only watch."""
    reachable: bool
    """Whether phones can reach this server."""
    links: tuple[SeatLink, ...]


class TournamentAnswer(msgspec.Struct, frozen=True):
    """A tournament as the bearer of a link may see it."""

    version: int
    now: int
    """The server's clock, in milliseconds."""
    view: View
    online: tuple[OnlineTableRoom, ...]
    """The tables that play online: all of them for staff, their own for helpers."""


class CommandAnswer(msgspec.Struct, frozen=True):
    """A command was executed, and is on disk."""

    version: int
    now: int
    view: View
    online: tuple[OnlineTableRoom, ...]
    events: int
    """How many entries it made; 0 if it changed nothing."""


class LinkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link that an organiser wants to grant."""

    role: Role
    label: str
    """Whose it is."""
    table: int | None = None
    """For a helper: the table, in the round whose seats are locked."""


class GrantedLink(msgspec.Struct, frozen=True):
    """A link that was granted."""

    grant: int
    role: Role
    label: str
    table: int | None
    round: int | None
    token: str | None
    """None if another organiser granted it."""
    url: str | None
    qr: QrCode | None
    """None also for a link that no longer works."""
    called_in: LinkExpiry | None
    """Why it no longer works; None if it does."""


class Links(msgspec.Struct, frozen=True):
    """All links of a tournament."""

    base: str
    """The address of this server for phones."""
    reachable: bool
    """Whether phones can reach it: not if the server listens only on its own machine."""
    links: tuple[GrantedLink, ...]


class UploadedTournament(msgspec.Struct, frozen=True):
    """The id of the tournament in an uploaded file."""

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
    """A line that was skipped, and why."""

    line: int
    problem: Problem


class PlayerListAnswer(msgspec.Struct, frozen=True):
    """The players in a list; nobody is registered yet."""

    players: tuple[ListLine, ...]
    problems: tuple[ListProblem, ...]
    encoding: str
    """The character encoding that was used."""

    @classmethod
    def from_player_list(cls, players: PlayerList) -> PlayerListAnswer:
        """Convert a player list to an answer."""
        lines = (ListLine(one.line, one.player.name, one.player.group) for one in players.players)
        problems = (
            ListProblem(one.line, Problem.from_violation(one.violation)) for one in players.problems
        )
        return cls(tuple(lines), tuple(problems), players.encoding)
