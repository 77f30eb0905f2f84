"""What changes between two tables: the steps, the tiles from the rack, the moved tiles."""

from __future__ import annotations

from collections.abc import Iterable

from kostka.events.errors import BadInput
from kostka.solver.steps.masks import make_tile_mask
from kostka.solver.steps.matching import match_sets
from kostka.solver.steps.ordering import order_steps
from kostka.solver.steps.plan import Plan, find_changed_sets
from kostka.solver.steps.step import Step, Tiles
from kostka.solver.task import Sets
from kostka.tiles.notation import format_set
from kostka.tiles.tile import Face


def list_steps(before: Sets, after: Sets) -> tuple[Step, ...]:
    """Return the steps from one table to the other.

    There is at most one step for each set that goes and one for each that comes.
    """
    plan = Plan(before, after)
    return tuple(order_steps(plan.list_taking_steps(), plan.list_laying_steps()))


def mark_rack_tiles(before: Sets, after: Sets) -> list[list[bool]]:
    """Return for every tile of the table after a play whether it came from the rack."""
    marks = [[False] * len(meld) for meld in after]
    for new in Plan(before, after).new_sets:
        for place in new.from_rack:
            marks[new.index][place] = True
    return marks


def count_kept_sets_and_moved_tiles(before: Sets, after: Sets) -> tuple[int, int]:
    """Count the sets that are kept, and the tiles of the others that leave their set.

    A set is kept if it is there after the play, in any order. The others are matched with the new
    sets so that as many tiles as possible stay together; added tiles do not count.
    """
    old_sets, new_sets = find_changed_sets(before, after)
    if not old_sets:
        return len(before), 0
    masks = [new.mask for new in new_sets]
    matches = match_sets([old.mask for old in old_sets], masks)
    staying = sum(
        (old.mask & masks[index]).bit_count()
        for old, index in zip(old_sets, matches, strict=True)
        if index is not None
    )
    return len(before) - len(old_sets), sum(len(old.tiles) for old in old_sets) - staying


def apply_steps(steps: Iterable[Step], before: Sets, rack: Iterable[Face]) -> tuple[Sets, Tiles]:
    """Apply steps to a table; return the sets on it afterwards and the tiles still free."""
    sets, free = list(before), list(rack)
    for step in steps:
        for meld in step.sets:
            masks = [make_tile_mask(other) for other in sets]
            if make_tile_mask(meld) not in masks:
                raise BadInput(f"{step}: there is no {format_set(meld)} on the table")
            del sets[masks.index(make_tile_mask(meld))]
        for face in step.tiles:
            if face not in free:
                raise BadInput(f"{step}: {face} is not free")
            free.remove(face)
        sets += step.becomes
        free += step.free
    return tuple(sets), tuple(free)
