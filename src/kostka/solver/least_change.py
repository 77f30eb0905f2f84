"""Least change in plain Python: keeps as many sets as possible while making the best play."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations

from kostka.solver.task import SearchResult, Sets, Task, count_faces

MAX_TRIES = 200
"""How many choices of sets to break up are tried before the search gives up."""


def split_kept_and_new(table: Sets, sets: Sets) -> tuple[Sets, Sets]:
    """Return the sets of the table that are still there, and the sets that are new."""
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
    """Return an equally good play that breaks up as few sets as possible, and whether it is proven.

    Tries to break up no set, then one set, then two sets and so on.
    """
    kept, _ = split_kept_and_new(table, found.sets or ())
    tried = 0
    for broken in range(len(table) - len(kept)):
        for chosen in combinations(range(len(table)), broken):
            tried += 1
            if tried > MAX_TRIES:
                return found, False
            loose = count_faces(chain.from_iterable(table[at] for at in chosen))
            other = search(Task(loose, task.may, task.gains, effort=task.effort, rules=task.rules))
            if other.sets is not None and other.gain >= found.gain:
                still = tuple(meld for at, meld in enumerate(table) if at not in chosen)
                return SearchResult((*still, *other.sets), found.gain, found.proven), True
            if not other.proven:
                return found, False
    return found, True
