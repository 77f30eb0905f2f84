"""What the server has to know of a kind of game: everything else it does alike for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple, Protocol

from kostka.events.errors import Violation
from kostka.events.game import Game, Viewer
from kostka.events.log import Log
from kostka.protocol import responses
from kostka.protocol.requests import AskHint
from kostka.server.games.house_rule_option import Knob
from kostka.tabletop.match import Sheet, Standing
from kostka.word.theme import Theme

AnyGame = Game[Any, Any, Any, Any, Any]
"""A running game. Its state has `seats`, `turn`, `turns`, `starter` and `result` in every kind."""


# What differs from kind to kind, and goes through the server unseen.
AnyAsked = Any
AnyBook = Any
AnyCommand = Any
AnyDraft = Any
AnyEvent = Any
AnyState = Any
AnyView = Any


NULL = b"null"


class Around(NamedTuple):
    """What everybody is told of a game beside its state."""

    name: str
    header: Any
    """As it is written: it is most of what is told, and never changes."""
    clock: responses.Clock
    draft: AnyDraft | None
    first: bool
    """Whether the viewer hears of the game for the first time."""


class Book(Protocol):
    """What the editions of all kinds have in common."""

    @property
    def key(self) -> str:
        """Its name."""
        ...

    @property
    def players_min(self) -> int:
        """The fewest players."""
        ...

    @property
    def players_max(self) -> int:
        """The most."""
        ...

    @property
    def turn_seconds(self) -> int | None:
        """The time for a move; None for unlimited."""
        ...


class Check(Protocol):
    """What the rules say of a draft."""

    @property
    def possible(self) -> bool:
        """Whether the tiles could be laid so at all."""
        ...

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What stands in the way of finishing."""
        ...


class Player(Protocol):
    """A bot of one seat in one game."""

    def choose(self, view: AnyView, /) -> AnyCommand:
        """Answer to a view in which the game waits for the seat; runs in the kind's thread."""
        ...


class Kind(Protocol):
    """A kind of game. States, views, events, commands and drafts are those of the kind."""

    name: str
    """What its records call it."""
    books: Mapping[str, Book]
    """Its editions."""
    players_clause: str
    """The rule that says how many play."""
    levels: int
    """How strong its strongest bot is."""
    knobs: tuple[Knob, ...]
    """What tables may set for themselves."""
    requests: tuple[type, ...]
    """What a client may ask in a game of this kind alone."""
    whenever: tuple[type, ...]
    """Commands that are not meant for a turn."""
    periods: tuple[type, ...]
    """Events with which the time that somebody has begins or ends; the `seat` of one is whose."""
    thread: Executor | None
    """Where it is loaded, bots think and hints are looked for; None for the threads all share."""

    # --- games --------------------------------------------------------------------------------

    def book(self, key: str, rules: Mapping[str, Any]) -> Book:
        """Give the rules of a table; raises `BadInput` for what nobody could play."""
        ...

    def themed(self, book: AnyBook, theme: Theme) -> Book:
        """Give the rules with a theme (W-15)."""
        ...

    def check_theme(self, book: AnyBook, /) -> None:
        """Refuse rules with a theme by which nobody could play."""
        ...

    def tiles(self, book: AnyBook) -> int:
        """Say how many tiles the box holds."""
        ...

    def times(self, book: AnyBook) -> tuple[int | None, ...]:
        """Give the times for a move that the rule book names, its own first."""
        ...

    def is_ready(self, book: AnyBook, /) -> bool:
        """Whether all is loaded that games by these rules need."""
        ...

    def get_ready(self, book: AnyBook, /) -> None:
        """Load it, which takes a moment; runs in the kind's thread."""
        ...

    def rule_values(self, book: AnyBook) -> dict[str, Any]:
        """Give every field of an edition, and what follows: the words that rules may use."""
        ...

    def dealt(
        self, book: AnyBook, names: Sequence[str], seed: bytes, *, starter: int | None, at: int
    ) -> AnyGame:
        """Open a game and deal."""
        ...

    def load(self, data: bytes) -> AnyGame:
        """Take up a saved game."""
        ...

    def verify(self, log: Log[Any, Any]) -> None:
        """Prove a record, or raise `BadRecord`."""
        ...

    def replay(self, log: Log[Any, Any]) -> object | None:
        """Give all steps of a game; None while it goes on."""
        ...

    def standings(self, book: AnyBook, sheets: Sequence[Sheet], /) -> list[Standing]:
        """Rank the players of a match."""
        ...

    # --- turns --------------------------------------------------------------------------------

    def waits_for(self, state: AnyState) -> tuple[int, ...]:
        """Say whose command a running game waits for."""
        ...

    def challengers(self, state: AnyState, /) -> tuple[int, ...]:
        """Say who may challenge the last move until the next one is made."""
        ...

    def seconds(self, state: AnyState) -> int | None:
        """Say how much time they have, without their time banks; None for no limit."""
        ...

    def time_is_up(self, state: AnyState, draft: AnyDraft, /) -> AnyCommand:
        """Give the command with which the time ends."""
        ...

    def round_time_is_up(self, state: AnyState, /) -> AnyCommand | None:
        """Give the command with which the time of a tournament's round ends (Z-17).

        None if the game heeds none, or is in its last moves already.
        """
        ...

    def player(self, level: int, seed: int, book: AnyBook, /) -> Player:
        """Make a bot."""
        ...

    def hint(self, view: AnyView, book: AnyBook, asked: AskHint, /) -> responses.AnyMessage:
        """Answer who asks for a hint while on turn; runs in the kind's thread."""
        ...

    # --- drafts -------------------------------------------------------------------------------

    def draft(self, request: AnyAsked) -> AnyDraft:
        """Give the draft that a client sends, as it is kept."""
        ...

    def may_lay(self, state: AnyState, seat: int) -> bool:
        """Whether a player may move tiles about now."""
        ...

    def check(self, state: AnyState, draft: AnyDraft) -> Check:
        """Judge a draft of the player on turn."""
        ...

    def judged(self, number: int, state: AnyState, draft: AnyDraft) -> responses.Judged:
        """Answer a draft: what it is worth, and what is wrong with it."""
        ...

    def draft_news(self, seat: int, turn: int, draft: AnyDraft) -> responses.Drafted:
        """Show a draft to others."""
        ...

    # --- news ---------------------------------------------------------------------------------

    def header(self, log: Log[Any, Any]) -> object:
        """Give the header as everybody may see it."""
        ...

    def news(self, state: AnyState, around: Around, gap: AnyView) -> responses.Played:
        """Say what is told of a game, with gaps for what differs from one viewer to another.

        The first gap is the viewer, the last one the events. Between them, in a game that is not
        over, are those that `fillings` fills.
        """
        ...

    def fillings(self, state: AnyState, viewer: Viewer) -> list[bytes]:
        """Write what a viewer knows of a running game alone, gap by gap."""
        ...

    def view_event(self, event: AnyEvent, viewer: Viewer, *, over: bool) -> object:
        """Show an event to a seat or to a spectator."""
        ...
