"""Level 2: lays sets from its rack and adds single tiles to sets on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from random import Random

from kostka.bots.face_view import FaceView, Sets
from kostka.bots.rack import lay_own_sets
from kostka.editions.set_rules import SetRules
from kostka.melds.reading import interpret_set
from kostka.tiles.tile import Face

MISS_RATE = 0.05
"""How often it overlooks its moves."""

Tiles = tuple[Face, ...]


class Adder:
    """Leaves the sets on the table as they are, but makes them longer."""

    def __init__(self, random: Random) -> None:
        """Use a random source to miss moves."""
        self.random = random

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Lay own sets first, because they use the most tiles; then add single tiles."""
        if self.random.random() < MISS_RATE:
            return None
        table = lay_own_sets(face_view)
        if face_view.opened:
            table = add_loose_tiles(face_view, table)
        return table if table != face_view.table else None


def add_loose_tiles(face_view: FaceView, table: Sets) -> Sets:
    """Add tiles that are left on the rack to the sets of a planned table.

    Jokers are kept for own sets, unless nothing else is left or no tile can be drawn.
    """
    left = list_tiles_left(face_view, table)
    jokers = tuple([face for face in left if not face.number])
    rules = face_view.edition.set_rules
    table, numbers = _add_tiles(table, tuple([face for face in left if face.number]), rules)
    if jokers and not (numbers and face_view.can_draw):
        table, _ = _add_tiles(table, numbers + jokers, rules)
    return table


def list_tiles_left(face_view: FaceView, table: Sets) -> Tiles:
    """Return the tiles of the rack that are not on a planned table."""
    held = Counter(chain(face_view.rack, *face_view.table))
    held.subtract(chain.from_iterable(table))
    return tuple(held.elements())


def _add_tiles(table: Sets, tiles: Tiles, rules: SetRules) -> tuple[Sets, Tiles]:
    """Add tiles as long as one fits, high ones first; return the table and the tiles left."""
    sets, left = list(table), Counter(tiles)
    while step := next(_list_additions(sets, left, rules), None):
        at, longer = step
        left -= Counter(longer) - Counter(sets[at])
        sets[at] = longer
    return tuple(sets), tuple(left.elements())


def _list_additions(
    sets: Sequence[Tiles], left: Counter[Face], rules: SetRules
) -> Iterator[tuple[int, Tiles]]:
    """Yield the index of each set that a tile fits, and the longer set."""
    for face in sorted(left, key=lambda face: -face.number):
        twice = left[face] > 1
        for at, meld in enumerate(sets):
            longer = _extend_set(meld, face, twice, rules)
            if longer is not None:
                yield at, longer


@lru_cache(maxsize=2**15)  # the same sets come up turn after turn
def _extend_set(
    meld: Tiles,
    face: Face,
    twice: bool,  # noqa: FBT001
    rules: SetRules,
) -> Tiles | None:
    """Return a set with a tile at one end, or None if it does not fit.

    A mirrored set needs the same tile at both ends (T-33).
    """
    ends = [(*meld, face), (face, *meld)]
    if twice:
        ends.append((face, *meld, face))
    fits = (longer for longer in ends if interpret_set(longer, rules) is not None)
    return next(fits, None)
