"""The objectives of the solver, and its answer."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kostka.solver.steps import Step, count_kept_sets_and_moved_tiles, list_steps
from kostka.solver.task import Sets
from kostka.tiles.tile import Face


class Objective(StrEnum):
    """What makes a play the best one."""

    TILES = "tiles"
    """The most tiles leave the rack; among those plays the most points leave it."""
    POINTS = "points"
    """The lowest rack count is left, jokers at the edition's penalty (N-40)."""
    OUT = "out"
    """The whole rack is laid, or nothing."""
    FEWEST = "fewest"
    """The smallest legal play, with the most points: it gives little away."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """A play: the table after it and what left the rack for it."""

    before: Sets
    """The table before the play."""
    table: Sets
    """Every set on the table after the play, in a valid order; kept sets come first."""
    placed: tuple[Face, ...]
    """The tiles that leave the rack, in canonical order; none if there is no play."""
    points: int
    """The points that leave the rack, jokers at the edition's penalty."""
    kept: int
    """The count of sets of the table before that are untouched."""
    value: int
    """The value of an opening (N-22); 0 for players who have opened."""
    optimal: bool
    """Whether it is proven that no play is better by the objective."""
    kept_most: bool
    """Whether it is proven that no equally good play keeps more sets."""
    fewest_moved: bool
    """Whether it is proven that no such play that keeps as many sets moves fewer tiles."""

    @property
    def tile_count(self) -> int:
        """The count of tiles that leave the rack."""
        return len(self.placed)

    @property
    def moved_tile_count(self) -> int:
        """The count of tiles that left a set that was not kept."""
        return count_kept_sets_and_moved_tiles(self.before, self.table)[1]

    @property
    def changes_least(self) -> bool:
        """Whether it is proven that no equally good play changes the table less."""
        return self.kept_most and self.fewest_moved

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps from the table before to the table after."""
        return list_steps(self.before, self.table)
