"""The search as a whole."""

from __future__ import annotations

from kostka.solver.reference.hand import Hand
from kostka.solver.reference.layout import Layout
from kostka.solver.reference.walk import Walk
from kostka.solver.task import Found, Task
from kostka.tiles.tile import NUMBERS


def search(task: Task) -> Found:
    """Lay all tiles that must be laid, and those others that gain most together."""
    hand = Hand(task)
    walk = Walk(hand, task.effort)
    best = walk.best()
    if best is None:
        return Found(None, 0, walk.proven)
    layout = Layout()
    for number, (move, after) in zip(NUMBERS, best.moves(), strict=True):
        layout.repeat(number, move, after)
    return Found(layout.finish(best.spare), hand.later_gain[0]+walk.spare.hope(hand.held_jokers)-best.lost, walk.proven)
