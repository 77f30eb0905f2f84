"""How each event changes the state. Nothing is judged here: an event has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from kostka.tabletop.evolution import (
    apply_randomness_added,
    apply_randomness_committed,
    apply_sealed,
    apply_start_drawn,
    apply_starter_found,
    remove_from_last_round,
    remove_seat,
    replace_seat_fields,
    skip_last_round_to_seat,
)
from kostka.word import events as ev
from kostka.word.edition import Judging
from kostka.word.scoring import TurnScore
from kostka.word.state import LastMove, Phase, Result, State


def evolve(state: State, event: ev.AnyEvent) -> State:
    """Return the state after an event."""
    return _CHANGES[type(event)](state, event)


def evolve_all(state: State, events: Iterable[ev.AnyEvent]) -> State:
    """Return the state after several events."""
    return reduce(evolve, events, state)


def _apply_mixed(state: State, event: ev.Mixed) -> State:
    return replace(state, pool=event.order, mixings=event.mixing, order_commitment=event.commitment)


def _apply_dealt(state: State, event: ev.Dealt) -> State:
    """Deal to all players, from the starter on; the rest is the pool (W-2)."""
    seats, pool = list(state.seats), state.pool
    for seat in state.list_present_seats_after(state.starter - 1):
        seats[seat] = replace(seats[seat], rack=pool[: event.each])
        pool = pool[event.each :]
    return replace(state, phase=Phase.PLAYING, seats=tuple(seats), pool=pool)


def _apply_turn_began(state: State, event: ev.TurnBegan) -> State:
    return replace(
        state,
        turn=event.seat,
        turns=state.turns + 1,
        last_round=skip_last_round_to_seat(state.last_round, event.seat),
    )


def _apply_placed(state: State, event: ev.Placed) -> State:
    gone = set(event.tiles)
    seat = state.seats[event.seat]
    rack = tuple([tile for tile in seat.rack if tile not in gone])
    scored = TurnScore(state.turns - state.waits, event.words, event.doubled, event.points)
    challengeable = state.edition.judging is Judging.CHALLENGE
    return replace(
        state,
        table=event.table,
        letters=event.letters,
        seats=replace_seat_fields(
            state.seats, event.seat, rack=rack, opened=True, turns=(*seat.turns, scored)
        ),
        idle=0,
        last_move=LastMove(event.seat, replace(state, last_move=None)) if challengeable else None,
    )


def _apply_drew(state: State, event: ev.Drew) -> State:
    """Take tiles; instead of placing, that is a move after which none before is challenged."""
    ends_turn = event.reason is ev.DrawReason.TURN
    return replace(
        state,
        pool=state.pool[len(event.tiles) :],
        seats=replace_seat_fields(
            state.seats, event.seat, rack=state.seats[event.seat].rack + event.tiles
        ),
        last_move=None if ends_turn else state.last_move,
    )


def _apply_turn_without_placing(state: State, _: ev.Passed | ev.TimedOut | ev.WordRefused) -> State:
    return replace(state, idle=_count_idle_turns(state), last_move=None)


def _count_idle_turns(state: State) -> int:
    """Count one more turn without placing, if the pool is empty (W-16)."""
    return state.idle if state.pool else state.idle + 1


def _apply_challenged(state: State, event: ev.Challenged) -> State:
    """Undo the move if it was wrong, with the tiles drawn after it (W-13)."""
    move = state.last_move
    assert move is not None
    if not event.wrong:
        return replace(state, last_move=replace(move, found_good=True), waiting=())
    # The turn number keeps growing, so a command for the undone turn cannot hit a later one.
    before, waited = move.before, state.phase is Phase.ACCEPTING
    return replace(
        before, turns=state.turns, waits=before.waits + waited, idle=_count_idle_turns(before)
    )


def _apply_last_move_made(state: State, event: ev.LastMoveMade) -> State:
    """Wait until all let the move stand; that counts as a turn while it lasts.

    So a late challenge of the move before does not hit this one.
    """
    return replace(
        state,
        phase=Phase.ACCEPTING,
        turn=None,
        turns=state.turns + 1,
        ending=event.ending,
        waiting=event.waiting,
    )


def _apply_accepted(state: State, event: ev.Accepted) -> State:
    return replace(state, waiting=remove_seat(state.waiting, event.seat))


def _apply_left(state: State, event: ev.Left) -> State:
    move, waiting = state.last_move, remove_seat(state.waiting, event.seat)
    if move is not None and move.seat == event.seat:
        move, waiting = None, ()  # the player who would take it back is gone
    elif move is not None:
        move = replace(move, before=_apply_left(move.before, event))
    return replace(
        state,
        seats=replace_seat_fields(state.seats, event.seat, present=False),
        last_round=remove_from_last_round(state, event.seat),
        last_move=move,
        waiting=waiting,
    )


def _apply_last_round_began(state: State, event: ev.LastRoundBegan) -> State:
    return replace(state, last_round=event.seats)


def _apply_finished(state: State, event: ev.Finished) -> State:
    return replace(
        state,
        phase=Phase.FINISHED,
        turn=None,
        last_move=None,
        waiting=(),
        result=Result(event.ending, event.sheet),
    )


_CHANGES: dict[type, Callable[[State, Any], State]] = {
    ev.Sealed: apply_sealed,
    ev.RandomnessCommitted: apply_randomness_committed,
    ev.RandomnessAdded: apply_randomness_added,
    ev.StartDrawn: apply_start_drawn,
    ev.StarterFound: apply_starter_found,
    ev.Mixed: _apply_mixed,
    ev.Dealt: _apply_dealt,
    ev.TurnBegan: _apply_turn_began,
    ev.Placed: _apply_placed,
    ev.Drew: _apply_drew,
    ev.Passed: _apply_turn_without_placing,
    ev.TimedOut: _apply_turn_without_placing,
    ev.WordRefused: _apply_turn_without_placing,
    ev.Challenged: _apply_challenged,
    ev.LastMoveMade: _apply_last_move_made,
    ev.Accepted: _apply_accepted,
    ev.Left: _apply_left,
    ev.LastRoundBegan: _apply_last_round_began,
    ev.Finished: _apply_finished,
}
