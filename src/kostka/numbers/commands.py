"""The commands of players, the clock and referees."""

from __future__ import annotations

from kostka.melds.turn import Table
from kostka.tabletop import commands as table
from kostka.tabletop.commands import Command

CommitRandomness = table.CommitRandomness
AddRandomness = table.AddRandomness
Start = table.Start


class AskRedeal(Command, frozen=True):
    """A player with three doubles asks for a new deal (N-7)."""

    seat: int


class Place(Command, frozen=True):
    """Finish a move with this whole table (N-20 b)."""

    seat: int
    table: Table


class Draw(Command, frozen=True):
    """Draw one tile (N-20 a); with stacks, choose the next one if the middle is used up (Z-10)."""

    seat: int
    stack: int | None = None


class Announce(Command, frozen=True):
    """After a draw: "I open in the next round" (N-41)."""

    seat: int


class EndTurn(Command, frozen=True):
    """End the turn that stays open after a draw (N-20)."""

    seat: int


Pass = table.Pass


class RunOutOfTime(Command, frozen=True):
    """The clock says that the time for the move is over; `draft` is the table as it lies."""

    seat: int
    draft: Table | None = None


UseTime = table.UseTime
Leave = table.Leave


class EndRoundTime(Command, frozen=True):
    """The time of the tournament round is over (Z-17)."""


class Undo(Command, frozen=True):
    """A referee takes the last move back."""

    by: str
    reason: str


class Penalise(Command, frozen=True):
    """A referee makes a player draw tiles."""

    seat: int
    tiles: int
    by: str
    reason: str


class EndGame(Command, frozen=True):
    """A referee ends the game; the lowest rack wins, as after an empty pool."""

    by: str
    reason: str


AnyCommand = (
    CommitRandomness
    | AddRandomness
    | Start
    | AskRedeal
    | Place
    | Draw
    | Announce
    | EndTurn
    | Pass
    | UseTime
    | RunOutOfTime
    | Leave
    | EndRoundTime
    | Undo
    | Penalise
    | EndGame
)
