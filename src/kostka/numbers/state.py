"""The state of a game: what its events add up to, and nothing else."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kostka.editions.model import Edition
from kostka.events.errors import BadInput
from kostka.events.game import check_names
from kostka.melds.turn import Table
from kostka.numbers.events import Ending
from kostka.numbers.scoring import ScoreSheet
from kostka.tiles.box import Box, TileId, box_of


class Header(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What is fixed before anything happens: the first line of the log."""

    edition: Edition
    names: tuple[str, ...]
    """The players, in the order of play; a seat is an index into them."""
    commitment: str
    """The hash of the secret seed of the shuffle."""
    starter: int | None = None
    """Who starts, in a later game of a match (N-3); None to find out as the edition says."""

    def __post_init__(self) -> None:
        """Refuse a game that cannot be played."""
        book, names = self.edition, self.names
        if not book.players_min <= len(names) <= book.players_max:
            wanted = f"{book.players_min} to {book.players_max}"
            raise BadInput(f"{len(names)} players, but {book.key} is for {wanted} (N-1)")
        check_names(names)
        if self.starter is not None and not 0 <= self.starter < len(names):
            raise BadInput(f"there is no seat {self.starter} to start")


class Phase(StrEnum):
    """How far a game has come."""

    GATHERING = "gathering"
    """Before the deal."""
    PLAYING = "playing"
    FINISHED = "finished"


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One player's part of the state."""

    rack: tuple[TileId, ...] = ()
    opened: bool = False
    present: bool = True
    announced: bool = False
    """Announced in the last turn to open in the next (N-41)."""
    had_in_turn: int = 0
    """How many tiles of the rack, from its front, were there in a turn of the player's (N-41).
    The rest came too late to open with them, or to announce it."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a game ended."""

    ending: Ending
    sheet: ScoreSheet


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a game, hidden things included: never shown, only through a view."""

    header: Header
    seats: tuple[Seat, ...]
    phase: Phase = Phase.GATHERING
    seed: str = ""
    added: tuple[tuple[int, str], ...] = ()
    """The words that players added to the shuffle."""
    start_draws: tuple[tuple[tuple[int, TileId], ...], ...] = ()
    starter: int = 0
    deal: int = 0
    order: tuple[TileId, ...] = ()
    order_commitment: str = ""
    stacks: tuple[tuple[TileId, ...], ...] = ()
    """The pool; a stack's first tile is drawn next. A stack that is used up stays as ()."""
    middle: int = 0
    """The stack that is drawn from."""
    table: Table = ()
    turn: int | None = None
    turns: int = 0
    """How many turns have begun."""
    moved: bool = False
    """Whether the player on turn has done anything in it."""
    begun: bool = False
    """Whether the first move of the game was made (N-7)."""
    drawn: TileId | None = None
    """The tile drawn in a turn that stays open after the draw (N-20)."""
    last_drawer: int = 0
    """Who took a tile from the pool last."""
    last_round: tuple[int, ...] | None = None
    """The turns of the last round still to be played, the present one first."""
    last_round_ending: Ending = Ending.POOL_EMPTY
    """How the game ends if nobody goes out in the last round."""
    round_over: bool = False
    """The time of the round is over (Z-17)."""
    result: Result | None = None
    before_move: State | None = None
    """What a referee's undo goes back to."""

    @property
    def edition(self) -> Edition:
        """The rules."""
        return self.header.edition

    @property
    def box(self) -> Box:
        """The tiles."""
        return box_of(self.header.edition.box)

    @property
    def pool(self) -> int:
        """How many tiles can be drawn."""
        return sum(map(len, self.stacks))

    def present_after(self, seat: int) -> tuple[int, ...]:
        """Give the players who are still there, in the order of play after a seat (N-4)."""
        players = len(self.seats)
        order = [(seat + step) % players for step in range(1, players + 1)]
        return tuple([other for other in order if self.seats[other].present])


def initial(header: Header) -> State:
    """Give the state before the first event."""
    return State(header, tuple(Seat() for _ in header.names))
