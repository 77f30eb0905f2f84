"""Level 1: lays sets from its rack and leaves the table alone."""

from __future__ import annotations

from random import Random

from kostka.bots.face_view import FaceView, Sets
from kostka.solver import DEFAULT_EFFORT, Objective
from kostka.solver.best_play import compute_face_gains
from kostka.solver.engine import find_best_play

MISS_RATE = 0.1
"""How often it overlooks its moves."""


class RackOnly:
    """Does not use the table, and sometimes overlooks its own sets."""

    def __init__(self, random: Random) -> None:
        """Use a random source to miss moves."""
        self.random = random

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Lay as many tiles as make sets among themselves."""
        if self.random.random() < MISS_RATE:
            return None
        table = lay_own_sets(face_view)
        return table if table != face_view.table else None


def lay_own_sets(face_view: FaceView) -> Sets:
    """Return the table with as many tiles of the rack as possible in new sets.

    Before the opening, only if the sets are worth enough (N-22).
    """
    gains = compute_face_gains(face_view.edition, Objective.TILES)
    worth = 1 if face_view.opened else face_view.edition.opening_threshold
    best = find_best_play(
        face_view.edition,
        face_view.table,
        face_view.rack,
        gains,
        worth,
        DEFAULT_EFFORT,
        least_change=False,
    )
    return best.table
