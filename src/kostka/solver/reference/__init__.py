"""A plain search for the best play: exact, unless it runs out of effort. Made for reading.

The numbers 1 to 13 are walked through once. A run is then a strand that grows by a tile at each
number, a mirrored run is a pair of strands that grow together, and a group is made at a single
number. Of all that was laid, only the open strands and the jokers left matter for what follows.
That is a state, and of all ways to a state the best one is enough.

The modules in the order in which to read them:

`pieces`    names for what is laid: colours, jokers, how many of each joker
`packed`    several small counts in one number
`hand`      the tiles of a task by number and colour
`groups`    the groups that can be made at one number
`state`     what is open between two numbers, and what is done at a number
`special`   double, colour-change and mirror jokers in runs
`strands`   number tiles and ordinary jokers in runs
`number`    all that can be done at a number
`spare`     jokers that need no place of their own
`standing`  which states are no worse than others
`walk`      from number to number
`layout`    from a walk to sets
`finding`   the search as a whole
"""

from kostka.solver.reference.finding import search

__all__ = ["search"]
