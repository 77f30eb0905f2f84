"""Least change, plainly: which sets of a table can lie still while the best play is made."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations

from kostka.solver.task import SearchResult, Sets, Task, count_faces

MAX_TRIES = 200
"""How many choices of sets to break up are tried before the best so far is taken."""


def split_kept_and_new(table: Sets, sets: Sets) -> tuple[Sets, Sets]:
    """Say which sets of the table lie there as before, and which sets are new."""
    fresh = []
    left = {at: sorted(meld) for at, meld in enumerate(table)}
    for meld in sets:
        tiles = sorted(meld)
        same = next((at for at, old in left.items() if old == tiles), None)
        if same is None:
            fresh.append(meld)
        else:
            del left[same]
    kept = tuple(meld for at, meld in enumerate(table) if at not in left)
    return kept, tuple(fresh)


def keep_most_sets(
    search: Callable[[Task], SearchResult], task: Task, table: Sets, found: SearchResult
) -> tuple[SearchResult, bool]:
    """Find an equally good play with as few sets broken up as can be, and whether that is sure."""
    kept, _ = split_kept_and_new(table, found.sets or ())
    tried = 0
    for broken in range(len(table) - len(kept)):
        for chosen in combinations(range(len(table)), broken):
            tried += 1
            if tried > MAX_TRIES:
                return found, False
            loose = count_faces(chain.from_iterable(table[at] for at in chosen))
            other = search(Task(loose, task.may, task.gains, effort=task.effort))
            if other.sets is not None and other.gain >= found.gain:
                still = tuple(meld for at, meld in enumerate(table) if at not in chosen)
                return SearchResult((*still, *other.sets), found.gain, found.proven), True
            if not other.proven:
                return found, False
    return found, True
