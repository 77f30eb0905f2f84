"""A game that is being played, as the rest of the server sees it, whatever kind of game it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from kostka.events.game import Viewer
from kostka.protocol import requests
from kostka.protocol.responses import AnyMessage, Drafted, Judged
from kostka.server.games.clock import Pause
from kostka.server.games.ruling import AnyRuling
from kostka.tabletop.match import Sheet


class ChosenMove(NamedTuple):
    """A bot's move, ready to be played."""

    play: Callable[[int], None]
    """Plays it at a time in milliseconds."""
    waits_since: int | None
    """When the tiles were dealt, if bots have to wait with such a move (N-7)."""


class Ending(Protocol):
    """How a game ended."""

    @property
    def value(self) -> str:
        """The name that logs and records use."""
        ...


class GameResult(Protocol):
    """The end of a game."""

    @property
    def ending(self) -> Ending:
        """How it ended."""
        ...

    @property
    def sheet(self) -> Sheet:
        """Its score sheet."""
        ...


class GameHandOver(msgspec.Struct, frozen=True, gc=False):
    """What a running game knows beyond its log, for the process that goes on with it."""

    game: str
    lines: int
    """How long its log was; if it has grown since, nothing of this is true any more."""
    draft: msgspec.Raw = msgspec.Raw(b"null")
    resumed: tuple[int, int] | None = None
    """The turn during which the server was down, and when it was back."""


class LiveGame(ABC):
    """One game, from its deal to its end.

    A command changes the game in memory. The caller then saves `take_unsaved_lines` and only
    afterwards sends `encode_updates`; if it cannot save, it goes on with `rebuild_without_unsaved`.
    """

    id: str
    pauses: tuple[Pause, ...] = ()
    """The times during which its clock stood; the last one may still last."""

    # --- what a room wants to know ------------------------------------------------------------

    @property
    @abstractmethod
    def result(self) -> GameResult | None:
        """The result; None while the game goes on."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    @abstractmethod
    def starter(self) -> int:
        """The seat that made the first move."""

    @property
    @abstractmethod
    def turn_number(self) -> int:
        """The number of the current turn."""

    @property
    @abstractmethod
    def log_line_count(self) -> int:
        """How many lines its log has."""

    @property
    @abstractmethod
    def waiting_seats(self) -> tuple[int, ...]:
        """The seats whose command the game waits for."""

    @property
    @abstractmethod
    def challengers(self) -> tuple[int, ...]:
        """The seats that may challenge the last move until the next one."""

    @property
    @abstractmethod
    def deadline(self) -> int | None:
        """When the time of the turn is over, without the grace period for the network.

        None without a limit, and while the game is paused.
        """

    @property
    @abstractmethod
    def turn_end(self) -> int | None:
        """When the turn ends by itself: the deadline, with a grace period for the network."""

    # --- moves --------------------------------------------------------------------------------

    @abstractmethod
    def accepts_request(self, request: requests.InGame) -> bool:
        """Whether a request is meant for this kind of game."""

    @abstractmethod
    def execute_request(self, seat: int, request: requests.InGame, now: int) -> None:
        """Carry out the command in a player's request, or raise `Refused`."""

    @abstractmethod
    async def choose_bot_move(
        self, seat: int, level: int, make_seed: Callable[[], int]
    ) -> ChosenMove:
        """Let a bot think; a seed is made when the bot sits down."""

    @abstractmethod
    def forget_bots(self) -> None:
        """Let new bots sit down for those that failed."""

    @abstractmethod
    def end_turn_if_overdue(self, now: int) -> bool:
        """End the turn if its time is over, with the draft as it lies; return whether it was."""

    @abstractmethod
    def end_round_time(self, now: int) -> bool:
        """Let everybody make one last move (Z-17); return whether that changed anything."""

    @abstractmethod
    def execute_ruling(self, ruling: AnyRuling, by: str, reason: str, now: int) -> None:
        """Carry out a ruling of a named referee (Z-30), or raise `Refused`."""

    @abstractmethod
    def set_pauses(self, pauses: tuple[Pause, ...]) -> None:
        """Let the clock stand during these times; none of them counts for turns and time banks."""

    @abstractmethod
    def resume_clock(self, now: int) -> None:
        """Go on after the server was down, with some time for players to come back."""

    @abstractmethod
    def build_hand_over(self) -> GameHandOver:
        """Return what the next process needs to go on as if nothing had happened."""

    @abstractmethod
    def apply_hand_over(self, left: GameHandOver) -> None:
        """Go on with the draft and the clock that the last process left, if nothing came since."""

    # --- drafts and hints ---------------------------------------------------------------------

    @abstractmethod
    def keep_and_judge_draft(self, seat: int, request: requests.AnyDraft) -> tuple[Judged, Drafted]:
        """Keep a draft; return the verdict for its player and the message for the others."""

    @abstractmethod
    async def find_hint(self, seat: int, request: requests.AskHint) -> AnyMessage:
        """Help the player on turn, if it is still their turn when the hint is ready."""

    # --- saving and sending -------------------------------------------------------------------

    @abstractmethod
    def take_unsaved_lines(self) -> tuple[int, list[bytes]]:
        """Return the lines that have to be saved now, each only once, and the first's number."""

    @abstractmethod
    def rebuild_without_unsaved(self, first: int, saved: bytes | None) -> LiveGame:
        """Return the game without the lines from `first` on, which could not be saved.

        `saved` is what the store holds, if it can be read.
        """

    @abstractmethod
    def encode_updates(self, viewers: Sequence[Viewer], now: int) -> list[bytes]:
        """Encode for each viewer the state and the events of the last command."""

    @abstractmethod
    def encode_state_for_viewers(self, viewers: Sequence[Viewer], now: int) -> list[bytes]:
        """Encode for each viewer all there is to know for somebody who has just come."""
