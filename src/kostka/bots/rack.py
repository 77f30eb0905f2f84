"""Level 1: lays sets of its own rack and leaves the table alone."""

from __future__ import annotations

from random import Random

from kostka.bots.sight import Sets, Sight
from kostka.solver import USUAL_EFFORT, Objective
from kostka.solver.engine import lay
from kostka.solver.solving import gains_of

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
    gains = gains_of(sight.edition, Objective.TILES)
    worth = 1 if sight.opened else sight.edition.opening_threshold
    return lay(sight.edition, sight.table, sight.rack, gains, worth, USUAL_EFFORT, False).table  # noqa: FBT003
