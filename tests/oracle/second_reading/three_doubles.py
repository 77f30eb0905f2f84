"""N-7: who may ask for a new deal, and when.

The reading: what counts are the first 14 tiles, never a tile drawn later. The right is the player's
own: draws and asking by others do not touch it. It is gone when the player's first turn is over,
which with a window for announcements (N-20) is when the window is over, and when a tile lies on
the table. A new deal gives everybody a new first turn.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field


def count_doubles(dealt: Sequence[str]) -> int:
    """Count disjoint pairs of equal number tiles; jokers make none, three equal tiles one."""
    return sum(held // 2 for tile, held in Counter(dealt).items() if tile != "J")


@dataclass
class RightToRedeal:
    """What happened since a deal, as far as the right depends on it."""

    dealt: Sequence[Sequence[str]]
    seats_after_first_turn: set[int] = field(default_factory=set)
    tile_was_placed: bool = False

    def end_turn(self, seat: int, *, placed: bool) -> None:
        """Note that a turn is over."""
        self.seats_after_first_turn.add(seat)
        self.tile_was_placed = self.tile_was_placed or placed

    def may_ask(self, seat: int) -> bool:
        """Return whether the player may have everything dealt again."""
        return (
            not self.tile_was_placed
            and seat not in self.seats_after_first_turn
            and count_doubles(self.dealt[seat]) >= 3
        )
