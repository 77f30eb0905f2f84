"""Rounds: seats, locking them, start, end, and playing a round again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kostka.events.errors import refuse
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament import problems
from kostka.tournament.evolution import evolved
from kostka.tournament.registering import player_of
from kostka.tournament.roles import By, Grant
from kostka.tournament.seating import (
    FULL,
    Concern,
    SeatWarning,
    Tables,
    drawn,
    how_seated,
    in_tables,
    meetings,
    sizes,
    warnings,
    without_repeats,
)
from kostka.tournament.standings import ranking
from kostka.tournament.state import UNSTARTED, Phase, Player, Round, State, Status

NAMED = 8
"""How many a message names."""

STANDINGS_CHANGED = "the standings have changed"
"""Why a round is seated anew by itself."""


def seat_round(state: State, grant: Grant, command: cmd.SeatRound) -> list[ev.AnyEvent]:
    """Seat the next round, or the one in preview anew."""
    last = state.round
    number = 1 if last is None else last.number + (last.phase is Phase.CLOSED)
    if last is not None and last.phase is Phase.LOCKED:
        raise refuse(problems.LOCKED_ALREADY(round=last.number))
    if last is not None and last.phase is Phase.RUNNING:
        raise refuse(problems.STARTED(round=last.number))
    if number > state.settings.rounds:
        raise refuse(problems.NO_MORE_ROUNDS(rounds=state.settings.rounds))
    table_sizes = sizes(len(state.present), command.five)
    draw = state.draws.get(number, 0) + 1
    tables, lots = proposal(state, number, draw, state.present, table_sizes)
    how, games = how_seated(number), state.settings.games
    return [ev.Seated(number, draw, how, tables, lots, games, by=grant.by, reason=command.reason)]


def proposal(
    state: State, number: int, draw: int, players: Sequence[int], table_sizes: Sequence[int]
) -> tuple[Tables, tuple[tuple[int, ...], ...]]:
    """Propose the seats of a round, and tell the lots that were drawn for them."""
    if how_seated(number) is ev.How.DRAW:
        return in_tables(drawn(state.header.seed, draw, number, players), table_sizes), ()
    order, lots = ranking(state, number, players)
    tables = in_tables(order, table_sizes)
    if state.settings.avoid_repeats:
        tables = without_repeats(tables, meetings(seats_before(state, number)))
    return tables, lots


def seats_before(state: State, number: int) -> list[Tables]:
    """Give the seats of the rounds before one."""
    return [seats_of(round_) for round_ in state.rounds if round_.number < number]


def seats_of(round_: Round) -> Tables:
    """Give the seats of a round."""
    return tuple(table.seats for table in round_.tables)


def reseated(state: State, events: Sequence[ev.AnyEvent], by: By) -> list[ev.AnyEvent]:
    """Seat a round that has not started anew, if the events change who is placed where (Z-5)."""
    before, after = state.round, evolved(state, events)
    new = after.round
    if before is None or new is None or before.tables != new.tables:
        return []
    if new.phase not in UNSTARTED or new.how is not ev.How.STANDINGS:
        return []
    number, players = new.number, new.players
    if ranking(state, number, players)[0] == ranking(after, number, players)[0]:
        return []
    table_sizes = [len(table.seats) for table in new.tables]
    tables, lots = proposal(after, number, new.draw, players, table_sizes)
    return [
        ev.Seated(
            number, new.draw, new.how, tables, lots, new.games, by=by, reason=STANDINGS_CHANGED
        )
    ]


def seat_warnings(state: State) -> list[SeatWarning]:
    """Say what an organiser should know about the last round's seats."""
    last = state.round
    if last is None:
        return []
    groups = {player.id: player.group for player in state.players.values()}
    found = warnings(seats_of(last), seats_before(state, last.number), groups)
    if last.phase in UNSTARTED:
        found += [SeatWarning(Concern.NO_SEAT, None, (p.id,)) for p in _without_seat(state, last)]
        found += [SeatWarning(Concern.GONE, _at(last, p.id), (p.id,)) for p in _gone(state, last)]
    return found


def _at(round_: Round, player: int) -> int | None:
    place = round_.place_of(player)
    return place[0] if place else None


def _without_seat(state: State, round_: Round) -> list[Player]:
    seated = set(round_.players)
    return [state.players[player] for player in state.present if player not in seated]


def _gone(state: State, round_: Round) -> list[Player]:
    seated = (state.players[player] for player in round_.players)
    return [player for player in seated if player.status is not Status.PRESENT]


def _some(names: Iterable[str]) -> str:
    """Name the first few of many, so that a message stays one line."""
    found = list(names)
    return ", ".join(found if len(found) <= NAMED else [*found[:NAMED], "…"])


def _in_preview(state: State) -> Round:
    last = state.round
    if last is None or last.phase is Phase.CLOSED:
        raise refuse(problems.NOT_PREVIEWED())
    if last.phase is not Phase.PREVIEW:
        if last.phase is Phase.RUNNING:
            raise refuse(problems.STARTED(round=last.number))
        raise refuse(problems.LOCKED_ALREADY(round=last.number))
    return last


def swap_seats(state: State, grant: Grant, command: cmd.SwapSeats) -> list[ev.AnyEvent]:
    """Let two players change seats before the seats are locked."""
    last = _in_preview(state)
    a, b = command.players
    for player in (a, b):
        known = player_of(state, player)
        if last.place_of(player) is None:
            raise refuse(problems.NO_SEAT_IN_ROUND(name=known.name, round=last.number))
    if a == b:
        raise refuse(problems.SAME_PLAYER())
    return [ev.SeatsSwapped((a, b), by=grant.by, reason=command.reason)]


def seat_late(state: State, grant: Grant, command: cmd.SeatLate) -> list[ev.AnyEvent]:
    """Seat a late arrival at the first table of 3, so that tables of 3 stay the last (Z-6).

    A table of 2 comes first: 3 and 2 become 3 and 3.
    """
    player = player_of(state, command.player)
    if player.status is not Status.PRESENT:
        raise refuse(problems.NOT_THERE(name=player.name, status=player.status))
    last = state.round
    if last is not None and last.phase is not Phase.CLOSED and player.id in last.players:
        raise refuse(problems.SEATED_ALREADY(name=player.name))
    if last is not None and last.phase in UNSTARTED:
        small = [table for table in last.tables if len(table.seats) < FULL]
        if small:
            table = min(small, key=lambda one: len(one.seats))
            return [ev.LateSeated(player.id, table.number, by=grant.by, reason=command.reason)]
    raise refuse(problems.NO_TABLE_OF_THREE(name=player.name))


def lock_seats(state: State, grant: Grant, command: cmd.LockSeats) -> list[ev.AnyEvent]:
    """Fix the seats, with everybody who is there."""
    last = _in_preview(state)
    found = [
        problem(names=_some(player.name for player in players))
        for problem, players in (
            (problems.SEAT_WANTED, _without_seat(state, last)),
            (problems.SEATED_GONE, _gone(state, last)),
        )
        if players
    ]
    if found:
        raise refuse(*found)
    return [ev.SeatsLocked(last.number, by=grant.by, reason=command.reason)]


def start_round(state: State, grant: Grant, command: cmd.StartRound) -> list[ev.AnyEvent]:
    """Begin the first games; from now on the seats are frozen."""
    last = state.round
    if last is not None and last.phase is Phase.RUNNING:
        raise refuse(problems.STARTED(round=last.number))
    if last is None or last.phase is not Phase.LOCKED:
        raise refuse(problems.NOT_LOCKED())
    return [ev.RoundStarted(last.number, command.at, by=grant.by, reason=command.reason)]


def running(state: State) -> Round:
    """Give the round that is being played, or refuse."""
    last = state.round
    if last is None or last.phase is not Phase.RUNNING:
        raise refuse(problems.ROUND_NOT_RUNNING(round=last.number if last else 1))
    return last


def close_round(state: State, grant: Grant, command: cmd.CloseRound) -> list[ev.AnyEvent]:
    """Close a round that has all its results, and no open dispute."""
    last = running(state)
    missing = [table.number for table, _ in last.missing()]
    found = []
    if missing:
        tables = _some(str(table) for table in dict.fromkeys(missing))
        found.append(problems.RESULTS_MISSING(games=len(missing), tables=tables))
    found += [
        problems.DISPUTE_OPEN(table=dispute.table)
        for dispute in state.disputes
        if not dispute.decision
    ]
    if found:
        raise refuse(*found)
    return [ev.RoundClosed(last.number, by=grant.by, reason=command.reason)]


def void_round(state: State, grant: Grant, command: cmd.VoidRound) -> list[ev.AnyEvent]:
    """Let the last round not count; it stays in the log, and is seated again."""
    last = state.round
    if last is None:
        raise refuse(problems.NO_ROUND(round=1))
    return [ev.RoundVoided(last.number, by=grant.by, reason=command.reason)]
