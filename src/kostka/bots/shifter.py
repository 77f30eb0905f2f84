"""Level 3: plays like level 2, and then takes one set apart if more tiles can go so."""

from __future__ import annotations

from random import Random

from kostka.bots.adder import left_on_rack, with_additions
from kostka.bots.rack import own_sets
from kostka.bots.sight import Sets, Sight
from kostka.solver import DEFAULT_EFFORT, Objective
from kostka.solver.best_play import TILE_BONUS, compute_gains
from kostka.solver.engine import find_best_play
from kostka.tiles.tile import FACES

FOR_A_JOKER = 2 * TILE_BONUS
"""What else has to gain by it if a joker is laid: two tiles."""


class Shifter:
    """Sees all that a single set can do for its rack, but nothing that takes two sets."""

    def __init__(self, _: Random) -> None:
        """Leave nothing to chance."""

    def sets(self, sight: Sight) -> Sets | None:
        """Lay own sets, add what fits, and change one set if that helps."""
        table = own_sets(sight)
        if sight.opened:
            table = with_additions(sight, table)
            table = with_additions(sight, _one_set_changed(sight, table))
        return table if table != sight.table else None


def _one_set_changed(sight: Sight, table: Sets) -> Sets:
    """Make other sets of one set and of what is left on the rack, where the most tiles go."""
    left = left_on_rack(sight, table)
    if not left:
        return table
    gains = compute_gains(sight.edition, Objective.TILES)
    if sight.may_draw:
        each = zip(FACES, gains, strict=True)
        gains = tuple([gain if face.number else -FOR_A_JOKER for face, gain in each])
    best, most = table, 0
    for at, meld in enumerate(table):
        laid = find_best_play(sight.edition, (meld,), left, gains, None, DEFAULT_EFFORT, False)  # noqa: FBT003
        if laid.gain > most:
            best, most = (*table[:at], *laid.table, *table[at + 1 :]), laid.gain
    return best
