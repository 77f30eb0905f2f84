"""Tables and racks as counts of faces: fast queries for bots that look ahead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from kostka.editions.set_rules import SetRules
from kostka.solver.engine import NO_COUNTS, search
from kostka.solver.task import Counts, Task, count_faces
from kostka.tiles.tile import FACES, Face

ONE_EACH = (1,) * len(FACES)
"""The gains if only the count of tiles matters."""

EFFORT = 20_000
"""The effort of one query. There are many, and the few that need more count as "no"."""


def count_table_tiles(sets: Iterable[Iterable[Face]]) -> Counts:
    """Count the tiles of a table."""
    return count_faces(chain.from_iterable(sets))


def add_counts(one: Sequence[int], other: Sequence[int]) -> Counts:
    """Return the counts of both together."""
    return tuple(map(int.__add__, one, other))


def subtract_counts(one: Sequence[int], other: Sequence[int]) -> Counts:
    """Return the counts of one without the other."""
    return tuple(map(int.__sub__, one, other))


def make_single_tile_counts(place: int) -> Counts:
    """Return the counts of a single tile, given the index of its face."""
    return (*NO_COUNTS[:place], 1, *NO_COUNTS[place + 1 :])


def can_form_sets(tiles: Counts, rules: SetRules) -> bool:
    """Return whether all these tiles together can be arranged in sets."""
    return search(Task(tiles, NO_COUNTS, NO_COUNTS, effort=EFFORT, rules=rules)).sets is not None


def count_stuck_tiles(table: Counts, rack: Counts, rules: SetRules) -> int:
    """Count the tiles of a rack that are left when as many as possible are laid."""
    found = search(Task(table, rack, ONE_EACH, effort=EFFORT, rules=rules))
    return sum(rack) - (0 if found.sets is None else found.gain)


def lay_highest_gain_tiles(
    table: Counts, rack: Counts, each: Counts, rules: SetRules
) -> tuple[Counts, Counts]:
    """Lay the tiles that gain most; return table and rack afterwards.

    If the search runs out of effort, nothing is laid.
    """
    found = search(Task(table, rack, each, effort=EFFORT, rules=rules))
    if found.sets is None:
        return table, rack
    after = count_table_tiles(found.sets)
    return after, subtract_counts(rack, subtract_counts(after, table))


def sum_rack_points(rack: Counts, each: Counts) -> int:
    """Add up the points of a rack's tiles."""
    return sum(map(int.__mul__, rack, each))
