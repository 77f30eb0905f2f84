"""The time of a turn, by the log alone: after a crash the clock goes on where it was."""

from __future__ import annotations

from kostka.server.games import AnyGame, kind_of

GRACE = 2000
"""Milliseconds for the network, after the time that players see is over."""

COMING_BACK = 15_000
"""Milliseconds that a turn lasts at least after the server was down."""


def began(game: AnyGame) -> int | None:
    """Say when the time began that somebody has now."""
    periods = kind_of(game).periods
    for entry in reversed(game.log.entries):
        if isinstance(entry.event, periods):
            return entry.at
    return None


def deadline(game: AnyGame, bank_seconds: int) -> int | None:
    """Say when the time is over that somebody has; None without a limit, or if nobody has any."""
    seconds, since = kind_of(game).seconds(game.state), began(game)
    if seconds is None or since is None:
        return None
    turn = game.state.turn
    bank = banks(game, bank_seconds)[turn] if bank_seconds and turn is not None else 0
    return since + 1000 * seconds + bank


def banks(game: AnyGame, bank_seconds: int) -> tuple[int, ...]:
    """Say what everybody has left, in milliseconds, beyond the time for each move."""
    left = [1000 * bank_seconds] * len(game.state.seats)
    seconds = game.state.edition.turn_seconds
    if not bank_seconds or seconds is None:
        return tuple(left)
    periods = kind_of(game).periods
    seat, since = None, 0
    for entry in game.log.entries:
        if not isinstance(entry.event, periods) or entry.at is None:
            continue
        if seat is not None:
            left[seat] = max(0, left[seat] - max(0, entry.at - since - 1000 * seconds))
        seat, since = getattr(entry.event, "seat", None), entry.at
    return tuple(left)
