"""The commands of players and the clock."""

from __future__ import annotations

import msgspec

from kostka.tabletop import commands as table
from kostka.tabletop.commands import Command
from kostka.tiles.box import TileId
from kostka.word.turn import Words

CommitRandomness = table.CommitRandomness
AddRandomness = table.AddRandomness
Start = table.Start


class Place(Command, frozen=True):
    """Finish a move with this whole table (W-4, W-5)."""

    seat: int
    table: Words
    letters: dict[TileId, str] = msgspec.field(default_factory=dict)
    """What jokers stand for that are laid or taken; the others keep their letter (W-10)."""


class Draw(Command, frozen=True):
    """Draw one tile instead of placing (W-4, W-5)."""

    seat: int


Pass = table.Pass


class Challenge(Command, frozen=True):
    """Challenge the words of the last move (W-13)."""

    seat: int


class Accept(Command, frozen=True):
    """Accept the move that ends the game (W-13)."""

    seat: int


class RunOutOfTime(Command, frozen=True):
    """The clock says that the time is over (W-14)."""

    seat: int


Leave = table.Leave

AnyCommand = (
    CommitRandomness
    | AddRandomness
    | Start
    | Place
    | Draw
    | Pass
    | Challenge
    | Accept
    | RunOutOfTime
    | Leave
)
