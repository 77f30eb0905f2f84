"""What each role may see of a tournament. A viewer is the number of a link; None is the public."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from kostka.events.game import Viewer
from kostka.tournament.events import SeatingMethod, Settings
from kostka.tournament.formats import FormatKey
from kostka.tournament.next_step import OrganiserStep, find_next_step
from kostka.tournament.roles import Author, LinkExpiry, Role
from kostka.tournament.rounds import list_seat_warnings
from kostka.tournament.score_sheet import LETTERS, ScoreSheet
from kostka.tournament.seating import SeatWarning, find_starting_seat
from kostka.tournament.standings import StandingsRow, compute_standings
from kostka.tournament.state import Dispute, Incident, Phase, Player, Round, State, TournamentTable
from kostka.tournament.titles import TitleHolder, list_title_holders, list_undecided_ties


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat and its player."""

    seat: str
    """"2C"."""
    player: int
    name: str
    group: str


class GameView(msgspec.Struct, frozen=True, gc=False):
    """A game of a table."""

    game: int
    starter: str
    """The letter of the seat that starts (Z-3)."""
    entered: bool
    played: bool = False
    points: tuple[Fraction | None, ...] = ()
    big: tuple[int | None, ...] = ()
    paper: ScoreSheet | None = None
    by: Author | None = None
    entry: int | None = None
    """The number of the current entry, to undo it."""
    corrections: int = 0


class TableView(msgspec.Struct, frozen=True, gc=False):
    """A table, its sheet (Z-2) and its clock."""

    number: int
    seats: tuple[SeatView, ...]
    games: tuple[GameView, ...]
    stopped_at: int | None
    paused: int
    """For how long the clock has stood, in milliseconds."""


class RoundView(msgspec.Struct, frozen=True, gc=False):
    """A round, or as much of it as somebody may see."""

    number: int
    draw: int
    how: SeatingMethod
    phase: Phase
    games: int
    started_at: int | None
    tables: tuple[TableView, ...]
    missing: tuple[tuple[int, int], ...]
    """Table and game of every result that is still to come."""
    lots: tuple[tuple[str, ...], ...]
    """Names that were level, in the order that lots gave them."""
    words: str = ""
    """Words said in the hall that went into the draw."""
    bye: SeatView | None = None
    """The player without an opponent; the seat is empty (M-12)."""


class GrantView(msgspec.Struct, frozen=True, gc=False):
    """A link that was given out, without its secret."""

    number: int
    role: Role
    name: str
    table: int | None
    round: int | None
    old: LinkExpiry | None


class View(msgspec.Struct, frozen=True, gc=False):
    """A tournament as one viewer may see it."""

    title: str
    seed: str
    """Empty while it is secret, until the first draw."""
    rehearsal: bool
    settings: Settings
    role: Role | None
    """None for anybody without a link."""
    table: int | None
    """The table of a helper."""
    rounds: tuple[RoundView, ...]
    standings: tuple[StandingsRow, ...] | None
    """None while they are not shown."""
    titles: tuple[TitleHolder, ...]
    """Once the tournament is over."""
    finished: bool
    players: tuple[Player, ...] = ()
    next_step: OrganiserStep | None = None
    warnings: tuple[SeatWarning, ...] = ()
    voided: tuple[RoundView, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    incidents: tuple[Incident, ...] = ()
    title_ties: tuple[tuple[int, ...], ...] = ()
    """Players level for a title who wait for the head referee."""
    grants: tuple[GrantView, ...] = ()
    standings_shown: bool = False
    """Whether everybody sees the standings."""
    commitment: str = ""
    """The hash of the seed; empty in the oldest tournaments, whose seed was public at once."""
    format: FormatKey = FormatKey.SCHOOL
    edition: str = ""
    """The key of the edition that is played."""


def view(state: State, viewer: Viewer, rows: tuple[StandingsRow, ...] | None = None) -> View:
    """Return what the holder of a link may see; the public (None) sees what a screen shows.

    Callers that show it to many viewers compute the standings once and pass them as `rows`.
    """
    grant = None if viewer is None else state.grants[viewer]
    role = grant.link.role if grant else None
    if grant is not None and role in (Role.ORGANISER, Role.HEAD_REFEREE, Role.REFEREE):
        return _build_staff_view(state, grant.link.role, _get_or_compute_standings(state, rows))
    own = grant.link.table if grant and role is Role.TABLE else None
    # Seats are public once locked; results of other tables are not shown.
    rounds = [round_ for round_ in state.rounds if round_.phase is not Phase.PREVIEW]
    if grant is not None and role is Role.TABLE:
        rounds = [round_ for round_ in rounds if round_.number == grant.round and not grant.old]
    return View(
        state.header.title,
        state.public_seed,
        state.header.rehearsal,
        state.settings,
        role,
        own,
        tuple(_build_round_view(state, round_, own, results=own is not None) for round_ in rounds),
        _get_or_compute_standings(state, rows) if state.standings_shown else None,
        tuple(list_title_holders(state)) if state.finished else (),
        state.finished,
        disputes=tuple(
            dispute
            for dispute in state.disputes
            if own is not None
            and (dispute.round, dispute.table) == (_find_last_round_number(rounds), own)
        ),
        standings_shown=state.standings_shown,
        commitment=state.public_commitment,
        format=state.format_key,
        edition=state.header.edition.key,
    )


def _find_last_round_number(rounds: Sequence[Round]) -> int | None:
    return rounds[-1].number if rounds else None


def _get_or_compute_standings(
    state: State, rows: tuple[StandingsRow, ...] | None
) -> tuple[StandingsRow, ...]:
    return tuple(compute_standings(state)) if rows is None else rows


def _build_staff_view(state: State, role: Role, rows: tuple[StandingsRow, ...]) -> View:
    organiser = role is Role.ORGANISER
    return View(
        state.header.title,
        state.public_seed,
        state.header.rehearsal,
        state.settings,
        role,
        None,
        tuple(_build_round_view(state, round_, None, results=True) for round_ in state.rounds),
        rows,
        tuple(list_title_holders(state)) if state.finished else (),
        state.finished,
        players=tuple(state.players.values()),
        next_step=find_next_step(state),
        warnings=tuple(list_seat_warnings(state)),
        voided=tuple(
            _build_round_view(state, round_, None, results=True) for round_ in state.voided
        ),
        disputes=state.disputes,
        incidents=state.incidents,
        title_ties=tuple(list_undecided_ties(state)),
        grants=tuple(
            GrantView(one.number, one.link.role, one.link.name, one.link.table, one.round, one.old)
            for one in state.grants
        )
        if organiser
        else (),
        standings_shown=state.standings_shown,
        commitment=state.public_commitment,
        format=state.format_key,
        edition=state.header.edition.key,
    )


def _build_round_view(state: State, round_: Round, own: int | None, *, results: bool) -> RoundView:
    tables = [table for table in round_.tables if own is None or table.number == own]
    return RoundView(
        round_.number,
        round_.draw,
        round_.how,
        round_.phase,
        round_.games,
        round_.started_at,
        tuple(_build_table_view(state, round_, table, results=results) for table in tables),
        tuple(
            (table.number, game)
            for table, game in round_.list_missing_results()
            if own in (None, table.number)
        ),
        tuple(tuple(map(state.get_player_name, lot)) for lot in round_.lots),
        round_.words,
        None if own is not None else _build_bye_view(state, round_),
    )


def _build_bye_view(state: State, round_: Round) -> SeatView | None:
    if round_.bye is None:
        return None
    player = state.players[round_.bye]
    return SeatView("", player.id, player.name, player.group)


def _build_table_view(
    state: State, round_: Round, table: TournamentTable, *, results: bool
) -> TableView:
    seats = (
        SeatView(
            f"{table.number}{letter}",
            player,
            state.get_player_name(player),
            state.players[player].group,
        )
        for letter, player in zip(LETTERS, table.seats, strict=False)
    )
    games = (_build_game_view(table, game, results=results) for game in range(1, round_.games + 1))
    return TableView(table.number, tuple(seats), tuple(games), table.stopped_at, table.paused)


def _build_game_view(table: TournamentTable, game: int, *, results: bool) -> GameView:
    versions = table.results.get(game, ())
    start = find_starting_seat(game, len(table.seats))
    if not versions or not results:
        return GameView(game, start, bool(versions))
    held = versions[-1]
    return GameView(
        game,
        start,
        entered=True,
        played=held.paper is not None,
        points=tuple(line.points if line else None for line in held.lines),
        big=tuple(
            1 if player == held.walkover else line.big if line else None
            for player, line in zip(table.seats, held.lines, strict=True)
        ),
        paper=held.paper,
        by=held.by,
        entry=held.entry,
        corrections=len(versions) - 1,
    )
