"""The state of a word game: what its events add up to, and nothing else."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kostka.events.errors import BadInput
from kostka.events.game import check_names
from kostka.tiles.box import TileId
from kostka.word.bag import Bag, bag_of
from kostka.word.edition import WordEdition
from kostka.word.events import Ending
from kostka.word.scoring import ScoreSheet, TurnScore
from kostka.word.table import Words, texts


class Header(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What is fixed before anything happens: the first line of the log."""

    edition: WordEdition
    names: tuple[str, ...]
    """The players, in the order of play; a seat is an index into them."""
    commitment: str
    """The hash of the secret seed of the shuffle."""
    starter: int | None = None
    """Who starts, in a later game of a match; None to draw for it (W-3)."""
    lexicon_hash: str | msgspec.UnsetType = msgspec.UNSET
    """By which version of the edition's lexicon words are judged; missing in the oldest records."""

    def __post_init__(self) -> None:
        """Refuse a game that cannot be played."""
        book, names = self.edition, self.names
        if not book.players_min <= len(names) <= book.players_max:
            wanted = f"{book.players_min} to {book.players_max}"
            raise BadInput(f"{len(names)} players, but {book.key} is for {wanted} (W-1)")
        check_names(names)
        if self.starter is not None and not 0 <= self.starter < len(names):
            raise BadInput(f"there is no seat {self.starter} to start")


class Phase(StrEnum):
    """How far a game has come."""

    GATHERING = "gathering"
    """Before the deal."""
    PLAYING = "playing"
    ACCEPTING = "accepting"
    """The move that ends the game is made, and may still be challenged (W-13)."""
    FINISHED = "finished"


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One player's part of the state."""

    rack: tuple[TileId, ...] = ()
    opened: bool = False
    """Is the first word laid (W-4)?"""
    present: bool = True
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
    """Was it challenged and found good?"""


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
    mixings: int = 0
    """How often tiles were mixed for the pool."""
    order_commitment: str = ""
    pool: tuple[TileId, ...] = ()
    """The bank of W-2; its first tile is drawn next."""
    table: Words = ()
    letters: dict[TileId, str] = {}
    """What the jokers on the table stand for (W-10)."""
    turn: int | None = None
    turns: int = 0
    """How many turns have begun; that the last move waits to be accepted counts as one."""
    waits: int = 0
    """How many of those were such waits, of moves that were undone: no turns on the score sheet."""
    idle: int = 0
    """How many turns in a row nobody has placed since the pool is empty (W-16)."""
    last_round: tuple[int, ...] | None = None
    """The last turns still to be played, the present one first (W-16)."""
    last_move: LastMove | None = None
    """Only where words are challenged."""
    waiting: tuple[int, ...] = ()
    """Who has yet to accept the move that ends the game."""
    ending: Ending | None = None
    """How the game ends once that move is accepted."""
    result: Result | None = None

    @property
    def edition(self) -> WordEdition:
        """The rules."""
        return self.header.edition

    @property
    def bag(self) -> Bag:
        """The tiles."""
        return bag_of(self.header.edition.bag)

    @property
    def new_words(self) -> tuple[str, ...]:
        """The words of the move that may be challenged which did not lie there before (W-13)."""
        move = self.last_move
        if move is None:
            return ()
        old = set(texts(self.bag, move.before.table, move.before.letters))
        return tuple([w for w in texts(self.bag, self.table, self.letters) if w not in old])

    def present_after(self, seat: int) -> tuple[int, ...]:
        """Give the players who are still there, in the order of play after a seat (W-3)."""
        players = len(self.seats)
        order = [(seat + step) % players for step in range(1, players + 1)]
        return tuple([other for other in order if self.seats[other].present])


def initial(header: Header) -> State:
    """Give the state before the first event."""
    return State(header, tuple(Seat() for _ in header.names))
