"""The events that every game at a table has."""

from __future__ import annotations

import msgspec

from kostka.events.log import Milliseconds
from kostka.tiles.box import TileId


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Something that happened. In JSON the field `type` holds its name."""


class Sealed(Event, frozen=True):
    """The secret seed of the shuffle was chosen; its hash is in the header."""

    seed: str


class RandomnessCommitted(Event, frozen=True):
    """A player committed to words for the shuffle; they are still secret."""

    seat: int
    commitment: str


class RandomnessAdded(Event, frozen=True):
    """A player's own words went into the shuffle."""

    seat: int
    words: str


class StartDrawn(Event, frozen=True):
    """All players, or those who tied, drew a tile to find the starter (N-2, W-3)."""

    draws: tuple[tuple[int, TileId], ...]


class StarterFound(Event, frozen=True):
    """The starter is known."""

    seat: int


class TurnBegan(Event, frozen=True):
    """It is this player's turn."""

    seat: int


class Passed(Event, frozen=True):
    """A player neither placed nor drew."""

    seat: int


class TimeUsed(Event, frozen=True):
    """A player took this long for a move, pauses not counted (M-3).

    It is an event, because the times of commands alone do not tell: clocks stand in pauses and
    after a restart of the server.
    """

    seat: int
    milliseconds: Milliseconds


class FlagFell(Event, frozen=True):
    """A player's main time is used up: the move is undone, and the game lost (M-4)."""

    seat: int


class Left(Event, frozen=True):
    """A player left for good."""

    seat: int
