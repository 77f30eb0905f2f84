"""What follows when a turn is over: the next turn, a last round, or the end of the game."""

from __future__ import annotations

from kostka.editions.model import AnnouncementJudging, PoolEnd
from kostka.numbers import events as ev
from kostka.numbers.scoring import (
    RackLeft,
    ScoreSheet,
    count_rack_points,
    score_going_out,
    score_lowest_rack_win,
)
from kostka.numbers.state import Seat, State
from kostka.solver.opening import can_open


def build_events_after_turn(state: State) -> list[ev.AnyEvent]:
    """Return the events that follow when the current turn is over."""
    seat = state.turn
    assert seat is not None
    if not state.seats[seat].rack:
        return build_finish_events(state, ev.Ending.WENT_OUT)
    if state.last_round is not None:
        return _build_last_round_turn_events(state, state.last_round[1:])
    if not state.pool_size and state.edition.pool_end is not PoolEnd.PLAY_ON:
        order = _list_last_round_seats(state, seat)
        return _build_last_round_start_events(order, ev.Ending.POOL_EMPTY)
    if state.round_over:
        return _build_last_round_start_events(
            state.list_present_seats_after(seat), ev.Ending.ROUND_TIME
        )
    return [ev.TurnBegan(state.list_present_seats_after(seat)[0])]


def _list_last_round_seats(state: State, seat: int) -> tuple[int, ...]:
    """Return the seats that have one more turn, in their order (N-50, N-51)."""
    drawer = state.last_drawer
    match state.edition.pool_end:
        case PoolEnd.LAST_ROUND_DRAWER_FIRST:
            return state.list_present_seats_after(drawer - 1)
        case PoolEnd.LAST_ROUND_WITHOUT_DRAWER:
            return tuple(
                other for other in state.list_present_seats_after(drawer) if other != drawer
            )
        case _:
            return state.list_present_seats_after(seat)


def _build_last_round_start_events(seats: tuple[int, ...], ending: ev.Ending) -> list[ev.AnyEvent]:
    return [ev.LastRoundBegan(seats, ending), ev.TurnBegan(seats[0])]


def _build_last_round_turn_events(state: State, seats: tuple[int, ...]) -> list[ev.AnyEvent]:
    return (
        [ev.TurnBegan(seats[0])] if seats else build_finish_events(state, state.last_round_ending)
    )


def build_finish_events(state: State, ending: ev.Ending) -> list[ev.AnyEvent]:
    """Return the events that end the game, with its score sheet."""
    return [ev.Finished(ending, _score_game(state, ending))]


def _score_game(state: State, ending: ev.Ending) -> ScoreSheet:
    outright = ending in (ev.Ending.WENT_OUT, ev.Ending.ALONE, ev.Ending.FLAG_FELL)
    racks = [_build_rack_left(state, seat, outright=outright) for seat in state.seats]
    match ending:
        case ev.Ending.WENT_OUT:
            assert state.turn is not None
            return score_going_out(state.edition, racks, state.turn)
        case ev.Ending.ALONE | ev.Ending.FLAG_FELL:
            # Nobody gains by leaving before the others go out: it is scored as if they had (M-4).
            (alone,) = (number for number, seat in enumerate(state.seats) if seat.present)
            return score_going_out(state.edition, racks, alone)
        case _:
            return score_lowest_rack_win(state.edition, racks)


def _build_rack_left(state: State, seat: Seat, *, outright: bool) -> RackLeft:
    faces, edition = state.box.get_faces(seat.rack), state.edition
    threshold, rules = edition.opening_threshold, edition.set_rules
    flat_score = outright and edition.not_opened is not None and not seat.opened
    could_have_opened = flat_score and can_open(faces[: seat.had_in_turn], threshold, rules)
    announced = seat.announced
    if announced and edition.announcement_judging is AnnouncementJudging.AT_END:
        # It helps if the tile that it was for came in the player's last turn.
        before = faces[: seat.had_at_turn_start]
        announced = could_have_opened and not can_open(before, threshold, rules)
    return RackLeft(
        count=count_rack_points(edition, faces),
        tiles=len(faces),
        opened=seat.opened,
        could_have_opened=could_have_opened,
        announced=announced,
        present=seat.present,
    )
