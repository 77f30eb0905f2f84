"""What can be asked of a tournament: every command comes through a link, and may say why."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kostka.events.log import Milliseconds
from kostka.tournament.events import CallReason, NewPlayer, Settings, TieResolution
from kostka.tournament.roles import Link
from kostka.tournament.score_sheet import ScoreSheet


class Command(
    msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True, kw_only=True
):
    """Something that a tournament may do or refuse. As JSON the field `type` holds its name."""

    token: str
    """The secret of the link; it goes no further than its hash."""
    reason: str = ""


class FivePlayers(StrEnum):
    """How five players sit (Z-6)."""

    TWO_TABLES = "two_tables"
    """3 and 2."""
    ONE_TABLE = "one_table"
    """All five, with the box for six."""


# --- organisation -----------------------------------------------------------------------------


class ChangeSettings(Command, frozen=True):
    """Change the settings; rounds that are seated stay as they are."""

    settings: Settings


class GrantLinks(Command, frozen=True):
    """Grant links; those of table helpers are for the round whose seats are locked."""

    links: tuple[Link, ...]


class RevokeLink(Command, frozen=True):
    """Call a link in."""

    grant: int


class AddPlayers(Command, frozen=True):
    """Put names on the list."""

    players: tuple[NewPlayer, ...]
    present: bool = False
    """Check them in at once."""


class RenamePlayer(Command, frozen=True):
    """Write a name or a class differently."""

    player: int
    name: str
    group: str = ""


class CheckIn(Command, frozen=True):
    """Players are there, for the first time or again."""

    players: tuple[int, ...]


class Withdraw(Command, frozen=True):
    """A player plays no further game."""

    player: int


# --- rounds -----------------------------------------------------------------------------------


class SeatRound(Command, frozen=True):
    """Seat the next round, or reseat the same one before its seats are locked."""

    five: FivePlayers | None = None
    words: str = ""
    """Words for a draw, said in the hall after the seed was committed to; mostly none."""


class SwapSeats(Command, frozen=True):
    """Let two players change seats."""

    players: tuple[int, int]


class SeatLate(Command, frozen=True):
    """Seat a late arrival at the first table of 3."""

    player: int


class LockSeats(Command, frozen=True):
    """Fix the seats: lists and sheets can be printed."""


class StartRound(Command, frozen=True):
    """Begin the first games."""

    at: Milliseconds


class CloseRound(Command, frozen=True):
    """All results are in."""


class VoidRound(Command, frozen=True):
    """Let the last round not count."""


# --- results ----------------------------------------------------------------------------------


class EnterResult(Command, frozen=True):
    """Enter a game from paper; without a paper it was not played (Z-17)."""

    round: int
    table: int
    game: int
    paper: ScoreSheet | None
    stamp: str
    """Chosen by the sender: the same entry sent twice is one."""
    draw: int | None = None
    """Which draw of the round the sender has seen, where it matters that it was not voided."""


class CorrectResult(Command, frozen=True):
    """Replace a result, with a reason (Z-32)."""

    round: int
    table: int
    game: int
    paper: ScoreSheet | None
    stamp: str
    draw: int | None = None


class Rehearse(Command, frozen=True):
    """Let a rehearsal fill in the results that are missing."""


class Undo(Command, frozen=True):
    """Take an entry back, by its number in the log."""

    entry: int


# --- referees ---------------------------------------------------------------------------------


class CallReferee(Command, frozen=True):
    """Have the clock stopped and the referee called (Z-30, Z-31)."""

    table: int
    about: str
    at: Milliseconds
    trouble: CallReason = CallReason.DISPUTE


class DecideDispute(Command, frozen=True):
    """Decide a dispute."""

    dispute: int
    decision: str


class StopClock(Command, frozen=True):
    """Stop the clock of a table."""

    table: int
    at: Milliseconds


class ResumeClock(Command, frozen=True):
    """Let the clock of a table go on."""

    table: int
    at: Milliseconds


class Warn(Command, frozen=True):
    """Warn a player (Z-31)."""

    player: int


class Penalise(Command, frozen=True):
    """Take points from a player."""

    player: int
    points: int = 0
    big: int = 0


class Exclude(Command, frozen=True):
    """Exclude a player who has been warned (Z-31)."""

    player: int


class CancelIncident(Command, frozen=True):
    """Cancel a warning, a penalty or an exclusion."""

    incident: int


# --- the end ----------------------------------------------------------------------------------


class ShowStandings(Command, frozen=True):
    """Show the standings to all, or hide them."""

    shown: bool


class DecideTitles(Command, frozen=True):
    """Decide between players who are level for a title (Z-7)."""

    players: tuple[int, ...]
    sharing: TieResolution


class Finish(Command, frozen=True):
    """Finish the tournament and award the titles."""


AnyCommand = (
    ChangeSettings
    | GrantLinks
    | RevokeLink
    | AddPlayers
    | RenamePlayer
    | CheckIn
    | Withdraw
    | SeatRound
    | SwapSeats
    | SeatLate
    | LockSeats
    | StartRound
    | CloseRound
    | VoidRound
    | EnterResult
    | CorrectResult
    | Rehearse
    | Undo
    | CallReferee
    | DecideDispute
    | StopClock
    | ResumeClock
    | Warn
    | Penalise
    | Exclude
    | CancelIncident
    | ShowStandings
    | DecideTitles
    | Finish
)
