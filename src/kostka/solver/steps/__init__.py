"""A play as steps: what a person does, one thing after another, to get to the table after it.

Each new set is matched with the old set that shares most tiles with it. What they share stays
where it is; everything else is taken out first and laid afterwards. Tiles with equal faces are
interchangeable, and sets that do not change are not mentioned.

Start with `table_change` (the functions below) and `step` (one step and its sentence). `plan`
decides what stays and what moves, `matching` pairs old and new sets, `ordering` sorts the steps,
and `masks` holds sets of tiles as integers.
"""

from kostka.solver.steps.step import Step, StepCode, Tiles
from kostka.solver.steps.table_change import (
    apply_steps,
    count_kept_sets_and_moved_tiles,
    list_steps,
    mark_rack_tiles,
)

__all__ = [
    "Step",
    "StepCode",
    "Tiles",
    "apply_steps",
    "count_kept_sets_and_moved_tiles",
    "list_steps",
    "mark_rack_tiles",
]
