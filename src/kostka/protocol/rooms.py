"""Rooms, where people meet to play a match: their settings and their public view."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import msgspec

from kostka.bots.levels import LEVELS
from kostka.tabletop.match import MAX_GAMES, Standing

Level = Annotated[int, msgspec.Meta(ge=1, le=len(LEVELS))]
Count = Annotated[int, msgspec.Meta(ge=1, le=MAX_GAMES)]
MAX_SEATS = 6


class Settings(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The settings of a room."""

    edition: Annotated[str, msgspec.Meta(max_length=40)]
    rules: dict[str, Any] = msgspec.field(default_factory=dict)
    """House rules: fields of the edition with other values."""
    seats: Annotated[int, msgspec.Meta(ge=2, le=MAX_SEATS)] = 2
    bots: tuple[Level, ...] = ()
    """Bots that take the last seats at once, by their levels."""
    games: Count = 1
    open: bool = False
    """Listed for everybody, or for those with its code alone."""
    bank_seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    """Time for the whole game beyond that for each move."""
    stand_in_seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] | None = 60
    """For how long somebody may be away, on turn and with others waiting, before a bot takes over
    until they come back; None for ever."""
    hints: bool = True
    """In games against bots alone."""


class Stage(StrEnum):
    """How far a room has come."""

    GATHERING = "gathering"
    """People take seats."""
    PLAYING = "playing"
    BETWEEN = "between"
    """A game is over, and the match has another one."""
    OVER = "over"
    """All games of the match are played."""
    CLOSED = "closed"
    """Left alone, or closed by its host."""


class Pauser(StrEnum):
    """By whom a room was paused."""

    ORGANISER = "organiser"
    """The clock of the table is stopped at the desk of its tournament."""


class Chair(msgspec.Struct, frozen=True, gc=False):
    """One seat: empty, or with a guest or a bot on it."""

    name: str = ""
    guest: str | None = None
    """The public id of the guest in this seat."""
    bot: Level | None = None
    """The level of the bot that sits there, or stands in for a guest who is away."""
    here: bool = False
    """Whether the guest is connected."""

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits there."""
        return self.guest is None and self.bot is None


class NamedGuest(msgspec.Struct, frozen=True, gc=False):
    """A guest, by public id and name."""

    guest: str
    name: str


class People(msgspec.Struct, frozen=True, gc=False):
    """Whom the host of a room can remove or let back in, beside those with a seat."""

    watching: tuple[NamedGuest, ...]
    banned: tuple[NamedGuest, ...]


class ThemeView(msgspec.Struct, frozen=True, gc=False):
    """A theme without its words, which may be many."""

    title: str
    words: int
    """How many."""


class RoomView(msgspec.Struct, frozen=True, gc=False):
    """A room as everybody in it sees it."""

    code: str
    host: str
    settings: Settings
    stage: Stage
    chairs: tuple[Chair, ...]
    watching: int
    """How many people look on."""
    game: str | None
    """The id of the game that is played, or was played last."""
    played: tuple[str, ...]
    """The games of the match that are over."""
    standings: tuple[Standing, ...]
    kind: str = "numbers"
    """`numbers` or `word`: which messages its games speak."""
    theme: ThemeView | None = None
    """The word list from which alone words count (W-15)."""
    booked: bool = False
    """Whether it is a table of a tournament: without a host, every seat with its own link."""
    paused: Pauser | None = None
    """Who has paused the room: its clock stands, and moves are refused."""
