"""N-41: what a game costs a player who has not opened when somebody goes out.

The reading: the rack of such a player only grows. The tile that completed the opening was held or
drawn in a turn of theirs exactly if what they had when their last turn ended could open; tiles that
a referee gave them later do not count. It was drawn in the last turn exactly if what they had when
that turn began could not open.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .sets import can_reach


@dataclass(frozen=True)
class LastTurn:
    """The player's last turn: the rack when it began and when it ended, and what was said."""

    rack_before: Sequence[str]
    rack_after: Sequence[str]
    announced: bool


def can_open(rack: Sequence[str], threshold: int) -> bool:
    """Return whether sets made of the rack alone are worth enough; without a threshold, any set."""
    return can_reach(rack, threshold)


def count_rack(rack: Sequence[str], joker_penalty: int) -> int:
    """Return what the tiles left on a rack cost (N-40)."""
    return sum(joker_penalty if tile == "J" else int(tile[1:]) for tile in rack)


def judge_unopened(last_turn: LastTurn | None, threshold: int, *, saved: int = -100) -> int:
    """Return the score; `saved` is the score after an announcement that helps."""
    if last_turn is None or not can_open(last_turn.rack_after, threshold):
        return -100
    if last_turn.announced and not can_open(last_turn.rack_before, threshold):
        return saved
    return -200
