"""Level 6: holds like level 5, and where a tile has to be given it looks at what that gives.

At the end of the pool everybody waits for the others to lay tiles, and has to lay some in the
meantime. The thinker deals the hidden tiles as they may lie, tries its small plays in these worlds,
and prefers those after which others can neither go out nor get rid of more tiles than before.
When there is nothing left to draw it plays the last turns through.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from kostka.bots import ending
from kostka.bots.counts import can_lie, minus, on_table, one_of, plus, stuck
from kostka.bots.holder import drawing_hurts, holding_costs
from kostka.bots.sight import Sets, Sight
from kostka.bots.worlds import World, worlds
from kostka.editions.model import PoolEnd
from kostka.solver import Objective, solve
from kostka.solver.task import Counts, count_faces
from kostka.tiles.tile import FACES

WORLDS = 24
"""How many ways the hidden tiles may lie are looked at: whether somebody could go out."""

CLOSELY = 4
"""In how many of them it is counted what the others cannot lay, which takes longer."""

FINALISTS = 6
"""How many plays are looked at that closely; for the others one world must do."""

LOST = 100
"""How many stuck tiles it is worth that nobody can go out."""


class Thinker:
    """Plays for the one big turn, and gives away as little as it can until then."""

    def __init__(self, random: Random) -> None:
        """Deal hidden tiles by this random source."""
        self.random = random
        self.left_behind: Counts | None = None

    def sets(self, sight: Sight) -> Sets | None:
        """Give the table after the play, or None."""
        sets = self._sets(sight)
        self.left_behind = on_table(sets or sight.table)
        return sets

    def _sets(self, sight: Sight) -> Sets | None:
        if not sight.opened:
            return sight.solved(Objective.FEWEST if sight.may_draw else Objective.POINTS)
        out = sight.solved(Objective.OUT)
        if out is not None:
            return out
        if not sight.may_draw:
            return ending.best(sight, self._worlds(sight))
        if holding_costs(sight):
            return sight.solved(Objective.POINTS)
        if drawing_hurts(sight):
            return self._least_given(sight)
        return None

    def _worlds(self, sight: Sight) -> list[World]:
        return list(islice(worlds(sight, self.random, self.left_behind), WORLDS))

    def _least_given(self, sight: Sight) -> Sets | None:
        """Lay the one tile that helps the others least; if there is none, draw."""
        table, rack = on_table(sight.table), count_faces(sight.rack)
        singles = [
            place
            for place, count in enumerate(rack)
            if count and can_lie(plus(table, one_of(place)))
        ]
        dealt = self._worlds(sight)
        danger = {place: _danger(sight, plus(table, one_of(place)), dealt) for place in singles}
        given = sorted(
            singles,
            key=lambda place: _given(sight, plus(table, one_of(place)), dealt[:1]) + danger[place],
        )
        best, chosen = _value_of_a_draw(sight, plus(table, rack), dealt), None
        for place in given[:FINALISTS]:
            tile = one_of(place)
            laid = plus(table, tile)
            given_away = _given(sight, laid, dealt[:CLOSELY]) + danger[place]
            value = -given_away - stuck(laid, minus(rack, tile))
            if value > best:
                best, chosen = value, place
        if chosen is None:
            return None
        answer = solve(sight.edition, sight.table, [FACES[chosen]], least_change=False)
        return answer.table if answer.placed else None


def _value_of_a_draw(sight: Sight, tiles: Counts, dealt: list[World]) -> float:
    """How good it is to take the last tile: who does so loses, but for going out with it (N-50)."""
    if sight.edition.pool_end is not PoolEnd.LAST_ROUND_DRAWER_FIRST:
        return -LOST
    out = sum(can_lie(plus(tiles, one_of(world.pool[0]))) for world in dealt)
    return LOST * (out / len(dealt) - 1)


def _danger(sight: Sight, table: Counts, dealt: list[World]) -> float:
    """How likely it is that another player goes out now, in stuck tiles."""
    lost = sum(
        any(
            other.opened and can_lie(plus(table, rack))
            for other, rack in zip(sight.others, world.racks, strict=True)
        )
        for world in dealt
    )
    return LOST * lost / len(dealt)


def _given(sight: Sight, table: Counts, dealt: list[World]) -> float:
    """How near to going out the table brings the others: minus the stuck tiles of the nearest."""
    nearest = [
        min(
            stuck(table, rack) if other.opened else sum(rack)
            for other, rack in zip(sight.others, world.racks, strict=True)
        )
        for world in dealt
    ]
    return -sum(nearest) / len(nearest)
