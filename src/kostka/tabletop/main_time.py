"""Main time and a delay for each move: a clock after Bronstein (M-3).

After a move a player gets back the time used in it, at most the delay. So only what a move takes
beyond the delay is lost, and time is never gained.
"""

from __future__ import annotations

from typing import Protocol


class TimeControl(Protocol):
    """The fields of an edition that say how time is limited."""

    @property
    def turn_seconds(self) -> int | None:
        """Time for each move; None for unlimited."""
        ...

    @property
    def main_seconds(self) -> int | None:
        """Time of each player for all moves of a game; None without."""
        ...

    @property
    def delay_seconds(self) -> int:
        """How much of each move costs no main time."""
        ...


def get_full_time(control: TimeControl) -> int | None:
    """Return the main time at the start of a game, in milliseconds; None without."""
    return None if control.main_seconds is None else 1000 * control.main_seconds


def format_clock(milliseconds: int) -> str:
    """Format a time as clocks show it: 9:05; a second that has begun counts."""
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    return f"{minutes}:{seconds:02}"


def charge_move(control: TimeControl, left: int, used: int) -> int:
    """Return what is left of a main time after a move, all in milliseconds (M-3)."""
    return max(0, left - max(0, used - 1000 * control.delay_seconds))


def is_flag_down(control: TimeControl, left: int | None, used: int | None) -> bool:
    """Whether a move has taken all time there was, by what is left after it (M-4).

    With nothing left before it, a move may still take the delay.
    """
    return left == 0 and used is not None and used >= 1000 * control.delay_seconds
