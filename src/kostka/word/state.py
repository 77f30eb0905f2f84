"""The state of a word game: what its events add up to, and nothing else."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from kostka.tabletop.state import FINISHED, GATHERING, TableHeader, TableSeat, TableState
from kostka.tiles.box import TileId
from kostka.word.bag import Bag, get_bag
from kostka.word.edition import WordEdition
from kostka.word.events import Ending
from kostka.word.scoring import ScoreSheet, TurnScore
from kostka.word.turn import Words, spell_words


class Header(TableHeader[WordEdition], frozen=True):
    """What is fixed before anything happens: the first line of the log."""

    lexicon_hash: str | msgspec.UnsetType = msgspec.UNSET
    """By which version of the edition's lexicon words are judged; missing in the oldest records."""

    PLAYERS_CLAUSE: ClassVar[str] = "W-1"


class Phase(StrEnum):
    """How far a game has come."""

    GATHERING = GATHERING
    """Before the deal."""
    PLAYING = "playing"
    ACCEPTING = "accepting"
    """The move that ends the game is made, and may still be challenged (W-13)."""
    FINISHED = FINISHED


class Seat(TableSeat, frozen=True):
    """One player's part of the state."""

    turns: tuple[TurnScore, ...] = ()
    """What every turn in which the player placed was worth."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a game ended."""

    ending: Ending
    sheet: ScoreSheet


class LastMove(msgspec.Struct, frozen=True, gc=False):
    """A move that may still be challenged (W-13)."""

    seat: int
    before: State
    """What a challenge that is right goes back to."""
    found_good: bool = False
    """Whether it was challenged and stands."""


class State(TableState[Header, Seat, Phase, Result], frozen=True):
    """Everything about a game, hidden information included: players see it through a view.

    That the last move waits to be accepted counts as a turn.
    """

    mixings: int = 0
    """How often tiles were mixed for the pool."""
    pool: tuple[TileId, ...] = ()
    """The bank of W-2; its first tile is drawn next."""
    table: Words = ()
    letters: dict[TileId, str] = msgspec.field(default_factory=dict)
    """What the jokers on the table stand for (W-10)."""
    waits: int = 0
    """How many turns were such waits, of moves that were undone: no turns on the score sheet."""
    idle: int = 0
    """How many turns in a row nobody has placed since the pool is empty (W-16)."""
    last_move: LastMove | None = None
    """Only where words are challenged."""
    waiting: tuple[int, ...] = ()
    """The seats that have yet to accept the move that ends the game."""
    ending: Ending | None = None
    """How the game ends once that move is accepted."""

    @property
    def edition(self) -> WordEdition:
        """The rules."""
        return self.header.edition

    @property
    def bag(self) -> Bag:
        """The tiles."""
        return get_bag(self.header.edition.bag)

    @property
    def new_words(self) -> tuple[str, ...]:
        """The words of the move that may be challenged which did not lie there before (W-13)."""
        move = self.last_move
        if move is None:
            return ()
        old = set(spell_words(self.bag, move.before.table, move.before.letters))
        return tuple([w for w in spell_words(self.bag, self.table, self.letters) if w not in old])


def create_state(header: Header) -> State:
    """Return the state before the first event."""
    return State(header, tuple(Seat() for _ in header.names), Phase.GATHERING)
