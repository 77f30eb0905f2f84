"""The state of a tournament, built from its events."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from kostka.editions import TOURNAMENT, Edition
from kostka.editions.model import MatchCounts, Tie
from kostka.events.errors import BadInput
from kostka.events.game import MAX_TEXT_LENGTH, is_printable_text
from kostka.tournament.events import (
    AnyEvent,
    CallReason,
    Seated,
    SeatingMethod,
    Settings,
    TieResolution,
)
from kostka.tournament.formats import FORMATS, Format, FormatKey
from kostka.tournament.roles import Author, Grant, Link, Role
from kostka.tournament.score_sheet import LETTERS, Lines, ScoreSheet
from kostka.tournament.seating import compute_draw_commitment

MAX_PLAYERS = 1000

HASH_DIGITS = 64


class Header(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What is fixed before anything happens: the first line of the log."""

    title: str
    seed: str
    """The draw and every lot are derived from it. Secret until the first draw if there is a
    commitment; the oldest tournaments have none, and their seed is public."""
    organiser: str
    """The hash of the token of the organiser's link."""
    edition: Edition = TOURNAMENT
    settings: Settings = Settings()
    rehearsal: bool = False
    """Results may be filled in, and nothing here counts."""
    commitment: str | msgspec.UnsetType = msgspec.UNSET
    """The hash of the seed, public from the start: see `seating.compute_draw_commitment`."""
    format: FormatKey | msgspec.UnsetType = msgspec.UNSET
    """Missing in tournaments by the regulation."""

    def __post_init__(self) -> None:
        """Raise `BadInput` for settings that no tournament can have."""
        if not is_printable_text(self.title) or not is_printable_text(self.seed):
            raise BadInput(f"title and seed have 1 to {MAX_TEXT_LENGTH} printable characters")
        if not is_token_hash(self.organiser):
            raise BadInput("the organiser's link is given by a hash of 64 hex digits")
        if self.commitment not in (msgspec.UNSET, compute_draw_commitment(self.seed)):
            raise BadInput("the seed of the draw does not match its commitment (Z-1)")
        book = self.edition
        if book.match_counts is not MatchCounts.WINS_THEN_POINTS or book.tie is not Tie.SHARED:
            raise BadInput(f"{book.key} does not count big points as tournaments do (Z-17, Z-18)")
        for violation in FORMATS[self.format or FormatKey.SCHOOL].find_settings_problems(
            self.settings
        ):
            raise BadInput(str(violation))


def is_token_hash(text: str) -> bool:
    """Return whether a text is a hash as stored for links."""
    return len(text) == HASH_DIGITS and set(text) <= set("0123456789abcdef")


class Status(StrEnum):
    """Whether a player takes part."""

    REGISTERED = "registered"
    """On the list, not yet there."""
    PRESENT = "present"
    WITHDRAWN = "withdrawn"
    EXCLUDED = "excluded"


class Player(msgspec.Struct, frozen=True, gc=False):
    """Somebody on the list. Names stay listed, whatever happens."""

    id: int
    name: str
    group: str
    status: Status


class ResultVersion(msgspec.Struct, frozen=True, gc=False):
    """A result of a game; a correction adds a newer version."""

    paper: ScoreSheet | None
    """None: not played (Z-17)."""
    lines: Lines
    by: Author
    reason: str
    entry: int
    """Its number in the log."""
    walkover: int | None = None
    """The player who wins without playing (M-12)."""


class TournamentTable(msgspec.Struct, frozen=True, gc=False):
    """A table of a round."""

    number: int
    seats: tuple[int, ...]
    """Players from A on."""
    results: dict[int, tuple[ResultVersion, ...]] = {}
    """By game, from 1; the last version is current."""
    stopped_at: int | None = None
    """When the clock was stopped; None while it runs."""
    paused: int = 0
    """Total time of earlier stops, in milliseconds."""


class Phase(StrEnum):
    """How far a round has come."""

    PREVIEW = "preview"
    """Seats to be looked at."""
    LOCKED = "locked"
    RUNNING = "running"
    CLOSED = "closed"


UNSTARTED = (Phase.PREVIEW, Phase.LOCKED)


class Round(msgspec.Struct, frozen=True, gc=False):
    """A round: seats and results."""

    number: int
    draw: int
    how: SeatingMethod
    tables: tuple[TournamentTable, ...]
    lots: tuple[tuple[int, ...], ...]
    games: int
    words: str = ""
    """Words said in the hall that went into the draw."""
    bye: int | None = None
    """The player without an opponent (M-12)."""
    phase: Phase = Phase.PREVIEW
    started_at: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody who has a seat, table by table."""
        return tuple(player for table in self.tables for player in table.seats)

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everybody who takes part: those with a seat, then the one with the bye."""
        return self.players if self.bye is None else (*self.players, self.bye)

    def find_seat(self, player: int) -> tuple[int, str] | None:
        """Return the table and seat of a player, like (2, "C"); None without one."""
        for table in self.tables:
            if player in table.seats:
                return table.number, LETTERS[table.seats.index(player)]
        return None

    def list_missing_results(self) -> Iterator[tuple[TournamentTable, int]]:
        """List the games without a result."""
        for table in self.tables:
            for game in range(1, self.games + 1):
                if game not in table.results:
                    yield table, game


class Dispute(msgspec.Struct, frozen=True, gc=False):
    """What a referee was called for."""

    id: int
    round: int
    table: int
    about: str
    trouble: CallReason
    by: Author
    decision: str = ""
    """Empty while it is open."""
    decided_by: Author | None = None


class Sanction(StrEnum):
    """What a referee can do to a player."""

    WARNING = "warning"
    PENALTY = "penalty"
    EXCLUSION = "exclusion"


class Incident(msgspec.Struct, frozen=True, gc=False):
    """A warning, a penalty or an exclusion."""

    id: int
    sanction: Sanction
    player: int
    by: Author
    reason: str
    big: int = 0
    points: int = 0
    before: Status | None = None
    """For an exclusion: what the player was before it."""
    cancelled: str | None = None
    """Why it was cancelled."""


class TitleDecision(msgspec.Struct, frozen=True, gc=False):
    """What the head referee decided for players who are level."""

    players: tuple[int, ...]
    sharing: TieResolution


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a tournament; shown through a view."""

    header: Header
    settings: Settings
    players: dict[int, Player] = {}
    next_player: int = 1
    grants: tuple[Grant, ...] = ()
    rounds: tuple[Round, ...] = ()
    voided: tuple[Round, ...] = ()
    """Rounds that do not count."""
    draws: dict[int, int] = {}
    """How often each round was drawn."""
    stamps: dict[str, tuple[int, int, int, ScoreSheet | None]] = {}
    """Every entry of a result by its stamp: round, table, game and what was sent."""
    disputes: tuple[Dispute, ...] = ()
    incidents: tuple[Incident, ...] = ()
    title_decisions: tuple[TitleDecision, ...] = ()
    standings_shown: bool = False
    finished: bool = False
    events: tuple[AnyEvent, ...] = ()
    """All events, so that an entry can be undone."""
    entry: int = 0
    """The number in the log of the entry that is added."""
    undone: frozenset[int] = frozenset()
    """The numbers of entries that were undone."""

    @property
    def format(self) -> Format:
        """How players are seated, and what counts."""
        return FORMATS[self.format_key]

    @property
    def format_key(self) -> FormatKey:
        """The name of the format."""
        return self.header.format or FormatKey.SCHOOL

    @property
    def public_seed(self) -> str:
        """The seed of the draw; empty while it is secret.

        It stays public after the first draw, even if that was undone.
        """
        is_public = not self.header.commitment or any(isinstance(e, Seated) for e in self.events)
        return self.header.seed if is_public else ""

    @property
    def public_commitment(self) -> str:
        """The commitment to the seed; empty if there is none."""
        return self.header.commitment or ""

    @property
    def round(self) -> Round | None:
        """The round that was seated last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def played_round_count(self) -> int:
        """How many rounds have all their results."""
        return sum(round_.phase is Phase.CLOSED for round_ in self.rounds)

    @property
    def present_players(self) -> tuple[int, ...]:
        """The players who can be seated, in the order of the list."""
        return tuple(
            player.id for player in self.players.values() if player.status is Status.PRESENT
        )

    def get_player_name(self, player: int) -> str:
        """Return a player's name."""
        return self.players[player].name


def create_initial_state(header: Header) -> State:
    """Return the state before the first event: only the organiser has a link."""
    organiser = Grant(0, Link(Role.ORGANISER, "organiser", header.organiser))
    return State(header, header.settings, grants=(organiser,))
