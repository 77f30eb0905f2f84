"""Which sets a table allows, where the rule books leave it open."""

from __future__ import annotations

from typing import NamedTuple


class SetRules(NamedTuple):
    """Kinds of sets that are allowed; house rules may forbid them."""

    joker_only_sets: bool = True
    """Sets of jokers alone, such as `J J D` (N-12, T-4)."""
    single_tile_mirrors: bool = True
    """Mirrored sets with the worth of one tile on each side, such as `R4 M R4` (T-31)."""
    adjacent_colour_changes: bool = True
    """Two colour-change jokers side by side, such as `R1 C C` (T-23)."""


ALL_SETS = SetRules()
"""The reading of the rule books."""
