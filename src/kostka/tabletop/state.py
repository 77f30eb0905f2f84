"""The header and the state that every game at a table has; each game adds fields of its own."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Generic, Protocol, TypeVar

import msgspec

from kostka.events.errors import BadInput
from kostka.events.game import check_names
from kostka.tiles.box import TileId

GATHERING = "gathering"
"""The phase before the deal."""
FINISHED = "finished"
"""The phase after the end."""


class TableEdition(Protocol):
    """What the rules of every game say about its players."""

    @property
    def key(self) -> str:
        """The name of the edition."""
        ...

    @property
    def players_min(self) -> int:
        """The fewest players."""
        ...

    @property
    def players_max(self) -> int:
        """The most players."""
        ...


EditionT_co = TypeVar("EditionT_co", bound=TableEdition, covariant=True)
HeaderT_co = TypeVar("HeaderT_co", bound="TableHeader[TableEdition]", covariant=True)
SeatT_co = TypeVar("SeatT_co", bound="TableSeat", covariant=True)
PhaseT_co = TypeVar("PhaseT_co", bound=StrEnum, covariant=True)
ResultT_co = TypeVar("ResultT_co", covariant=True)


class TableHeader(
    msgspec.Struct, Generic[EditionT_co], frozen=True, gc=False, forbid_unknown_fields=True
):
    """What is fixed before anything happens: the first line of the log."""

    edition: EditionT_co
    names: tuple[str, ...]
    """The players in the order of play; a seat is an index into them."""
    commitment: str
    """The hash of the secret seed of the shuffle."""
    starter: int | None = None
    """The seat that starts, in a later game of a match (N-3); None to find it as the edition
    says (N-2, W-3)."""
    rechained: bool | msgspec.UnsetType = msgspec.UNSET
    """True in a record whose lines were chained again, so that a name could be removed from it."""

    PLAYERS_CLAUSE: ClassVar[str]
    """The clause that says how many players there are."""

    def __post_init__(self) -> None:
        """Refuse a game that cannot be played."""
        book, names = self.edition, self.names
        if not book.players_min <= len(names) <= book.players_max:
            wanted = f"{book.players_min} to {book.players_max}"
            raise BadInput(
                f"{len(names)} players, but {book.key} is for {wanted} ({self.PLAYERS_CLAUSE})"
            )
        check_names(names)
        if self.starter is not None and not 0 <= self.starter < len(names):
            raise BadInput(f"there is no seat {self.starter} to start")


class TableSeat(msgspec.Struct, frozen=True, gc=False):
    """One player's part of the state."""

    rack: tuple[TileId, ...] = ()
    opened: bool = False
    """Whether the player has made the opening (N-22) or laid a first word (W-4)."""
    present: bool = True
    """False once the player has left, or is out of time (M-4)."""
    time_left: int | None = None
    """What is left of the main time, in milliseconds; None without one (M-3)."""


class TableState(
    msgspec.Struct, Generic[HeaderT_co, SeatT_co, PhaseT_co, ResultT_co], frozen=True, gc=False
):
    """What the events of every game add up to.

    It includes hidden information: players see it only through a view.
    """

    header: HeaderT_co
    seats: tuple[SeatT_co, ...]
    phase: PhaseT_co
    seed: str = ""
    committed: tuple[tuple[int, str], ...] = ()
    """The commitments of players to the words that they will add to the shuffle, by seat."""
    added: tuple[tuple[int, str], ...] = ()
    """The words that players added to the shuffle."""
    start_draws: tuple[tuple[tuple[int, TileId], ...], ...] = ()
    starter: int = 0
    order_commitment: str = ""
    """The hash of the last order of the tiles."""
    turn: int | None = None
    """The seat on turn."""
    turns: int = 0
    """How many turns have begun."""
    time_used: int | None = None
    """How long the player on turn took for the move, once the clock has said it (M-3)."""
    last_round: tuple[int, ...] | None = None
    """The turns of the last round that are still to be played, the current one first."""
    result: ResultT_co | None = None

    def list_present_seats_after(self, seat: int) -> tuple[int, ...]:
        """List the players who have not left, in the order of play after a seat (N-4, W-3)."""
        players = len(self.seats)
        order = [(seat + step) % players for step in range(1, players + 1)]
        return tuple([other for other in order if self.seats[other].present])


AnyTableState = TableState[TableHeader[TableEdition], TableSeat, StrEnum, object]
"""The state of any game at a table."""
