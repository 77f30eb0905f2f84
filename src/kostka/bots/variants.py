"""Ways to play that are no levels: each changes one thing, to see what it is good for.

`docs/strategy.md` tells what came of it.
"""

from __future__ import annotations

from kostka.bots.holder import Holder
from kostka.bots.placer import Placer
from kostka.bots.sight import Sets, Sight
from kostka.solver import Objective, solve
from kostka.tiles.tile import FACES, Face

NEARLY = 2
"""How many tiles somebody is left with who has nearly gone out."""

DUMPING = 10
"""With so few tiles in the pool a dumper holds no longer."""


class JokerSaver(Placer):
    """Lays the most tiles, but jokers only to go out or to lay three tiles more."""

    weights: dict[Face, int] = {face: 1 if face.number else -2 for face in FACES}  # noqa: RUF012

    def sets(self, sight: Sight) -> Sets | None:
        """Give the best table by these weights."""
        if not sight.opened:
            return super().sets(sight)
        return sight.solved(Objective.OUT) or sight.solved(Objective.TILES, self.weights)


class LateOpener(Placer):
    """Lays the most tiles, but opens only once half of the pool is gone."""

    def sets(self, sight: Sight) -> Sets | None:
        """Wait, or place."""
        tiles = len(sight.rack) + sum(seat.tiles for seat in sight.others)
        if not sight.opened and sight.view.pool > tiles:
            return None
        return super().sets(sight)


class Dripper(Placer):
    """Goes out if it can, else lays as few tiles as it can, every turn."""

    def sets(self, sight: Sight) -> Sets | None:
        """Give the smallest play."""
        if not sight.opened:
            return sight.solved(Objective.FEWEST)
        return sight.solved(Objective.OUT) or sight.solved(Objective.FEWEST)


class Dumper(Holder):
    """Holds, but lays all it can when the pool runs low."""

    def sets(self, sight: Sight) -> Sets | None:
        """Hold, or dump."""
        if sight.opened and sight.view.pool <= DUMPING:
            return sight.solved(Objective.POINTS)
        return super().sets(sight)


class Wary(Holder):
    """Holds, but lays all it can when somebody else has nearly gone out."""

    def sets(self, sight: Sight) -> Sets | None:
        """Hold, or save what can be saved."""
        if sight.opened and min(seat.tiles for seat in sight.others) <= NEARLY:
            return sight.solved(Objective.POINTS)
        return super().sets(sight)


class Impatient(Holder):
    """Holds, but not when all tiles but one or two could go."""

    def sets(self, sight: Sight) -> Sets | None:
        """Hold, or lay nearly all."""
        if sight.opened:
            answer = solve(sight.edition, sight.table, sight.rack, least_change=False)
            if answer.placed and len(sight.rack) - answer.tiles <= NEARLY:
                return answer.table
        return super().sets(sight)
