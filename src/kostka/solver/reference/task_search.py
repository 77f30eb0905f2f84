"""The entry point of the reference search: from a task to a result."""

from __future__ import annotations

from kostka.solver.reference.best_first_search import BestFirstSearch
from kostka.solver.reference.hand import Hand
from kostka.solver.reference.layout import Layout
from kostka.solver.task import SearchResult, Task
from kostka.tiles.tile import NUMBERS


def search(task: Task) -> SearchResult:
    """Find sets with all required tiles and the optional tiles that gain most."""
    best_first = BestFirstSearch(Hand(task))
    best_first.run(task.effort)
    if best_first.end is None:
        # If nothing must be laid, laying nothing is always possible, even without effort.
        nothing_needed = task.worth is None and not any(task.must)
        return SearchResult(() if nothing_needed else None, 0, best_first.proven)
    layout = Layout(task.rules)
    for number, (move, after) in zip(NUMBERS, best_first.end.moves, strict=True):
        layout.replay_move(number, move, after)
    return SearchResult(
        layout.finish_sets(best_first.end.spare),
        best_first.compute_max_gain() - best_first.end.lost,
        best_first.proven,
    )
