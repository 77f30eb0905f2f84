"""Level 5: opens as soon as it can, then holds its tiles until all of them can go at once.

Whoever lays tiles lays them for everybody. A holder gives nothing away until it wins, and lives on
what the others lay. When the pool runs out it takes care to be the last one to move: then all
others have laid what they could. One tile laid instead of drawn is enough to shift who that is.
Where points rank a match and not wins (N-61), it may save what it can when somebody else has a
single tile left.
"""

from __future__ import annotations

from kostka.bots.face_view import FaceView, Sets
from kostka.editions.model import MatchCounts, PoolEnd
from kostka.solver import Objective

MIN_OTHERS_TO_SAVE = 3

MAX_TILES_RATIO = 1.5
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

    def choose_table(self, face_view: FaceView) -> Sets | None:
        """Open, or empty the rack; else as little as possible."""
        if not face_view.opened:
            return face_view.find_best_table(
                self.opening if face_view.can_draw else Objective.POINTS
            )
        out = face_view.find_best_table(Objective.OUT)
        if out is not None:
            return out
        if not face_view.can_draw or (self.saves_points and is_holding_costly(face_view)):
            return face_view.find_best_table(Objective.POINTS)
        if self.minds_the_end and is_drawing_harmful(face_view):
            return face_view.find_best_table(Objective.FEWEST)
        return None


def is_holding_costly(face_view: FaceView) -> bool:
    """Whether to save what can be saved: somebody is about to go out, and little is to be won.

    Only where points rank a match (N-61), and three others or more play: see docs/strategy.md.
    """
    others = [other.tiles for other in face_view.others]
    if face_view.edition.match_counts is not MatchCounts.POINTS or len(others) < MIN_OTHERS_TO_SAVE:
        return False
    return min(others) == 1 and sum(others) <= MAX_TILES_RATIO * len(face_view.rack)


def is_drawing_harmful(face_view: FaceView) -> bool:
    """Whether a draw now makes somebody else the last to move (N-50, N-51)."""
    players = 1 + len(face_view.others)
    match face_view.edition.pool_end:
        case PoolEnd.LAST_ROUND_DRAWER_FIRST | PoolEnd.LAST_ROUND_WITHOUT_DRAWER:
            return face_view.view.pool == 1
        case PoolEnd.LAST_ROUND_DRAWER_LAST:
            return 1 < face_view.view.pool <= players
        case PoolEnd.PLAY_ON:
            return False
