"""The interface between the server and a kind of game.

The rest of the server uses `GameKind`, `PlayableEdition`, `GameRecord` and `LiveGame`, none of
which mention the types of a kind. What a kind has to provide for its live games is `GameRules`,
with its types as parameters. Abilities that only some kinds have are classes of their own
(`NeedsLoading`, `Themed`, `Challengeable`, `MainTimed`, `RoundTimed`, `Refereed`,
`AnnouncementTimed`, `Redealing`), asked for with `isinstance`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec import Raw

from kostka.events.errors import Violation
from kostka.events.game import Game, Viewer
from kostka.events.log import Log
from kostka.protocol import requests, responses
from kostka.protocol.rooms import ThemeView
from kostka.server.games.house_rule_option import HouseRuleOption
from kostka.server.games.live_game import GameResult, LiveGame
from kostka.server.games.ruling import AnyRuling
from kostka.tabletop.match import Sheet, Standing
from kostka.tabletop.randomness import Contribution

NULL = b"null"


# --- what the rest of the server uses ---------------------------------------------------------


class PlayableEdition(ABC):
    """An edition with its house rules, as a table plays it."""

    @property
    @abstractmethod
    def edition_key(self) -> str:
        """The name of the edition."""

    @property
    @abstractmethod
    def player_range(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""

    @property
    @abstractmethod
    def tile_count(self) -> int:
        """How many tiles the box holds."""

    @property
    @abstractmethod
    def turn_seconds_options(self) -> tuple[int | None, ...]:
        """The times for a move that the rule book names, its own first; None for no limit."""

    @property
    def idle_fields(self) -> frozenset[str]:
        """Fields that say nothing with these tiles; a form need not offer them."""
        return frozenset()

    @abstractmethod
    def encode_edition_fields(self) -> dict[str, Any]:
        """Return every field of the edition as JSON values."""

    @abstractmethod
    def build_rule_values(self) -> dict[str, Any]:
        """Return every field and what follows from them: the values that rule texts mention."""

    @abstractmethod
    def rank_players(self, sheets: Sequence[Sheet]) -> list[Standing]:
        """Rank the players of a match."""

    @abstractmethod
    def start_game(  # noqa: PLR0913  (all that a game begins with)
        self,
        game_id: str,
        names: Sequence[str],
        *,
        seed: bytes,
        contributions: Sequence[Contribution],
        starter: int | None,
        now: int,
        bank_seconds: int,
    ) -> LiveGame:
        """Open a game, add the players' randomness and deal; nothing of it is saved yet."""


class NeedsLoading(ABC):
    """An edition that needs something large in memory before a game can start."""

    thread: Executor
    """Where it is loaded."""

    @property
    @abstractmethod
    def is_loaded(self) -> bool:
        """Whether everything is in memory."""

    @abstractmethod
    def load_resources(self) -> None:
        """Load it, which takes a moment; runs in the thread."""


class Themed(ABC):
    """An edition that can be played with a word list of the host's (W-15)."""

    @abstractmethod
    def build_themed_edition(self, theme: Raw) -> PlayableEdition:
        """Return the edition with a theme, as it was attached to the room."""

    @abstractmethod
    def check_theme(self) -> None:
        """Refuse a theme with which nobody could make the first move."""

    @abstractmethod
    def build_theme_view(self) -> ThemeView | None:
        """Return what everybody may know of the theme."""


class GameRecord(ABC):
    """A saved game."""

    @property
    @abstractmethod
    def result(self) -> GameResult | None:
        """The result; None if the game is not over."""

    @abstractmethod
    def verify_record(self) -> None:
        """Prove every line of the record, or raise `BadRecord`."""

    @abstractmethod
    def build_replay(self) -> object | None:
        """Return all steps of the game; None if it is not over."""

    @abstractmethod
    def remove_name(self, seat: int) -> bytes:
        """Return the file with a neutral name for the player in a seat."""

    @abstractmethod
    def to_bytes(self) -> bytes:
        """Return the file. It holds hidden tiles: only for games that are over."""


class GameKind(Protocol):
    """A kind of game: several editions that share rules, records and protocol messages."""

    @property
    def name(self) -> str:
        """What its records call it."""
        ...

    @property
    def editions(self) -> Mapping[str, PlayableEdition]:
        """Its editions as their rule books have them."""
        ...

    @property
    def player_count_clause(self) -> str:
        """The rule that says how many people play."""
        ...

    @property
    def level_count(self) -> int:
        """How many levels of bots it has."""
        ...

    @property
    def house_rule_options(self) -> tuple[HouseRuleOption, ...]:
        """The house rules that a table may choose."""
        ...

    def build_edition(self, key: str, house_rules: Mapping[str, Any]) -> PlayableEdition:
        """Apply house rules to an edition; raise `BadInput` for rules nobody could play by."""
        ...

    def load_game(self, game_id: str, data: bytes, bank_seconds: int) -> LiveGame:
        """Go on with a saved game; all its lines are saved."""
        ...

    def read_record(self, data: bytes) -> GameRecord:
        """Read a saved game."""
        ...


# --- what a kind provides for its live games --------------------------------------------------


class GameState(Protocol):
    """What the states of all kinds have in common."""

    @property
    def seats(self) -> Sequence[object]:
        """One entry for each player."""
        ...

    @property
    def turn(self) -> int | None:
        """The seat on turn."""
        ...

    @property
    def turns(self) -> int:
        """The number of the current turn."""
        ...

    @property
    def starter(self) -> int:
        """The seat that made the first move."""
        ...

    @property
    def result(self) -> GameResult | None:
        """The result; None while the game goes on."""
        ...


class TurnVerdict(Protocol):
    """What the rules say of a draft."""

    @property
    def possible(self) -> bool:
        """Whether the tiles could lie like this at all."""
        ...

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What stands in the way of finishing the turn."""
        ...


H = TypeVar("H")
"""Header."""
S = TypeVar("S", bound=GameState)
"""State."""
C = TypeVar("C")
"""Command."""
E = TypeVar("E")
"""Event."""
V = TypeVar("V")
"""View of a player."""
D = TypeVar("D")
"""Draft: the table as the player on turn has laid it so far."""

V_contra = TypeVar("V_contra", contravariant=True)
C_co = TypeVar("C_co", covariant=True)


class BotPlayer(Protocol[V_contra, C_co]):
    """A bot in one seat of one game."""

    def choose_command(self, view: V_contra, /) -> C_co:
        """Choose a command when the game waits for the seat; runs in the kind's thread."""
        ...


class UpdateContext(NamedTuple, Generic[D]):
    """What an update says of a game beside its state."""

    game_id: str
    header: bytes
    """Encoded once: it is most of an update, and never changes."""
    clock: responses.Clock
    draft: D | None
    is_first: bool
    """Whether the viewer hears of the game for the first time."""


class GameRules(ABC, Generic[H, S, C, E, V, D]):
    """What live games need from their kind."""

    thread: Executor | None = None
    """Where bots think and hints are searched; None for the threads that all share."""
    clock_events: tuple[type, ...]
    """Events that start or end somebody's time; their `seat` is whose."""
    anytime_commands: tuple[type, ...]
    """Commands that are not meant for a turn."""
    request_types: tuple[type, ...]
    """Requests that are meant for this kind of game."""

    # --- games --------------------------------------------------------------------------------

    @abstractmethod
    def load_game(self, data: bytes) -> Game[H, S, C, E, V]:
        """Go on with a saved game."""

    @abstractmethod
    def build_public_header(self, log: Log[H, E]) -> H:
        """Return the header as everybody may see it."""

    # --- turns --------------------------------------------------------------------------------

    @abstractmethod
    def read_command(self, request: requests.InGame) -> C:
        """Return the command in a request that is accepted."""

    @abstractmethod
    def find_waiting_seats(self, state: S) -> tuple[int, ...]:
        """Return the seats whose command a running game waits for."""

    @abstractmethod
    def get_turn_seconds(self, state: S) -> int | None:
        """Return the time for a move by the edition of a game; None for no limit."""

    @abstractmethod
    def get_allowed_seconds(self, state: S) -> int | None:
        """Return the time that the waiting seats have now, without time banks."""

    @abstractmethod
    def make_timeout_command(self, state: S, draft: D | None) -> C:
        """Return the command with which the time of a turn ends."""

    @abstractmethod
    def make_bot(self, level: int, seed: int, state: S) -> BotPlayer[V, C]:
        """Return a bot for a seat of a game."""

    @abstractmethod
    def find_hint(self, view: V, state: S, request: requests.AskHint) -> responses.AnyMessage:
        """Search a hint for the player on turn; runs in the thread."""

    # --- drafts -------------------------------------------------------------------------------

    @abstractmethod
    def read_draft(self, request: requests.AnyDraft) -> D:
        """Return the draft in a request that is accepted."""

    @abstractmethod
    def decode_draft(self, data: bytes) -> D:
        """Return a draft from its JSON; raise `BadInput`."""

    @abstractmethod
    def can_move_tiles(self, state: S, seat: int) -> bool:
        """Whether a player may move tiles about now."""

    @abstractmethod
    def judge_draft(self, state: S, draft: D) -> TurnVerdict:
        """Judge a draft of the player on turn."""

    @abstractmethod
    def build_verdict_message(self, request_id: int, state: S, draft: D) -> responses.Judged:
        """Return the answer to a draft: what it is worth, and what is wrong with it."""

    @abstractmethod
    def build_draft_message(self, seat: int, turn: int, draft: D) -> responses.Drafted:
        """Return the message that shows a draft to the others."""

    # --- updates ------------------------------------------------------------------------------

    @abstractmethod
    def build_update(
        self,
        state: S,
        context: UpdateContext[D],
        gap: Any,  # noqa: ANN401  (stands for values of several types)
    ) -> responses.Played:
        """Return the update with gaps for what differs from one viewer to another.

        The first gap is the viewer, the second one the header, the last one the events. Between
        them, in a game that is not over, are those of `encode_private_parts`.
        """

    @abstractmethod
    def encode_private_parts(self, state: S) -> list[list[tuple[int, bytes]]]:
        """Encode what only each seat knows of a running game, with the numbers of the gaps.

        Gap 0 is the one after the header. Gaps that are left out are null.
        """

    @abstractmethod
    def view_event(self, event: E, viewer: Viewer, *, over: bool) -> object:
        """Return an event as a seat or a spectator may see it."""


class Challengeable(ABC, Generic[S]):
    """Rules under which players may challenge the last move."""

    @abstractmethod
    def find_challengers(self, state: S) -> tuple[int, ...]:
        """Return the seats that may challenge the last move until the next one."""


class MainTimed(ABC, Generic[S, C]):
    """Rules with a main time for all moves of a player (M-3)."""

    @abstractmethod
    def find_main_times(self, state: S) -> tuple[int, ...] | None:
        """Return what each seat has left after its last move, in milliseconds; None without."""

    @abstractmethod
    def make_time_command(self, state: S, command: C, milliseconds: int) -> C | None:
        """Return the command that counts the time of a move; None if a command ends none."""


class RoundTimed(ABC, Generic[S, C]):
    """Rules that know the end of a tournament round's time (Z-17)."""

    @abstractmethod
    def make_round_end_command(self, state: S) -> C | None:
        """Return the command that ends the time; None if the game is in its last moves already."""


class Refereed(ABC, Generic[C_co]):
    """Rules that know the rulings of a referee (Z-30)."""

    @abstractmethod
    def make_ruling_command(self, ruling: AnyRuling, by: str, reason: str) -> C_co:
        """Return the command that carries out a ruling of a named referee."""


class AnnouncementTimed(ABC, Generic[S, C, E]):
    """Rules under which a turn stays open for a moment after a draw (N-20)."""

    @abstractmethod
    def find_window_seconds(self, state: S) -> int | None:
        """Return how long the turn lasts after its draw; None if it is not open in this way."""

    @abstractmethod
    def stops_clock(self, state: S, event: E) -> bool:
        """Whether the time of the player on turn stops with an event of the game."""

    @abstractmethod
    def make_window_end_command(self, state: S) -> C:
        """Return the command that ends the turn when the moment is over."""


class Redealing(ABC, Generic[S, C]):
    """Rules under which players may ask for a new deal (N-7)."""

    deal_events: tuple[type, ...]
    """Events of a deal."""

    @abstractmethod
    def must_wait_after_deal(self, state: S, command: C) -> bool:
        """Whether a bot gives players time to ask before it carries out a command."""

    @abstractmethod
    def is_redeal_open(self, state: S) -> bool:
        """Whether nothing has ended the right of all players yet."""
