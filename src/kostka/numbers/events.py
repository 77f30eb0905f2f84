"""The events of a number game. They alone make the state; none can be refused."""

from __future__ import annotations

from enum import StrEnum

from kostka.melds.turn import Table
from kostka.numbers.scoring import ScoreSheet
from kostka.tabletop import events as table
from kostka.tabletop.events import Event
from kostka.tiles.box import TileId


class Ending(StrEnum):
    """The ways a game can end."""

    WENT_OUT = "went_out"
    """A rack is empty (N-40)."""
    POOL_EMPTY = "pool_empty"
    """The pool ran out and nobody went out (N-50 to N-52)."""
    ROUND_TIME = "round_time"
    """The time of the round ran out and nobody went out (Z-17)."""
    ALONE = "alone"
    """All others have left."""
    FLAG_FELL = "flag_fell"
    """All others are out of time, or the last of them is (M-4)."""
    REFEREE = "referee"
    """A referee ended it."""


class DrawReason(StrEnum):
    """Why a player took tiles from the pool."""

    TURN = "turn"
    """Instead of placing (N-20)."""
    TIME_OUT = "time_out"
    """The time ran out on an untouched table (N-26)."""
    PENALTY = "penalty"
    """A failed move (N-26)."""
    REFEREE = "referee"
    """A referee said so."""


# --- before the first turn --------------------------------------------------------------------


Sealed = table.Sealed
RandomnessCommitted = table.RandomnessCommitted
RandomnessAdded = table.RandomnessAdded
StartDrawn = table.StartDrawn
StarterFound = table.StarterFound


class Mixed(Event, frozen=True):
    """The tiles were mixed; `commitment` is the hash of this order, salted."""

    deal: int
    order: tuple[TileId, ...]
    commitment: str


class Dealt(Event, frozen=True):
    """The stacks were handed out: who gave which stack to whom."""

    gifts: tuple[tuple[int, int, int], ...]
    """Giver, receiver, number of the stack."""


class RedealAsked(Event, frozen=True):
    """A player with three doubles asked for a new deal (N-7)."""

    seat: int


# --- turns ------------------------------------------------------------------------------------


TurnBegan = table.TurnBegan


class Placed(Event, frozen=True):
    """A move stands: the whole table, and which tiles came from the rack."""

    seat: int
    table: Table
    tiles: tuple[TileId, ...]


class Drew(Event, frozen=True):
    """A player took tiles from the pool."""

    seat: int
    tiles: tuple[TileId, ...]
    reason: DrawReason
    stack: int | None = None
    """The stack that the player chose, if they did (Z-10)."""


class OpeningAnnounced(Event, frozen=True):
    """A player said that they will open in the next round (N-41)."""

    seat: int


class TurnEnded(Event, frozen=True):
    """A player ended the turn that stays open after a draw (N-20)."""

    seat: int


Passed = table.Passed


class TimedOut(Event, frozen=True, omit_defaults=True):
    """The time for the move ran out. Its consequences are the next events."""

    seat: int
    draft: Table | None
    returned: tuple[TileId, ...] = ()
    """Own tiles that went back to the rack while the rest of the move stands (Z-12)."""


class MoveFailed(Event, frozen=True):
    """A move was undone entirely (N-26)."""

    seat: int
    draft: Table | None
    """The table as it was proposed; None after a time-out, which holds it."""
    clauses: tuple[str, ...]
    """The clauses it broke."""


TimeUsed = table.TimeUsed
FlagFell = table.FlagFell
Left = table.Left

# --- the end, and referees --------------------------------------------------------------------


class RoundTimeEnded(Event, frozen=True):
    """The time of the round is over (Z-17)."""


class LastRoundBegan(Event, frozen=True):
    """These players, in this order, have one more turn each."""

    seats: tuple[int, ...]
    ending: Ending
    """How the game ends if nobody goes out in it."""


class MoveUndone(Event, frozen=True):
    """A referee took the last move back."""

    by: str
    reason: str


class Penalised(Event, frozen=True):
    """A referee gave a player a penalty of this many tiles."""

    seat: int
    tiles: int
    by: str
    reason: str


class EndedByReferee(Event, frozen=True):
    """A referee ended the game."""

    by: str
    reason: str


class Finished(Event, frozen=True):
    """The game is over."""

    ending: Ending
    sheet: ScoreSheet


AnyEvent = (
    Sealed
    | RandomnessCommitted
    | RandomnessAdded
    | StartDrawn
    | StarterFound
    | Mixed
    | Dealt
    | RedealAsked
    | TurnBegan
    | Placed
    | Drew
    | OpeningAnnounced
    | TurnEnded
    | Passed
    | TimedOut
    | MoveFailed
    | TimeUsed
    | FlagFell
    | Left
    | RoundTimeEnded
    | LastRoundBegan
    | MoveUndone
    | Penalised
    | EndedByReferee
    | Finished
)
