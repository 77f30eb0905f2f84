"""An alternative to level 6: every candidate play is played out to the end in some worlds.

Playouts use counts of faces and two simple policies, holding and placing. The results are in
`docs/strategy.md`.
"""

from __future__ import annotations

from itertools import islice

from kostka.bots.determinization import World, deal_worlds
from kostka.bots.face_counts import (
    add_counts,
    can_form_sets,
    count_table_tiles,
    lay_highest_gain_tiles,
    make_single_tile_counts,
    subtract_counts,
    sum_rack_points,
)
from kostka.bots.face_view import FaceView, Sets
from kostka.bots.thinker import Thinker
from kostka.editions.model import PoolEnd
from kostka.solver import Objective, iterate_plays
from kostka.solver.best_play import compute_face_gains
from kostka.solver.task import Counts, count_faces
from kostka.tiles.tile import FACES

MAX_CANDIDATES = 5
"""How many plays are tried, those with the most tiles, besides drawing."""

WORLDS = 12
"""In how many worlds each play is played out."""

PLACER_RATE = 0.3
"""The share of opponents who lay all they can in every turn; the others hold."""


class Dreamer(Thinker):
    """Chooses the play that wins most playouts."""

    def _choose_play(self, face_view: FaceView) -> Sets | None:
        if not face_view.opened:
            return face_view.find_best_table(
                Objective.FEWEST if face_view.can_draw else Objective.POINTS
            )
        out = face_view.find_best_table(Objective.OUT)
        if out is not None:
            return out
        candidates = list(
            islice(
                iterate_plays(face_view.edition, face_view.table, face_view.rack), MAX_CANDIDATES
            )
        )
        if not candidates:
            return None
        table, rack = count_table_tiles(face_view.table), count_faces(face_view.rack)
        dealt = list(islice(deal_worlds(face_view, self.random, self.left_behind), WORLDS))
        placing = [
            [self.random.random() < PLACER_RATE for _ in face_view.other_players] for _ in dealt
        ]
        best, chosen = -1.0, None
        for sets in (None, *[answer.table for answer in candidates]):
            after = table if sets is None else count_table_tiles(sets)
            won = 0.0
            for world, placers in zip(dealt, placing, strict=True):
                playout = Playout(
                    face_view,
                    world,
                    after,
                    subtract_counts(rack, subtract_counts(after, table)),
                    placers,
                )
                won += playout.simulate_win_share(draws=sets is None)
            if won > best:
                best, chosen = won, sets
        return chosen


class Playout:
    """One game played to its end. The dreamer is seat 0 and has just laid its tiles."""

    def __init__(
        self, face_view: FaceView, world: World, table: Counts, rack: Counts, placers: list[bool]
    ) -> None:
        """Start after a play."""
        self.edition = face_view.edition
        self.table, self.racks, self.pool = table, [rack, *world.racks], list(world.pool)
        self.places = [False, *placers]
        self.opened = [True, *[other.opened for other in face_view.other_players]]
        self.tiles = compute_face_gains(self.edition, Objective.TILES)
        self.points = tuple(face.number or self.edition.joker_penalty for face in FACES)
        self.last_turns: list[int] | None = None
        if not face_view.can_draw:
            self.last_turns = list(range(1, len(self.racks)))

    def simulate_win_share(self, *, draws: bool) -> float:
        """Play to the end; return 1 if the dreamer wins, or its share of a tied win."""
        if draws and self.last_turns is None:
            self._draw_tile(0)
        seat = 0
        while not any(not sum(rack) for rack in self.racks):
            if self.last_turns is None:
                seat = (seat + 1) % len(self.racks)
            elif self.last_turns:
                seat = self.last_turns.pop(0)
            else:
                break
            self._take_turn(seat)
        counts = [sum_rack_points(rack, self.points) for rack in self.racks]
        return (counts[0] == min(counts)) / counts.count(min(counts))

    def _take_turn(self, seat: int) -> None:
        rack = self.racks[seat]
        rules = self.edition.set_rules
        if self.opened[seat] and can_form_sets(add_counts(self.table, rack), rules):
            self.table, self.racks[seat] = add_counts(self.table, rack), subtract_counts(rack, rack)
            return
        if self.opened[seat] and (self.places[seat] or self.last_turns is not None):
            gains = self.tiles if self.last_turns is None else self.points
            self.table, left = lay_highest_gain_tiles(self.table, rack, gains, rules)
            self.racks[seat] = left
            if left != rack:
                return
        if self.last_turns is None:
            self._draw_tile(seat)

    def _draw_tile(self, seat: int) -> None:
        if self.pool:
            self.racks[seat] = add_counts(
                self.racks[seat], make_single_tile_counts(self.pool.pop())
            )
        if not self.pool:
            order = [(seat + step) % len(self.racks) for step in range(len(self.racks))]
            if self.edition.pool_end is PoolEnd.LAST_ROUND_WITHOUT_DRAWER:
                order = order[1:]
            elif self.edition.pool_end is not PoolEnd.LAST_ROUND_DRAWER_FIRST:
                order = [*order[1:], seat]
            self.last_turns = order
