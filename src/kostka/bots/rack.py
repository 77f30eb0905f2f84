"""Level 1: lays sets of its own rack and leaves the table alone."""

from __future__ import annotations

from random import Random

from kostka.bots.sight import Sets, Sight
from kostka.solver import DEFAULT_EFFORT, Objective
from kostka.solver.best_play import compute_gains
from kostka.solver.engine import find_best_play

MISSES = 0.1
"""How often it overlooks that it could lay anything."""


class RackOnly:
    """Does not see yet what the table is good for, and sometimes not even its own sets."""

    def __init__(self, random: Random) -> None:
        """Miss moves by chance."""
        self.random = random

    def sets(self, sight: Sight) -> Sets | None:
        """Lay the most tiles that make sets among themselves."""
        if self.random.random() < MISSES:
            return None
        table = own_sets(sight)
        return table if table != sight.table else None


def own_sets(sight: Sight) -> Sets:
    """Lay sets of the rack beside the table, as many tiles as possible; to open, enough (N-22)."""
    gains = compute_gains(sight.edition, Objective.TILES)
    worth = 1 if sight.opened else sight.edition.opening_threshold
    best = find_best_play(
        sight.edition, sight.table, sight.rack, gains, worth, DEFAULT_EFFORT, least_change=False
    )
    return best.table
