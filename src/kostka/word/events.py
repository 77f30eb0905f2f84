"""The events of a word game. They alone make the state; none can be refused."""

from __future__ import annotations

from enum import StrEnum

from kostka.tabletop import events as table
from kostka.tabletop.events import Event
from kostka.tiles.box import TileId
from kostka.word.scoring import ScoreSheet
from kostka.word.turn import Words


class Ending(StrEnum):
    """The ways a game can end."""

    WENT_OUT = "went_out"
    """The pool is empty and a rack too (W-16)."""
    NOBODY_PLACED = "nobody_placed"
    """The pool is empty, nobody placed for a round, and the last turns are over (W-16)."""
    ALONE = "alone"
    """All others have left."""


class DrawReason(StrEnum):
    """Why a player took tiles from the pool."""

    TURN = "turn"
    """Instead of placing (W-4, W-5)."""
    REFILL = "refill"
    """Up to seven at the end of a turn (W-9)."""
    TIME_OUT = "time_out"
    """A move that was not finished (W-14)."""
    WRONG_WORD = "wrong_word"
    """A word that is not valid: found at once, or by a challenge (W-13)."""


# --- before the first turn --------------------------------------------------------------------


Sealed = table.Sealed
RandomnessCommitted = table.RandomnessCommitted
RandomnessAdded = table.RandomnessAdded
StartDrawn = table.StartDrawn
StarterFound = table.StarterFound


class Mixed(Event, frozen=True):
    """Tiles were mixed; `commitment` is the hash of this order, salted.

    The first time all tiles, before the deal; later the pool, when tiles went back to it (W-13).
    """

    mixing: int
    order: tuple[TileId, ...]
    commitment: str


class Dealt(Event, frozen=True):
    """From the starter on everybody took this many tiles; the rest is the pool (W-2)."""

    each: int


# --- turns ------------------------------------------------------------------------------------


TurnBegan = table.TurnBegan


class Placed(Event, frozen=True):
    """A move stands: the whole table, which tiles came from the rack, and what it is worth."""

    seat: int
    table: Words
    letters: dict[TileId, str]
    """What every joker on the table stands for (W-10)."""
    tiles: tuple[TileId, ...]
    words: tuple[str, ...]
    """The words made, the longest, which counts, first (W-7)."""
    doubled: bool
    """The whole rack was placed (W-8)."""
    points: int


class Drew(Event, frozen=True):
    """A player took tiles from the pool."""

    seat: int
    tiles: tuple[TileId, ...]
    reason: DrawReason


Passed = table.Passed


class TimedOut(Event, frozen=True):
    """The time ran out; what was laid is undone (W-14)."""

    seat: int


class WordRefused(Event, frozen=True):
    """A move with a word that is not valid was undone, and the turn is over (W-13)."""

    seat: int
    table: Words
    """The words as they were laid."""
    letters: dict[TileId, str]
    """What every joker among them stood for."""
    wrong: tuple[str, ...]
    """The words that are not valid."""


class Challenged(Event, frozen=True):
    """A player challenged the last move (W-13)."""

    seat: int
    wrong: tuple[str, ...]
    """The words that are not valid: the move is undone. With none of them it stands."""


class LastMoveMade(Event, frozen=True):
    """The game is over unless the last move is challenged (W-13)."""

    ending: Ending
    waiting: tuple[int, ...]
    """The seats that may challenge it, or accept it."""


class Accepted(Event, frozen=True):
    """A player lets the move that ends the game stand."""

    seat: int


Left = table.Left

# --- the end ----------------------------------------------------------------------------------


class LastRoundBegan(Event, frozen=True):
    """These players, in this order, have one last turn each (W-16)."""

    seats: tuple[int, ...]


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
    | TurnBegan
    | Placed
    | Drew
    | Passed
    | TimedOut
    | WordRefused
    | Challenged
    | LastMoveMade
    | Accepted
    | Left
    | LastRoundBegan
    | Finished
)
