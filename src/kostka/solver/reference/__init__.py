"""The search for the best play in plain Python: slower than the C kernel, and made for reading.

It visits the numbers 1 to 13 once. A run is a strand that grows by one tile per number, a mirrored
run is a pair of strands that grow together, and a group is made at a single number. What follows
depends only on the open strands and the unused jokers. They form a state, and for each state only
the best way to reach it is kept. The result is exact unless the search runs out of effort.

Read the modules in this order:

`pieces`             colours, jokers, and how many jokers of each kind
`packed_counts`      several small counts in one integer
`hand`               the tiles of a task by number and colour
`groups`             the groups that can be made at one number
`state`              what is open between two numbers, and a move at one number
`partial_move`       a move while it is being decided
`bare_runs`          runs of jokers alone, where house rules forbid such sets
`special_jokers`     double, colour-change and mirror jokers in runs
`run_growth`         number tiles and ordinary jokers in runs
`number_moves`       all moves at one number
`spare_jokers`       jokers that need no reserved place
`dominance`          states that are no better than others
`best_first_search`  the search over the numbers 1 to 13
`layout`             from the moves to sets of tiles
`task_search`        the entry point: from a task to a result
"""

from kostka.solver.reference.task_search import search

__all__ = ["search"]
