"""The state of a game: what its events add up to, and nothing else."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from kostka.editions.model import Edition
from kostka.melds.turn import Table
from kostka.numbers.events import Ending
from kostka.numbers.scoring import ScoreSheet
from kostka.tabletop.state import FINISHED, GATHERING, TableHeader, TableSeat, TableState
from kostka.tiles.box import Box, TileId, get_box


class Header(TableHeader[Edition], frozen=True):
    """What is fixed before anything happens: the first line of the log."""

    PLAYERS_CLAUSE: ClassVar[str] = "N-1"


class Phase(StrEnum):
    """How far a game has come."""

    GATHERING = GATHERING
    """Before the deal."""
    PLAYING = "playing"
    FINISHED = FINISHED


class Seat(TableSeat, frozen=True):
    """One player's part of the state."""

    announced: bool = False
    """Announced in the last turn to open in the next (N-41)."""
    had_in_turn: int = 0
    """How many tiles of the rack, from its front, were there in a turn of the player's (N-41).
    The rest came too late to open with them, or to announce it."""
    had_at_turn_start: int = 0
    """How many of them were there when the player's last turn began (N-41)."""
    first_turn_over: bool = False
    """Whether the player's first turn since the deal has ended (N-7)."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a game ended."""

    ending: Ending
    sheet: ScoreSheet


class State(TableState[Header, Seat, Phase, Result], frozen=True):
    """Everything about a game, hidden information included: players see it through a view."""

    deal: int = 0
    order: tuple[TileId, ...] = ()
    stacks: tuple[tuple[TileId, ...], ...] = ()
    """The pool; a stack's first tile is drawn next. A stack that is used up stays as ()."""
    middle: int = 0
    """The stack that is drawn from."""
    table: Table = ()
    moved: bool = False
    """Whether the player on turn has done anything in it."""
    begun: bool = False
    """Whether the first move of the game was made (N-7)."""
    drawn: TileId | None = None
    """The tile drawn in a turn that stays open after the draw (N-20)."""
    last_drawer: int = 0
    """The seat that took the last tile from the pool."""
    last_round_ending: Ending = Ending.POOL_EMPTY
    """How the game ends if nobody goes out in the last round."""
    round_over: bool = False
    """The time of the round is over (Z-17)."""
    before_move: State | None = None
    """What a referee's undo goes back to."""

    @property
    def edition(self) -> Edition:
        """The rules."""
        return self.header.edition

    @property
    def box(self) -> Box:
        """The tiles."""
        return get_box(self.header.edition.box)

    @property
    def pool_size(self) -> int:
        """How many tiles can be drawn."""
        return sum(map(len, self.stacks))


def create_state(header: Header) -> State:
    """Return the state before the first event."""
    return State(header, tuple(Seat() for _ in header.names), Phase.GATHERING)
