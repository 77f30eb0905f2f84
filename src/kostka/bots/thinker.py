"""Level 6: holds like level 5, but chooses carefully which tile to give away.

When the pool is nearly empty, everybody waits for the others to lay tiles, but has to lay some too.
The thinker deals the hidden tiles at random ("worlds"), tries its small plays in these worlds, and
prefers those after which the others can neither go out nor lay more tiles than before. When there
is nothing left to draw, it evaluates the last turns to the end.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from kostka.bots import endgame
from kostka.bots.determinization import World, deal_worlds
from kostka.bots.face_counts import (
    add_counts,
    can_form_sets,
    count_stuck_tiles,
    count_table_tiles,
    make_single_tile_counts,
    subtract_counts,
)
from kostka.bots.face_view import FaceView, Sets
from kostka.bots.holder import is_drawing_harmful, is_holding_costly
from kostka.editions.model import PoolEnd
from kostka.solver import Objective, solve
from kostka.solver.task import Counts, count_faces
from kostka.tiles.tile import FACES

WORLDS = 24
"""In how many worlds it checks whether somebody could go out."""

CLOSE_WORLDS = 4
"""In how many of them it counts what the others cannot lay, which takes longer."""

FINALISTS = 6
"""How many plays are examined that closely; the others get one world."""

LOSS = 100
"""The cost of a lost game, in stuck tiles."""


class Thinker:
    """Plays for the one big turn, and gives away as little as it can until then."""

    def __init__(self, random: Random) -> None:
        """Deal hidden tiles with this random source."""
        self.random = random
        self.left_behind: Counts | None = None

    def choose_play(self, face_view: FaceView) -> Sets | None:
        """Return the table after the play, or None."""
        sets = self._choose_play(face_view)
        self.left_behind = count_table_tiles(sets or face_view.table)
        return sets

    def _choose_play(self, face_view: FaceView) -> Sets | None:
        if not face_view.opened:
            return face_view.find_best_table(
                Objective.FEWEST if face_view.can_draw else Objective.POINTS
            )
        out = face_view.find_best_table(Objective.OUT)
        if out is not None:
            return out
        if not face_view.can_draw:
            return endgame.find_endgame_play(face_view, self._deal_worlds(face_view))
        if is_holding_costly(face_view):
            return face_view.find_best_table(Objective.POINTS)
        if is_drawing_harmful(face_view):
            return self._find_least_helpful_play(face_view)
        return None

    def _deal_worlds(self, face_view: FaceView) -> list[World]:
        return list(islice(deal_worlds(face_view, self.random, self.left_behind), WORLDS))

    def _find_least_helpful_play(self, face_view: FaceView) -> Sets | None:
        """Lay the one tile that helps the others least; return None to draw instead."""
        table, rack = count_table_tiles(face_view.table), count_faces(face_view.rack)
        rules = face_view.edition.set_rules
        singles = [
            place
            for place, count in enumerate(rack)
            if count and can_form_sets(add_counts(table, make_single_tile_counts(place)), rules)
        ]
        dealt = self._deal_worlds(face_view)
        danger = {
            place: _estimate_going_out_risk(
                face_view, add_counts(table, make_single_tile_counts(place)), dealt
            )
            for place in singles
        }
        given = sorted(
            singles,
            key=lambda place: (
                _estimate_help_to_others(
                    face_view, add_counts(table, make_single_tile_counts(place)), dealt[:1]
                )
                + danger[place]
            ),
        )
        best, chosen = _evaluate_last_tile_draw(face_view, add_counts(table, rack), dealt), None
        for place in given[:FINALISTS]:
            tile = make_single_tile_counts(place)
            laid = add_counts(table, tile)
            given_away = (
                _estimate_help_to_others(face_view, laid, dealt[:CLOSE_WORLDS]) + danger[place]
            )
            value = -given_away - count_stuck_tiles(laid, subtract_counts(rack, tile), rules)
            if value > best:
                best, chosen = value, place
        if chosen is None:
            return None
        answer = solve(face_view.edition, face_view.table, [FACES[chosen]], least_change=False)
        return answer.table if answer.placed else None


def _evaluate_last_tile_draw(face_view: FaceView, tiles: Counts, dealt: list[World]) -> float:
    """Estimate a draw of the last tile, which loses unless the player goes out with it (N-50)."""
    if face_view.edition.pool_end is not PoolEnd.LAST_ROUND_DRAWER_FIRST:
        return -LOSS
    rules = face_view.edition.set_rules
    out = sum(
        can_form_sets(add_counts(tiles, make_single_tile_counts(world.pool[0])), rules)
        for world in dealt
    )
    return LOSS * (out / len(dealt) - 1)


def _estimate_going_out_risk(face_view: FaceView, table: Counts, dealt: list[World]) -> float:
    """Estimate the risk that another player goes out now, in stuck tiles."""
    rules = face_view.edition.set_rules
    lost = sum(
        any(
            other.opened and can_form_sets(add_counts(table, rack), rules)
            for other, rack in zip(face_view.other_players, world.racks, strict=True)
        )
        for world in dealt
    )
    return LOSS * lost / len(dealt)


def _estimate_help_to_others(face_view: FaceView, table: Counts, dealt: list[World]) -> float:
    """Estimate how much the table helps the others: minus the stuck tiles of the best placed."""
    rules = face_view.edition.set_rules
    nearest = [
        min(
            count_stuck_tiles(table, rack, rules) if other.opened else sum(rack)
            for other, rack in zip(face_view.other_players, world.racks, strict=True)
        )
        for world in dealt
    ]
    return -sum(nearest) / len(nearest)
