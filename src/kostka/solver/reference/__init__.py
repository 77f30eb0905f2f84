"""A plain search for the best play, exact unless it runs out of effort.

The numbers 1 to 13 are walked through once. A run is then a strand that grows by a tile at each
number, a mirrored run a pair of such strands, and a group is made at a single number. What has
been laid so far matters only through the strands that are still open and the jokers spent, so of
all ways to get to one such state the best one is enough. In the order in which to read it:

`hand`     the tiles of a task by number and colour
`pieces`   names for what is laid: colours, jokers, how many of each joker
`groups`   which groups can be made at one number
`state`    what is open between two numbers
`special`  what double, colour-change and mirror jokers do at a number
`strands`  how plain runs go on at a number with number tiles and ordinary jokers
`spare`    jokers that need no place of their own: they are put at an end of some run
`walk`     from number to number
`layout`   from the moves of the best walk back to sets
"""

from kostka.solver.reference.search import search

__all__ = ["search"]
