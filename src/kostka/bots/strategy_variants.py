"""Strategies that are not levels: each changes one thing, to measure its effect.

The results are in `docs/strategy.md`.
"""

from __future__ import annotations

from kostka.bots.face_view import FaceView, Sets
from kostka.bots.holder import Holder
from kostka.bots.placer import Placer
from kostka.solver import Objective, solve
from kostka.tiles.tile import FACES, Face

NEARLY_OUT = 2
"""A player with at most this many tiles has nearly gone out."""

DUMPING_POOL = 10
"""A dumper stops holding when the pool has at most this many tiles."""


class JokerSaver(Placer):
    """Lays the most tiles, but jokers only to go out or to lay three tiles more."""

    weights: dict[Face, int] = {face: 1 if face.number else -2 for face in FACES}  # noqa: RUF012

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Return the best table by these weights."""
        if not face_view.opened:
            return super().choose_play(face_view)
        return face_view.find_best_table(Objective.OUT) or face_view.find_best_table(
            Objective.TILES, self.weights
        )


class LateOpener(Placer):
    """Lays the most tiles, but opens only once half of the pool is gone."""

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Wait, or place."""
        tiles = len(face_view.rack) + sum(seat.tiles for seat in face_view.other_players)
        if not face_view.opened and face_view.view.pool > tiles:
            return None
        return super().choose_play(face_view)


class Dripper(Placer):
    """Goes out if it can, else lays as few tiles as it can, every turn."""

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Return the smallest play."""
        if not face_view.opened:
            return face_view.find_best_table(Objective.FEWEST)
        return face_view.find_best_table(Objective.OUT) or face_view.find_best_table(
            Objective.FEWEST
        )


class Dumper(Holder):
    """Holds, but lays all it can when the pool runs low."""

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Hold, or dump."""
        if face_view.opened and face_view.view.pool <= DUMPING_POOL:
            return face_view.find_best_table(Objective.POINTS)
        return super().choose_play(face_view)


class Wary(Holder):
    """Holds, but lays all it can when somebody else has nearly gone out."""

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Hold, or lay all it can."""
        if face_view.opened and min(seat.tiles for seat in face_view.other_players) <= NEARLY_OUT:
            return face_view.find_best_table(Objective.POINTS)
        return super().choose_play(face_view)


class Impatient(Holder):
    """Holds, but not if all tiles except one or two can go."""

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Hold, or lay nearly all."""
        if face_view.opened:
            answer = solve(face_view.edition, face_view.table, face_view.rack, least_change=False)
            if answer.placed and len(face_view.rack) - answer.tile_count <= NEARLY_OUT:
                return answer.table
        return super().choose_play(face_view)
