"""Preview what a command would change: places, points and seats."""

from __future__ import annotations

import msgspec

from kostka.events.errors import make_refusal
from kostka.tournament import problems
from kostka.tournament.commands import AnyCommand
from kostka.tournament.decisions import decide, require_grant
from kostka.tournament.events import AnyEvent, Seated, SeatingMethod
from kostka.tournament.evolution import evolve_all
from kostka.tournament.proposals import is_seating_basis_equal, propose_seats
from kostka.tournament.roles import Role
from kostka.tournament.seating import choose_seating_method
from kostka.tournament.standings import StandingsRow, compute_standings
from kostka.tournament.state import UNSTARTED, Phase, State


class RowChange(msgspec.Struct, frozen=True, gc=False):
    """A line of the standings before and after."""

    before: StandingsRow | None
    after: StandingsRow | None


class SeatChange(msgspec.Struct, frozen=True, gc=False):
    """A player's seat in the round that has not started, before and after."""

    player: int
    name: str
    before: str | None
    """"2C"."""
    after: str | None


class Change(msgspec.Struct, frozen=True, gc=False):
    """All that a command would change."""

    events: tuple[AnyEvent, ...]
    rows: tuple[RowChange, ...]
    seats: tuple[SeatChange, ...]
    frozen: int | None
    """The running round whose seats no longer match the standings, but stay (Z-5)."""


def preview_command(state: State, command: AnyCommand) -> Change:
    """Return what a command would change; refuse it as `decide` would.

    Table helpers see only the events: the standings are not shown to tables yet.
    """
    events = tuple(decide(state, command))
    if any(isinstance(one, Seated) and one.how is SeatingMethod.DRAW for one in events):
        # Otherwise its result could be known, and avoided, without a trace in the log.
        raise make_refusal(problems.NO_DRAW_PREVIEW())
    if require_grant(state, command.token).link.role is Role.TABLE:
        return Change(events, (), (), None)
    after = evolve_all(state, events)
    rows_before = {row.player: row for row in compute_standings(state)}
    rows_after = {row.player: row for row in compute_standings(after)}
    rows = tuple(
        RowChange(rows_before.get(player), rows_after.get(player))
        for player in dict.fromkeys([*rows_after, *rows_before])
        if rows_before.get(player) != rows_after.get(player)
    )
    return Change(
        events,
        rows,
        tuple(_list_seat_changes(state, after)),
        _find_round_with_outdated_seats(state, after),
    )


def format_player_seat(state: State, player: int) -> str | None:
    """Return the seat of a player in the last round, like "2C" (Z-1); None without one."""
    place = state.round.find_seat(player) if state.round else None
    return f"{place[0]}{place[1]}" if place else None


def _list_seat_changes(before: State, after: State) -> list[SeatChange]:
    if after.round is None or after.round.phase not in UNSTARTED:
        return []
    found = []
    for player in after.players.values():
        old, new = format_player_seat(before, player.id), format_player_seat(after, player.id)
        if before.round is None or before.round.number != after.round.number:
            old = None
        if old != new:
            found.append(SeatChange(player.id, player.name, old, new))
    return found


def _find_round_with_outdated_seats(before: State, after: State) -> int | None:
    last = after.round
    if (
        last is None
        or last.phase is not Phase.RUNNING
        or choose_seating_method(after.format, last.number) != last.how
        or is_seating_basis_equal(before, after, last.number, last.entrants)
    ):
        return None
    sizes = [len(table.seats) for table in last.tables]
    args = (last.number, last.draw, last.entrants, sizes)
    same = propose_seats(before, *args) == propose_seats(after, *args)
    return None if same else last.number
