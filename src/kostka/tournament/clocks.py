"""The time of a round (Z-17), which is paused at a table whose clock is stopped (Z-30)."""

from __future__ import annotations

from kostka.tournament.events import Settings
from kostka.tournament.state import Round, TournamentTable

MINUTE = 60_000


def compute_time_left(
    settings: Settings, round_: Round, table: TournamentTable | None, now: int
) -> int | None:
    """Return the milliseconds left for a table or the whole round; None without a time limit.

    Below 0 the time is up: one more move each, and no further game begins (Z-17).
    """
    if settings.minutes is None or round_.started_at is None:
        return None
    paused = 0
    if table is not None:
        paused = table.paused
        now = now if table.stopped_at is None else table.stopped_at
    return settings.minutes * MINUTE - (now - round_.started_at - paused)
