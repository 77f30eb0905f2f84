"""Level 5: opens as soon as it can, then holds its tiles until all of them can go at once.

Tiles on the table help everybody. A holder gives nothing away until it wins, and profits from what
the others lay. When the pool runs out it tries to be the last to move, after all others have laid
what they could. Laying one tile instead of drawing is enough to change who is last.
If a match is ranked by points and not by wins (N-61), it may lay what it can when somebody else
has a single tile left.
"""

from __future__ import annotations

from kostka.bots.face_view import FaceView, Sets
from kostka.editions.model import MatchCounts, PoolEnd
from kostka.solver import Objective

MIN_OTHERS_TO_SAVE = 3

MAX_TILES_RATIO = 1.5
"""The tiles of all others per own tile. With fewer, a win is worth little: it pays their tiles."""


class Holder:
    """Plays for the one big turn."""

    def __init__(
        self, *, small_opening: bool = True, minds_the_end: bool = True, saves_points: bool = True
    ) -> None:
        """Switch parts of the strategy off, to measure what they are worth."""
        self.opening = Objective.FEWEST if small_opening else Objective.TILES
        self.minds_the_end = minds_the_end
        self.saves_points = saves_points

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Open, or empty the rack; otherwise lay as little as possible."""
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
    """Return whether to lay what is possible: somebody may go out, and a win is worth little.

    Only if a match is ranked by points (N-61) and there are at least three others: see
    docs/strategy.md.
    """
    others = [other.tiles for other in face_view.other_players]
    if face_view.edition.match_counts is not MatchCounts.POINTS or len(others) < MIN_OTHERS_TO_SAVE:
        return False
    return min(others) == 1 and sum(others) <= MAX_TILES_RATIO * len(face_view.rack)


def is_drawing_harmful(face_view: FaceView) -> bool:
    """Return whether a draw now makes somebody else the last to move (N-50, N-51)."""
    players = 1 + len(face_view.other_players)
    match face_view.edition.pool_end:
        case PoolEnd.LAST_ROUND_DRAWER_FIRST | PoolEnd.LAST_ROUND_WITHOUT_DRAWER:
            return face_view.view.pool == 1
        case PoolEnd.LAST_ROUND_DRAWER_LAST:
            return 1 < face_view.view.pool <= players
        case PoolEnd.PLAY_ON:
            return False
