"""Round commands: seat, swap, lock, start, close, and void a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kostka.events.errors import make_refusal
from kostka.events.game import MAX_TEXT_LENGTH, is_printable_text
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament import problems
from kostka.tournament.evolution import evolve_all
from kostka.tournament.proposals import (
    is_seating_basis_equal,
    list_earlier_seats,
    list_seats,
    order_pair,
    propose_seats,
)
from kostka.tournament.registration import require_player
from kostka.tournament.roles import Author, Grant
from kostka.tournament.seating import (
    SeatConcern,
    SeatWarning,
    choose_seating_method,
    choose_table_sizes,
    find_seat_warnings,
)
from kostka.tournament.state import UNSTARTED, Phase, Player, Round, State, Status

MAX_NAMES_SHOWN = 8
"""Maximum number of names in a message."""

STANDINGS_CHANGED = "the standings have changed"
"""The reason recorded when a round is reseated automatically."""


def handle_seat_round_command(
    state: State, grant: Grant, command: cmd.SeatRound
) -> list[ev.AnyEvent]:
    """Seat the next round, or reseat the one in preview."""
    last = state.round
    number = 1 if last is None else last.number + (last.phase is Phase.CLOSED)
    if last is not None and last.phase is Phase.LOCKED:
        raise make_refusal(problems.LOCKED_ALREADY(round=last.number))
    if last is not None and last.phase is Phase.RUNNING:
        raise make_refusal(problems.STARTED(round=last.number))
    if number > state.settings.rounds:
        raise make_refusal(problems.NO_MORE_ROUNDS(rounds=state.settings.rounds))
    table_sizes = choose_table_sizes(state.format, len(state.present_players), command.five)
    draw = state.draws.get(number, 0) + 1
    how, words = choose_seating_method(state.format, number), command.words
    if words and (how is not ev.SeatingMethod.DRAW or not is_printable_text(words)):
        raise make_refusal(problems.DRAW_WORDS(most=MAX_TEXT_LENGTH))
    seats = propose_seats(state, number, draw, state.present_players, table_sizes, words=words)
    return [
        ev.Seated(
            number,
            draw,
            how,
            seats.tables,
            seats.lots,
            state.settings.games,
            words or msgspec.UNSET,
            seats.bye or msgspec.UNSET,
            by=grant.author,
            reason=command.reason,
        )
    ]


def build_reseating_events(
    state: State, events: Sequence[ev.AnyEvent], by: Author
) -> list[ev.AnyEvent]:
    """Reseat a round that has not started if the events change the standings (Z-5)."""
    before, after = state.round, evolve_all(state, events)
    new = after.round
    if before is None or new is None or before.tables != new.tables:
        return []
    if new.phase not in UNSTARTED or new.how is ev.SeatingMethod.DRAW:
        return []
    number, players = new.number, new.entrants
    if is_seating_basis_equal(state, after, number, players):
        return []
    table_sizes = [len(table.seats) for table in new.tables]
    seats = propose_seats(after, number, new.draw, players, table_sizes)
    return [
        ev.Seated(
            number,
            new.draw,
            new.how,
            seats.tables,
            seats.lots,
            new.games,
            bye=seats.bye or msgspec.UNSET,
            by=by,
            reason=STANDINGS_CHANGED,
        )
    ]


def list_seat_warnings(state: State) -> list[SeatWarning]:
    """Return what an organiser should know about the seats of the last round."""
    last = state.round
    if last is None:
        return []
    groups = {player.id: player.group for player in state.players.values()}
    earlier = list_earlier_seats(state, last.number)
    found = find_seat_warnings(list_seats(last), earlier, groups, state.format.table_size)
    if last.phase in UNSTARTED:
        found += [
            SeatWarning(SeatConcern.NO_SEAT, None, (p.id,))
            for p in _list_unseated_players(state, last)
        ]
        found += [
            SeatWarning(SeatConcern.GONE, _find_player_table_number(last, p.id), (p.id,))
            for p in _list_seated_absent_players(state, last)
        ]
    return found


def _find_player_table_number(round_: Round, player: int) -> int | None:
    place = round_.find_seat(player)
    return place[0] if place else None


def _list_unseated_players(state: State, round_: Round) -> list[Player]:
    seated = set(round_.entrants)
    return [state.players[player] for player in state.present_players if player not in seated]


def _list_seated_absent_players(state: State, round_: Round) -> list[Player]:
    seated = (state.players[player] for player in round_.entrants)
    return [player for player in seated if player.status is not Status.PRESENT]


def _join_some_names(names: Iterable[str]) -> str:
    """Join the first few names, so that a message stays one line."""
    found = list(names)
    return ", ".join(found if len(found) <= MAX_NAMES_SHOWN else [*found[:MAX_NAMES_SHOWN], "…"])


def _require_preview_round(state: State) -> Round:
    last = state.round
    if last is None or last.phase is Phase.CLOSED:
        raise make_refusal(problems.NOT_PREVIEWED())
    if last.phase is not Phase.PREVIEW:
        if last.phase is Phase.RUNNING:
            raise make_refusal(problems.STARTED(round=last.number))
        raise make_refusal(problems.LOCKED_ALREADY(round=last.number))
    return last


def handle_swap_seats_command(
    state: State, grant: Grant, command: cmd.SwapSeats
) -> list[ev.AnyEvent]:
    """Swap two players before the seats are locked."""
    last = _require_preview_round(state)
    a, b = command.players
    for player in (a, b):
        known = require_player(state, player)
        if player not in last.entrants:
            raise make_refusal(problems.NO_SEAT_IN_ROUND(name=known.name, round=last.number))
    if a == b:
        raise make_refusal(problems.SAME_PLAYER())
    return [ev.SeatsSwapped((a, b), by=grant.author, reason=command.reason)]


def handle_seat_late_command(
    state: State, grant: Grant, command: cmd.SeatLate
) -> list[ev.AnyEvent]:
    """Seat a late arrival at the first table of 3, so that tables of 3 stay the last (Z-6).

    A table of 2 comes first: 3 and 2 become 3 and 3. Where one player has the bye, the late one
    plays with that one (M-12).
    """
    player = require_player(state, command.player)
    if player.status is not Status.PRESENT:
        raise make_refusal(problems.NOT_THERE(name=player.name, status=player.status))
    last = state.round
    if last is not None and last.phase is not Phase.CLOSED and player.id in last.entrants:
        raise make_refusal(problems.SEATED_ALREADY(name=player.name))
    if last is not None and last.phase in UNSTARTED:
        small = [table for table in last.tables if len(table.seats) < state.format.table_size]
        if small:
            table = min(small, key=lambda one: len(one.seats))
            return [ev.LateSeated(player.id, table.number, by=grant.author, reason=command.reason)]
        if last.bye is not None:
            seats = order_pair(state, last.number, last.bye, player.id)
            number = len(last.tables) + 1
            return [ev.LateSeated(player.id, number, seats, by=grant.author, reason=command.reason)]
    refuse = problems.NO_OPPONENT if state.format.has_byes else problems.NO_TABLE_OF_THREE
    raise make_refusal(refuse(name=player.name))


def handle_lock_seats_command(
    state: State, grant: Grant, command: cmd.LockSeats
) -> list[ev.AnyEvent]:
    """Lock the seats; everybody present must have one."""
    last = _require_preview_round(state)
    found = [
        problem(names=_join_some_names(player.name for player in players))
        for problem, players in (
            (problems.SEAT_WANTED, _list_unseated_players(state, last)),
            (problems.SEATED_GONE, _list_seated_absent_players(state, last)),
        )
        if players
    ]
    if found:
        raise make_refusal(*found)
    return [ev.SeatsLocked(last.number, by=grant.author, reason=command.reason)]


def handle_start_round_command(
    state: State, grant: Grant, command: cmd.StartRound
) -> list[ev.AnyEvent]:
    """Start the round; from now on the seats are fixed."""
    last = state.round
    if last is not None and last.phase is Phase.RUNNING:
        raise make_refusal(problems.STARTED(round=last.number))
    if last is None or last.phase is not Phase.LOCKED:
        raise make_refusal(problems.NOT_LOCKED())
    return [ev.RoundStarted(last.number, command.at, by=grant.author, reason=command.reason)]


def require_running_round(state: State) -> Round:
    """Return the running round, or refuse."""
    last = state.round
    if last is None or last.phase is not Phase.RUNNING:
        raise make_refusal(problems.ROUND_NOT_RUNNING(round=last.number if last else 1))
    return last


def handle_close_round_command(
    state: State, grant: Grant, command: cmd.CloseRound
) -> list[ev.AnyEvent]:
    """Close a round that has all its results, and no open dispute."""
    last = require_running_round(state)
    missing = [table.number for table, _ in last.list_missing_results()]
    found = []
    if missing:
        tables = _join_some_names(str(table) for table in dict.fromkeys(missing))
        found.append(problems.RESULTS_MISSING(games=len(missing), tables=tables))
    found += [
        problems.DISPUTE_OPEN(table=dispute.table)
        for dispute in state.disputes
        if not dispute.decision
    ]
    if found:
        raise make_refusal(*found)
    return [ev.RoundClosed(last.number, by=grant.author, reason=command.reason)]


def handle_void_round_command(
    state: State, grant: Grant, command: cmd.VoidRound
) -> list[ev.AnyEvent]:
    """Void the last round; it stays in the log and is seated again."""
    last = state.round
    if last is None:
        raise make_refusal(problems.NO_ROUND(round=1))
    return [ev.RoundVoided(last.number, by=grant.author, reason=command.reason)]
