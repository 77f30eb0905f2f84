"""Level 5: opens as soon as it can, then holds its tiles until all of them can go at once.

Whoever lays tiles lays them for everybody. A holder gives nothing away until it wins, and lives on
what the others lay. When the pool runs out it takes care to be the last one to move: then all
others have laid what they could. One tile laid instead of drawn is enough to shift who that is.
Where points rank a match and not wins (N-61), it may save what it can when somebody else has a
single tile left.
"""

from __future__ import annotations

from kostka.bots.sight import Sets, Sight
from kostka.editions.model import MatchCounts, PoolEnd
from kostka.solver import Objective

ENOUGH_OTHERS = 3

LITTLE = 1.5
"""Tiles on the racks of all others, by the own ones: who wins gets no more than they are worth."""


class Holder:
    """Plays for the one big turn."""

    def __init__(
        self, *, small_opening: bool = True, minds_the_end: bool = True, saves_points: bool = True
    ) -> None:
        """Leave out a part of the strategy, to see what it is good for."""
        self.opening = Objective.FEWEST if small_opening else Objective.TILES
        self.minds_the_end = minds_the_end
        self.saves_points = saves_points

    def sets(self, sight: Sight) -> Sets | None:
        """Open, or empty the rack; else as little as possible."""
        if not sight.opened:
            return sight.solved(self.opening if sight.may_draw else Objective.POINTS)
        out = sight.solved(Objective.OUT)
        if out is not None:
            return out
        if not sight.may_draw or (self.saves_points and holding_costs(sight)):
            return sight.solved(Objective.POINTS)
        if self.minds_the_end and drawing_hurts(sight):
            return sight.solved(Objective.FEWEST)
        return None


def holding_costs(sight: Sight) -> bool:
    """Whether to save what can be saved: somebody is about to go out, and little is to be won.

    Only where points rank a match (N-61), and three others or more play: see docs/strategy.md.
    """
    others = [other.tiles for other in sight.others]
    if sight.edition.match_counts is not MatchCounts.POINTS or len(others) < ENOUGH_OTHERS:
        return False
    return min(others) == 1 and sum(others) <= LITTLE * len(sight.rack)


def drawing_hurts(sight: Sight) -> bool:
    """Whether a draw now makes somebody else the last to move (N-50, N-51)."""
    players = 1 + len(sight.others)
    match sight.edition.pool_end:
        case PoolEnd.LAST_ROUND_DRAWER_FIRST | PoolEnd.LAST_ROUND_WITHOUT_DRAWER:
            return sight.view.pool == 1
        case PoolEnd.LAST_ROUND_DRAWER_LAST:
            return 1 < sight.view.pool <= players
        case PoolEnd.PLAY_ON:
            return False
