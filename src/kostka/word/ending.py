"""What follows when a turn is over: the next turn, the last round, or the end of the game."""

from __future__ import annotations

from kostka.word import events as ev
from kostka.word.scoring import FinalPlayer, score_players
from kostka.word.state import State


def build_events_after_turn(state: State) -> list[ev.AnyEvent]:
    """Return the events that follow when the current turn is over (W-16)."""
    assert state.turn is not None
    seat = state.seats[state.turn]
    if not state.pool and not seat.rack and seat.present:
        return _build_last_move_events(state, ev.Ending.WENT_OUT)
    if state.last_round is not None:
        left = state.last_round[1:]
        return (
            [ev.TurnBegan(left[0])]
            if left
            else _build_last_move_events(state, ev.Ending.NOBODY_PLACED)
        )
    order = state.list_present_seats_after(state.turn)
    if state.idle >= len(order):
        return [ev.LastRoundBegan(order), ev.TurnBegan(order[0])]
    return [ev.TurnBegan(order[0])]


def _build_last_move_events(state: State, ending: ev.Ending) -> list[ev.AnyEvent]:
    """End the game, after a move that can be challenged once all let it stand (W-13)."""
    move = state.last_move
    if move is None or move.seat != state.turn:
        return build_finish_events(state, ending)
    others = tuple(seat for seat in state.list_present_seats_after(move.seat) if seat != move.seat)
    return [ev.LastMoveMade(ending, others)]


def build_events_after_accepting(state: State) -> list[ev.AnyEvent]:
    """End the game once nobody is left who could challenge its last move."""
    assert state.ending is not None
    return [] if state.waiting else build_finish_events(state, state.ending)


def build_finish_events(state: State, ending: ev.Ending) -> list[ev.AnyEvent]:
    """Return the events that end the game, with its score sheet."""
    players = [FinalPlayer(seat.turns, len(seat.rack), seat.present) for seat in state.seats]
    return [ev.Finished(ending, score_players(players))]
