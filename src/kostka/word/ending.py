"""What follows when a turn is over: the next turn, the last round, or the end of the game."""

from __future__ import annotations

from kostka.word import events as ev
from kostka.word.scoring import FinalPlayer, score_players
from kostka.word.state import State


def continue_after_turn(state: State) -> list[ev.AnyEvent]:
    """Return what follows when the current turn is over (W-16)."""
    assert state.turn is not None
    seat = state.seats[state.turn]
    if not state.pool and not seat.rack and seat.present:
        return _finish_unless_challengeable(state, ev.Ending.WENT_OUT)
    if state.last_round is not None:
        left = state.last_round[1:]
        return (
            [ev.TurnBegan(left[0])]
            if left
            else _finish_unless_challengeable(state, ev.Ending.NOBODY_PLACED)
        )
    order = state.list_present_after(state.turn)
    if state.idle >= len(order):
        return [ev.LastRoundBegan(order), ev.TurnBegan(order[0])]
    return [ev.TurnBegan(order[0])]


def _finish_unless_challengeable(state: State, ending: ev.Ending) -> list[ev.AnyEvent]:
    """End the game, after a move that can be challenged once all let it stand (W-13)."""
    move = state.last_move
    if move is None or move.seat != state.turn:
        return finish_game(state, ending)
    others = tuple(seat for seat in state.list_present_after(move.seat) if seat != move.seat)
    return [ev.LastMoveMade(ending, others)]


def continue_after_accepting(state: State) -> list[ev.AnyEvent]:
    """End the game once nobody is left who could challenge its last move."""
    assert state.ending is not None
    return [] if state.waiting else finish_game(state, state.ending)


def finish_game(state: State, ending: ev.Ending) -> list[ev.AnyEvent]:
    """End the game and score it."""
    players = [FinalPlayer(seat.turns, len(seat.rack), seat.present) for seat in state.seats]
    return [ev.Finished(ending, score_players(players))]
