"""The time of a turn, by the log alone: after a crash the clock goes on where it was."""

from __future__ import annotations

from kostka.numbers import events as ev
from kostka.numbers.game import Game

GRACE = 2000
"""Milliseconds for the network, after the time that players see is over."""

COMING_BACK = 15_000
"""Milliseconds that a turn lasts at least after the server was down."""


def turn_began(game: Game) -> int | None:
    """Say when the turn began that is being played."""
    for entry in reversed(game.log.entries):
        if isinstance(entry.event, ev.TurnBegan):
            return entry.at
    return None


def deadline(game: Game, bank_seconds: int) -> int | None:
    """Say when the time of the turn is over; None without a limit, or when nobody is on turn."""
    seconds, began = game.state.edition.turn_seconds, turn_began(game)
    if game.state.turn is None or seconds is None or began is None:
        return None
    return began + 1000 * seconds + banks(game, bank_seconds)[game.state.turn]


def banks(game: Game, bank_seconds: int) -> tuple[int, ...]:
    """Say what everybody has left, in milliseconds, beyond the time for each move."""
    left = [1000 * bank_seconds] * len(game.state.seats)
    seconds = game.state.edition.turn_seconds
    if not bank_seconds or seconds is None:
        return tuple(left)
    seat, began = None, 0
    for entry in game.log.entries:
        if not isinstance(entry.event, ev.TurnBegan | ev.Finished) or entry.at is None:
            continue
        if seat is not None:
            left[seat] = max(0, left[seat] - max(0, entry.at - began - 1000 * seconds))
        seat = entry.event.seat if isinstance(entry.event, ev.TurnBegan) else None
        began = entry.at
    return tuple(left)
