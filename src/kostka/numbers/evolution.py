"""How each event changes the state. Nothing is judged here: an event has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from kostka.editions.model import AnnouncementJudging, Drawing
from kostka.numbers import events as ev
from kostka.numbers.setup import arrange_tiles, stack_tiles
from kostka.numbers.state import Phase, Result, Seat, State
from kostka.tabletop.evolution import (
    apply_randomness_added,
    apply_randomness_committed,
    apply_sealed,
    apply_start_drawn,
    apply_starter_found,
    remove_from_last_round,
    replace_seat_fields,
    skip_last_round_to_seat,
)
from kostka.tabletop.main_time import charge_move, get_full_time
from kostka.tiles.box import TileId


def evolve(state: State, event: ev.AnyEvent) -> State:
    """Return the state after an event.

    Decisions look ahead at the state after their first event, and the same event is then applied
    to the same state. The last step is cached, so it is not computed twice.
    """
    last = _LAST[0]
    if last is not None and last[0] is state and last[1] is event:
        return last[2]
    after = _CHANGES[type(event)](state, event)
    _LAST[0] = (state, event, after)
    return after


def evolve_all(state: State, events: Iterable[ev.AnyEvent]) -> State:
    """Return the state after several events."""
    return reduce(evolve, events, state)


def _find_undo_state(state: State) -> State | None:
    """Return the state that an undo goes back to, once something happens in a turn."""
    return state.before_move if state.moved else replace(state, before_move=None)


def _apply_mixed(state: State, event: ev.Mixed) -> State:
    return replace(state, deal=event.deal, order=event.order, order_commitment=event.commitment)


def _apply_dealt(state: State, event: ev.Dealt) -> State:
    """Move the stacks that were dealt to the racks; the rest is the pool (N-6, Z-10)."""
    stacks = stack_tiles(state.edition, arrange_tiles(state))
    racks: list[tuple[TileId, ...]] = [()] * len(state.seats)
    for _, receiver, stack in event.gifts:
        racks[receiver] += stacks[stack]
        stacks[stack] = ()
    if state.edition.drawing is Drawing.ANY_TILE:
        stacks = [tuple(tile for stack in stacks for tile in stack)]
    return replace(
        state,
        phase=Phase.PLAYING,
        seats=tuple(
            Seat(rack, present=seat.present, time_left=get_full_time(state.edition))
            for rack, seat in zip(racks, state.seats, strict=True)
        ),
        stacks=tuple(stacks),
        middle=len(stacks) - 1,  # where the odd stack stands
        turn=None,
        # Turns are counted on: a command meant for a turn before a new deal must not fit one after.
        begun=False,
        last_round=None,
        before_move=None,
    )


def _apply_redeal_asked(state: State, _: ev.RedealAsked) -> State:
    return replace(state, before_move=None)


def _apply_turn_began(state: State, event: ev.TurnBegan) -> State:
    seats = state.seats
    if state.turn is not None and not seats[state.turn].first_turn_over:
        seats = replace_seat_fields(seats, state.turn, first_turn_over=True)
    tiles = len(seats[event.seat].rack)
    return replace(
        state,
        turn=event.seat,
        turns=state.turns + 1,
        moved=False,
        drawn=None,
        time_used=None,
        seats=replace_seat_fields(seats, event.seat, had_in_turn=tiles, had_at_turn_start=tiles),
        last_round=skip_last_round_to_seat(state.last_round, event.seat),
    )


def _apply_placed(state: State, event: ev.Placed) -> State:
    gone = set(event.tiles)
    rack = tuple([tile for tile in state.seats[event.seat].rack if tile not in gone])
    seats = replace_seat_fields(state.seats, event.seat, rack=rack, opened=True, announced=False)
    return replace(
        state,
        before_move=_find_undo_state(state),
        moved=True,
        begun=True,
        table=event.table,
        seats=seats,
    )


def _apply_drew(state: State, event: ev.Drew) -> State:
    stacks, middle = list(state.stacks), state.middle
    for tile in event.tiles:
        if stacks[middle][:1] != (tile,):
            middle = next(at for at, stack in enumerate(stacks) if stack[:1] == (tile,))
        stacks[middle] = stacks[middle][1:]
    rack = state.seats[event.seat].rack + event.tiles
    changes: dict[str, Any] = {"rack": rack}
    by_turn = event.reason is ev.DrawReason.TURN
    by_referee = event.reason is ev.DrawReason.REFEREE
    judged_at_end = state.edition.announcement_judging is AnnouncementJudging.AT_END
    in_own_turn = event.seat == state.turn
    if by_turn or (in_own_turn and (judged_at_end or by_referee)):
        changes["had_in_turn"] = len(rack)
    if by_turn or (in_own_turn and judged_at_end and state.drawn is None):
        changes["announced"] = False  # the last turn's: this one went by without the opening
    return replace(
        state,
        before_move=None if by_referee else _find_undo_state(state),
        moved=state.moved or not by_referee,
        begun=state.begun or not by_referee,
        drawn=event.tiles[0] if _keeps_turn_open(state, event) else state.drawn,
        stacks=tuple(stacks),
        middle=middle,
        last_drawer=event.seat,
        seats=replace_seat_fields(state.seats, event.seat, **changes),
    )


def _keeps_turn_open(state: State, event: ev.Drew) -> bool:
    """Whether the player may announce after this draw, which otherwise ends the turn (N-20)."""
    if state.edition.not_opened is None or state.seats[event.seat].opened:
        return False
    if state.edition.announcement_judging is AnnouncementJudging.AT_END:
        return event.reason is not ev.DrawReason.REFEREE
    return event.reason is ev.DrawReason.TURN


def _apply_opening_announced(state: State, event: ev.OpeningAnnounced) -> State:
    return replace(state, seats=replace_seat_fields(state.seats, event.seat, announced=True))


def _apply_turn_ended(state: State, _: ev.TurnEnded) -> State:
    return state


def _apply_turn_without_placing(
    state: State, event: ev.Passed | ev.TimedOut | ev.MoveFailed
) -> State:
    """Without an opening in this turn, an earlier announcement has lapsed (N-41)."""
    seats = state.seats
    if state.drawn is None:
        seats = replace_seat_fields(state.seats, event.seat, announced=False)
    return replace(state, before_move=_find_undo_state(state), moved=True, begun=True, seats=seats)


def _apply_time_used(state: State, event: ev.TimeUsed) -> State:
    """Charge the clock; an undo of the move gives the time back, too."""
    left = state.seats[event.seat].time_left
    assert left is not None
    left = charge_move(state.edition, left, event.milliseconds)
    return replace(
        state,
        before_move=_find_undo_state(state),
        moved=True,
        time_used=event.milliseconds,
        seats=replace_seat_fields(state.seats, event.seat, time_left=left),
    )


def _apply_left(state: State, event: ev.Left | ev.FlagFell) -> State:
    return replace(
        state,
        seats=replace_seat_fields(state.seats, event.seat, present=False),
        last_round=remove_from_last_round(state, event.seat),
        before_move=None,
    )


def _apply_round_time_ended(state: State, _: ev.RoundTimeEnded) -> State:
    return replace(state, round_over=True, before_move=None)


def _apply_last_round_began(state: State, event: ev.LastRoundBegan) -> State:
    return replace(state, last_round=event.seats, last_round_ending=event.ending)


def _apply_move_undone(state: State, _: ev.MoveUndone) -> State:
    return state.before_move or state


def _keep_state(state: State, _: ev.Penalised | ev.EndedByReferee) -> State:
    return state


def _apply_finished(state: State, event: ev.Finished) -> State:
    return replace(
        state,
        phase=Phase.FINISHED,
        turn=None,
        drawn=None,
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
    ev.RedealAsked: _apply_redeal_asked,
    ev.TurnBegan: _apply_turn_began,
    ev.Placed: _apply_placed,
    ev.Drew: _apply_drew,
    ev.OpeningAnnounced: _apply_opening_announced,
    ev.TurnEnded: _apply_turn_ended,
    ev.Passed: _apply_turn_without_placing,
    ev.TimedOut: _apply_turn_without_placing,
    ev.MoveFailed: _apply_turn_without_placing,
    ev.TimeUsed: _apply_time_used,
    ev.FlagFell: _apply_left,
    ev.Left: _apply_left,
    ev.RoundTimeEnded: _apply_round_time_ended,
    ev.LastRoundBegan: _apply_last_round_began,
    ev.MoveUndone: _apply_move_undone,
    ev.Penalised: _keep_state,
    ev.EndedByReferee: _keep_state,
    ev.Finished: _apply_finished,
}

_LAST: list[tuple[State, ev.AnyEvent, State] | None] = [None]
"""A state, an event and the state after it, replaced as a whole because threads share it."""
