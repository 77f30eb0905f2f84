"""What players and the clock can ask of a word game."""

from __future__ import annotations

import msgspec

from kostka.tiles.box import TileId
from kostka.word.table import Words


class Command(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Something that a game may do or refuse. As JSON the field `type` holds its name."""


class AddRandomness(Command, frozen=True):
    """Before the deal a player adds words of their own to the shuffle."""

    seat: int
    words: str


class Start(Command, frozen=True):
    """Find the starter, mix and deal."""


class Place(Command, frozen=True):
    """Finish a move with this whole table (W-4, W-5)."""

    seat: int
    table: Words
    letters: dict[TileId, str] = {}
    """What jokers stand for that are laid or taken; the others keep their letter (W-10)."""


class Draw(Command, frozen=True):
    """Draw one tile instead of placing (W-4, W-5)."""

    seat: int


class Pass(Command, frozen=True):
    """Neither place nor draw, once there is nothing to draw (W-16)."""

    seat: int


class Challenge(Command, frozen=True):
    """Say that a word of the last move is not valid (W-13)."""

    seat: int


class Accept(Command, frozen=True):
    """Let the move that ends the game stand (W-13)."""

    seat: int


class RunOutOfTime(Command, frozen=True):
    """The clock says that the time is over (W-14)."""

    seat: int


class Leave(Command, frozen=True):
    """A player leaves for good."""

    seat: int


AnyCommand = AddRandomness | Start | Place | Draw | Pass | Challenge | Accept | RunOutOfTime | Leave
