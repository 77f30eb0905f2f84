"""Level 3: plays like level 2, then rearranges one set if that lets more tiles go."""

from __future__ import annotations

from random import Random

from kostka.bots.adder import add_loose_tiles, list_tiles_left
from kostka.bots.face_view import FaceView, Sets
from kostka.bots.rack import lay_own_sets
from kostka.solver import DEFAULT_EFFORT, Objective
from kostka.solver.best_play import TILE_BONUS, compute_face_gains
from kostka.solver.engine import find_best_play
from kostka.tiles.tile import FACES

JOKER_COST = 2 * TILE_BONUS
"""A joker is laid only if that gains two other tiles."""


class Shifter:
    """Sees everything that one set can do for its rack, but nothing that takes two sets."""

    def __init__(self, _: Random) -> None:
        """Ignore the random source: it never misses a move."""

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Lay own sets, add single tiles, and rearrange one set if that helps."""
        table = lay_own_sets(face_view)
        if face_view.opened:
            table = add_loose_tiles(face_view, table)
            table = add_loose_tiles(face_view, _rearrange_one_set(face_view, table))
        return table if table != face_view.table else None


def _rearrange_one_set(face_view: FaceView, table: Sets) -> Sets:
    """Rearrange the set that, together with the tiles left, lets the most tiles go."""
    left = list_tiles_left(face_view, table)
    if not left:
        return table
    gains = compute_face_gains(face_view.edition, Objective.TILES)
    if face_view.can_draw:
        each = zip(FACES, gains, strict=True)
        gains = tuple([gain if face.number else -JOKER_COST for face, gain in each])
    best, most = table, 0
    for at, meld in enumerate(table):
        edition, effort = face_view.edition, DEFAULT_EFFORT
        laid = find_best_play(edition, (meld,), left, gains, None, effort, False)  # noqa: FBT003
        if laid.gain > most:
            best, most = (*table[:at], *laid.table, *table[at + 1 :]), laid.gain
    return best
