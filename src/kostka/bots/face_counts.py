"""Tables and racks as counts of faces: quick questions for bots that think ahead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from kostka.solver.engine import NO_COUNTS, search
from kostka.solver.task import Counts, Task, count_faces
from kostka.tiles.tile import FACES, Face

ONE_EACH = (1,) * len(FACES)
"""What tiles gain where all that matters is how many are laid."""

EFFORT = 20_000
"""For one of many questions; the few that are too hard for it are answered with no."""


def count_table(sets: Iterable[Iterable[Face]]) -> Counts:
    """Count the tiles of a table."""
    return count_faces(chain.from_iterable(sets))


def add_counts(one: Sequence[int], other: Sequence[int]) -> Counts:
    """Put tiles together."""
    return tuple(map(int.__add__, one, other))


def subtract_counts(one: Sequence[int], other: Sequence[int]) -> Counts:
    """Take tiles away."""
    return tuple(map(int.__sub__, one, other))


def count_single_tile(place: int) -> Counts:
    """Give a single tile."""
    return (*NO_COUNTS[:place], 1, *NO_COUNTS[place + 1 :])


def can_form_sets(tiles: Counts) -> bool:
    """Whether all these tiles can lie on a table together."""
    return search(Task(tiles, NO_COUNTS, NO_COUNTS, effort=EFFORT)).sets is not None


def count_stuck_tiles(table: Counts, rack: Counts) -> int:
    """How many tiles of a rack are left over when the most are laid to a table."""
    found = search(Task(table, rack, ONE_EACH, effort=EFFORT))
    return sum(rack) - (0 if found.sets is None else found.gain)


def dump_tiles(table: Counts, rack: Counts, each: Counts) -> tuple[Counts, Counts]:
    """Lay tiles so that the rack counts least; gives table and rack after it.

    Where that is too hard to be found, nothing is laid.
    """
    found = search(Task(table, rack, each, effort=EFFORT))
    if found.sets is None:
        return table, rack
    after = count_table(found.sets)
    return after, subtract_counts(rack, subtract_counts(after, table))


def count_points(rack: Counts, each: Counts) -> int:
    """Add up what the tiles of a rack count."""
    return sum(map(int.__mul__, rack, each))
