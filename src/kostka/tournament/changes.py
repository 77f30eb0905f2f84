"""What a command would change, before it is given: places, points and seats."""

from __future__ import annotations

import msgspec

from kostka.tournament.commands import AnyCommand
from kostka.tournament.decisions import decide, grant_of
from kostka.tournament.events import AnyEvent
from kostka.tournament.evolution import evolved
from kostka.tournament.roles import Role
from kostka.tournament.rounds import proposal
from kostka.tournament.seating import how_seated
from kostka.tournament.standings import Row, standings
from kostka.tournament.state import UNSTARTED, Phase, State


class RowChange(msgspec.Struct, frozen=True, gc=False):
    """A line of the standings before and after."""

    before: Row | None
    after: Row | None


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
    """The started round whose seats would be others by the new standings, but stay (Z-5)."""


def preview(state: State, command: AnyCommand) -> Change:
    """Say what a command would change, or refuse it as if it were given.

    A helper hears of the own game alone: how others stand is not shown to tables yet.
    """
    events = tuple(decide(state, command))
    if grant_of(state, command.token).link.role is Role.TABLE:
        return Change(events, (), (), None)
    after = evolved(state, events)
    rows_before = {row.player: row for row in standings(state)}
    rows_after = {row.player: row for row in standings(after)}
    rows = tuple(
        RowChange(rows_before.get(player), rows_after.get(player))
        for player in dict.fromkeys([*rows_after, *rows_before])
        if rows_before.get(player) != rows_after.get(player)
    )
    return Change(events, rows, tuple(_seat_changes(state, after)), _frozen(state, after))


def seat_name(state: State, player: int) -> str | None:
    """Say where a player sits in the last round: "2C" (Z-1)."""
    place = state.round.place_of(player) if state.round else None
    return f"{place[0]}{place[1]}" if place else None


def _seat_changes(before: State, after: State) -> list[SeatChange]:
    if after.round is None or after.round.phase not in UNSTARTED:
        return []
    found = []
    for player in after.players.values():
        old, new = seat_name(before, player.id), seat_name(after, player.id)
        if before.round is None or before.round.number != after.round.number:
            old = None
        if old != new:
            found.append(SeatChange(player.id, player.name, old, new))
    return found


def _frozen(before: State, after: State) -> int | None:
    last = after.round
    if last is None or last.phase is not Phase.RUNNING or how_seated(last.number) != last.how:
        return None
    sizes = [len(table.seats) for table in last.tables]
    args = (last.number, last.draw, last.players, sizes)
    same = proposal(before, *args) == proposal(after, *args)
    return None if same else last.number
