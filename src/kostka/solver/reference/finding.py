"""The search as a whole: from a task to what was found."""

from __future__ import annotations

from kostka.solver.reference.hand import Hand
from kostka.solver.reference.layout import Layout
from kostka.solver.reference.walk import Walk
from kostka.solver.task import SearchResult, Task
from kostka.tiles.tile import NUMBERS


def search(task: Task) -> SearchResult:
    """Lay all tiles that must be laid, and those others that gain most together."""
    walk = Walk(Hand(task))
    walk.search(task.effort)
    if walk.end is None:
        # To lay nothing is always possible if nothing must be laid, even with no effort left.
        nothing_needed = task.worth is None and not any(task.must)
        return SearchResult(() if nothing_needed else None, 0, walk.proven)
    layout = Layout()
    for number, (move, after) in zip(NUMBERS, walk.end.moves, strict=True):
        layout.repeat(number, move, after)
    return SearchResult(layout.finish(walk.end.spare), walk.most() - walk.end.lost, walk.proven)
