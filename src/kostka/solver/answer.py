"""What is asked of the solver and what it answers."""

from __future__ import annotations

from enum import StrEnum

import msgspec

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
    """The fewest tiles that are a play at all: for an opening that gives little away."""


class Answer(msgspec.Struct, frozen=True):
    """A play: the table after it and what left the rack for it."""

    placed: tuple[Face, ...]
    """The tiles that leave the rack, in canonical order; none if there is no play."""
    points: int
    """What the rack counts less for it, jokers at the edition's penalty."""
    table: Sets
    """Every set on the table after the play, each valid as written; kept ones first."""
    kept: int
    """How many sets of the table before lie there untouched."""
    moved: int
    """How many other tiles of the table are not where they lay; see `least_change`."""
    value: int
    """What an opening is worth (N-22); 0 for players who have opened."""
    optimal: bool
    """Is it proven that no play is better by the objective?"""
    least_change: bool
    """Is it proven that no equally good play changes the table less?"""

    @property
    def tiles(self) -> int:
        """How many tiles leave the rack."""
        return len(self.placed)
