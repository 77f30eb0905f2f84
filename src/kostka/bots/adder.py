"""Level 2: lays sets of its own rack and adds single tiles to sets on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from random import Random

from kostka.bots.rack import own_sets
from kostka.bots.sight import Sets, Sight
from kostka.melds.reading import read
from kostka.tiles.tile import Face

MISSES = 0.05
"""How often it overlooks that it could lay anything."""

Tiles = tuple[Face, ...]


class Adder:
    """Takes the sets on the table as they are, and makes them longer."""

    def __init__(self, random: Random) -> None:
        """Miss moves by chance."""
        self.random = random

    def sets(self, sight: Sight) -> Sets | None:
        """Lay own sets first, for they take the most tiles; then add what is left."""
        if self.random.random() < MISSES:
            return None
        table = own_sets(sight)
        if sight.opened:
            table = with_additions(sight, table)
        return table if table != sight.table else None


def with_additions(sight: Sight, table: Sets) -> Sets:
    """Add what fits of the tiles that are left to a table in the making.

    Jokers are kept for sets of one's own, unless nothing else is left or the end has come.
    """
    left = left_on_rack(sight, table)
    jokers = tuple([face for face in left if not face.number])
    table, numbers = _added(table, tuple([face for face in left if face.number]))
    if jokers and not (numbers and sight.may_draw):
        table, _ = _added(table, numbers + jokers)
    return table


def left_on_rack(sight: Sight, table: Sets) -> Tiles:
    """Give the tiles of the rack that do not lie on a table in the making."""
    held = Counter(chain(sight.rack, *sight.table))
    held.subtract(chain.from_iterable(table))
    return tuple(held.elements())


def _added(table: Sets, tiles: Tiles) -> tuple[Sets, Tiles]:
    """Add tiles as long as one fits, high ones first; give those too that are left."""
    sets, left = list(table), Counter(tiles)
    while step := next(_additions(sets, left), None):
        at, longer = step
        left -= Counter(longer) - Counter(sets[at])
        sets[at] = longer
    return tuple(sets), tuple(left.elements())


def _additions(sets: Sequence[Tiles], left: Counter[Face]) -> Iterator[tuple[int, Tiles]]:
    """Give each set that a tile makes longer, with its place."""
    for face in sorted(left, key=lambda face: -face.number):
        twice = left[face] > 1
        for at, meld in enumerate(sets):
            longer = _longer(meld, face, twice)
            if longer is not None:
                yield at, longer


@lru_cache(maxsize=2**15)  # the same sets lie there turn after turn
def _longer(meld: Tiles, face: Face, twice: bool) -> Tiles | None:  # noqa: FBT001
    """Put a tile at an end of a set, if it fits there.

    Around a mirror joker the same tile has to come to both ends (T-33).
    """
    ends = [(*meld, face), (face, *meld)]
    if twice:
        ends.append((face, *meld, face))
    return next((longer for longer in ends if read(longer) is not None), None)
