"""What happens in a tournament. The events alone make the state; none can be refused.

When an event happened stands beside it in the log; who did it, and why, in the event.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kostka.events.errors import BadInput, format_input
from kostka.events.log import Milliseconds
from kostka.tournament.roles import Author, Link
from kostka.tournament.score_sheet import Lines, ScoreSheet

MOST_ROUNDS = 20
MOST_MINUTES = 600


class Event(
    msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True, kw_only=True
):
    """Something that happened. As JSON the field `type` holds its name."""

    by: Author
    reason: str = ""


class SeatingMethod(StrEnum):
    """How a round was seated."""

    DRAW = "draw"
    """By lot (Z-1)."""
    STANDINGS = "standings"
    """By the places so far (Z-5)."""
    PAIRING = "pairing"
    """Players with near scores meet who have not met before (M-11)."""


class TieResolution(StrEnum):
    """What the head referee decides where players are level for a title (Z-7)."""

    SHARED = "shared"
    PLAY_OFF = "play_off"


class CallReason(StrEnum):
    """What a referee is called for."""

    DISPUTE = "dispute"
    """Z-30."""
    BEHAVIOUR = "behaviour"
    """Z-31."""


class Settings(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What an organiser may choose."""

    rounds: int = 2
    """Z-3."""
    games: int = 3
    """In a round (Z-3)."""
    minutes: int | None = None
    """How long a round lasts (Z-17); None for as long as it takes."""
    avoid_repeats: bool = False
    """Change neighbours in the standings where the same players would meet again (Z-5 does not)."""

    def __post_init__(self) -> None:
        """Refuse what no hall could hold."""
        for name, value in (("rounds", self.rounds), ("games", self.games)):
            if not 1 <= value <= MOST_ROUNDS:
                raise BadInput(f"{name} are 1 to {MOST_ROUNDS}, not {format_input(value)} (Z-3)")
        if self.minutes is not None and not 1 <= self.minutes <= MOST_MINUTES:
            raise BadInput(f"a round lasts 1 to {MOST_MINUTES} minutes (Z-17)")


class NewPlayer(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A name on the list, and the class, school or club that tells it from another."""

    name: str
    group: str = ""


# --- organisation -----------------------------------------------------------------------------


class SettingsChanged(Event, frozen=True):
    """The organiser changed the settings."""

    settings: Settings


class LinksGranted(Event, frozen=True):
    """Links were given out; those of helpers for the present round."""

    links: tuple[Link, ...]
    round: int | None = None


class LinkRevoked(Event, frozen=True):
    """A link no longer holds."""

    grant: int


class PlayersAdded(Event, frozen=True):
    """Names were put on the list, numbered from `first` on."""

    first: int
    players: tuple[NewPlayer, ...]
    present: bool


class PlayerRenamed(Event, frozen=True):
    """A name or a class was written differently."""

    player: int
    name: str
    group: str


class CheckedIn(Event, frozen=True):
    """Players are there."""

    players: tuple[int, ...]


class Withdrawn(Event, frozen=True):
    """A player plays no further game; the games played stand."""

    player: int


# --- rounds -----------------------------------------------------------------------------------


class Seated(Event, frozen=True):
    """A round has seats, to be looked at."""

    round: int
    draw: int
    """Which draw of this round it is; the seed and this number give the seats of a draw."""
    how: SeatingMethod
    tables: tuple[tuple[int, ...], ...]
    lots: tuple[tuple[int, ...], ...]
    """Players who were level, in the order that lots gave them."""
    games: int
    words: str | msgspec.UnsetType = msgspec.UNSET
    """Words said in the hall that went into the draw; missing if there were none."""
    bye: int | msgspec.UnsetType = msgspec.UNSET
    """The player without an opponent (M-12); missing if there is none."""


class SeatsSwapped(Event, frozen=True):
    """Two players changed seats."""

    players: tuple[int, int]


class LateSeated(Event, frozen=True):
    """A late arrival sat down at a table of 3, or opposite the player who had the bye (M-12)."""

    player: int
    table: int
    seats: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """The players of a new table; missing if the table was there."""


class SeatsLocked(Event, frozen=True):
    """The seats are fixed."""

    round: int


class RoundStarted(Event, frozen=True):
    """The first games have begun."""

    round: int
    at: Milliseconds


class RoundClosed(Event, frozen=True):
    """All results are in."""

    round: int


class RoundVoided(Event, frozen=True):
    """A round does not count and is seated again."""

    round: int


# --- results ----------------------------------------------------------------------------------


class ResultEntered(Event, frozen=True):
    """A game has its result; without a paper it was not played (Z-17)."""

    round: int
    table: int
    game: int
    paper: ScoreSheet | None
    lines: Lines
    stamp: str
    walkover: int | msgspec.UnsetType = msgspec.UNSET
    """The player who wins because the opponent is gone (M-12); missing if nobody does."""


class ResultCorrected(Event, frozen=True):
    """A result is replaced; the one before stays in the log (Z-32)."""

    round: int
    table: int
    game: int
    paper: ScoreSheet | None
    lines: Lines
    stamp: str
    walkover: int | msgspec.UnsetType = msgspec.UNSET


class Undone(Event, frozen=True):
    """An entry, by its number in the log, is taken back as if it had not been made."""

    entry: int


# --- referees ---------------------------------------------------------------------------------


class RefereeCalled(Event, frozen=True):
    """A table waits for the referee (Z-30, Z-31)."""

    table: int
    about: str
    trouble: CallReason


class DisputeDecided(Event, frozen=True):
    """The referee's word, which is final (Z-30)."""

    dispute: int
    decision: str


class ClockStopped(Event, frozen=True):
    """The clock of a table stands."""

    table: int
    at: Milliseconds


class ClockResumed(Event, frozen=True):
    """The clock of a table goes on."""

    table: int
    at: Milliseconds


class Warned(Event, frozen=True):
    """A player was warned (Z-31)."""

    player: int


class Penalised(Event, frozen=True):
    """A player lost points."""

    player: int
    big: int
    points: int


class Excluded(Event, frozen=True):
    """The head referee excluded a player (Z-31)."""

    player: int


class IncidentCancelled(Event, frozen=True):
    """A warning, a penalty or an exclusion no longer holds."""

    incident: int


# --- the end ----------------------------------------------------------------------------------


class StandingsShown(Event, frozen=True):
    """The standings are shown to all, or no longer."""

    shown: bool


class TitlesDecided(Event, frozen=True):
    """What happens with players who are level for a title (Z-7)."""

    players: tuple[int, ...]
    """In the order of the play-off, if there was one."""
    sharing: TieResolution


class Finished(Event, frozen=True):
    """The titles are given."""


AnyEvent = (
    SettingsChanged
    | LinksGranted
    | LinkRevoked
    | PlayersAdded
    | PlayerRenamed
    | CheckedIn
    | Withdrawn
    | Seated
    | SeatsSwapped
    | LateSeated
    | SeatsLocked
    | RoundStarted
    | RoundClosed
    | RoundVoided
    | ResultEntered
    | ResultCorrected
    | Undone
    | RefereeCalled
    | DisputeDecided
    | ClockStopped
    | ClockResumed
    | Warned
    | Penalised
    | Excluded
    | IncidentCancelled
    | StandingsShown
    | TitlesDecided
    | Finished
)
