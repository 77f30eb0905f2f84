"""Level 4: lays the most tiles in every turn, whatever it gives away."""

from __future__ import annotations

from kostka.bots.face_view import FaceView, Sets
from kostka.solver import Objective


class Placer:
    """Lays the most tiles, then the highest ones: exactly the solver's answer."""

    def __init__(self, objective: Objective = Objective.TILES) -> None:
        """Lay by another objective, for comparison."""
        self.objective = objective

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Return the best table, if any tile can be laid."""
        return face_view.find_best_table(self.objective)
