"""Every way in which a set or a turn can break the rules, with its clause."""

from __future__ import annotations

from kostka.events.errors import Problem

# --- sets -------------------------------------------------------------------------------------

EMPTY = Problem("empty_set", "N-11", "there is a set without tiles")
SHORT_RUN = Problem(
    "short_run", "N-11", "{meld} has too few tiles ({count}): a set needs at least 3"
)
SHORT_GROUP = Problem(
    "short_group", "N-10", "{meld} has too few tiles ({count}): a set needs at least 3"
)
SHORT_WITH_DOUBLE = Problem(
    "short_with_double",
    "T-2",
    "{meld} has too few tiles ({count}): a set needs at least 3 (a double joker is one)",
)
NEITHER = Problem("neither", "N-11", "{meld} is neither one number in several colours nor a run")
COLOUR_TWICE = Problem(
    "colour_twice", "N-10", "{meld}: a group holds each colour once, not {tile} twice"
)
GROUP_TOO_LARGE = Problem("group_too_large", "N-10", "{meld}: a group has at most 4 tiles")
DOUBLE_GROUP_TOO_LARGE = Problem(
    "double_group_too_large", "T-11", "{meld}: with its double jokers the group has over 4 colours"
)
RUN_COLOURS = Problem("run_colours", "N-11", "{meld}: a run is of one colour, {tile} is of another")
RUN_GAP = Problem("run_gap", "N-11", "{meld}: {second} does not fit after {first} in a run")
RUN_ORDER = Problem("run_order", "N-11", "{meld} is not in order; as {ordered} it is a run")
RUN_WRAP = Problem("run_wrap", "N-11", "{meld}: 1 is the lowest number and never follows 13")
RUN_RANGE = Problem("run_range", "N-11", "{meld}: the run would go beyond 1 to 13")
DOUBLE_RANGE = Problem(
    "double_range", "T-12", "{meld}: a double joker stands for two numbers from 1 to 13"
)
DOUBLE_AS_ORDINARY = Problem(
    "double_as_ordinary", "T-1", "{meld}: a double joker stands for two tiles, never for one"
)
CHANGE_IN_GROUP = Problem(
    "change_in_group", "T-20", "{meld}: a colour-change joker stands only in runs"
)
SECTION_COLOURS = Problem(
    "section_colours", "T-21", "{meld}: up to a colour-change joker all tiles are of one colour"
)
SAME_COLOUR_AFTER_CHANGE = Problem(
    "same_colour_after_change", "T-21", "{meld}: the colour must change at a colour-change joker"
)
MIRROR_TWICE = Problem("mirror_twice", "T-35", "{meld}: a set has at most one mirror joker")
MIRROR_MIDDLE = Problem(
    "mirror_middle",
    "T-30",
    "{meld}: both sides of the mirror joker must be equally long, at least 1 tile each",
)
MIRROR_FACING = Problem(
    "mirror_facing",
    "T-34",
    "{meld}: tiles that face each other across the mirror joker must be the same",
)
MIRROR_STEPS = Problem(
    "mirror_steps", "T-31", "{meld}: towards the mirror joker the numbers go in steps of one"
)
MIRROR_RANGE = Problem(
    "mirror_range", "T-31", "{meld}: the mirror joker and all others must be from 1 to 13"
)
JOKERS_ONLY = Problem("jokers_only", "N-12", "{meld}: a set needs a number tile here")
SINGLE_TILE_MIRROR = Problem(
    "single_tile_mirror", "T-31", "{meld}: a mirror joker needs two tiles on each side here"
)
ADJACENT_CHANGES = Problem(
    "adjacent_changes", "T-23", "{meld}: two colour-change jokers may not lie side by side here"
)
MIRROR_GROUP = Problem(
    "mirror_group", "T-32", "{meld}: each side of a mirrored group has 1 to 3 different colours"
)

# --- turns ------------------------------------------------------------------------------------

TOO_MANY_TILES = Problem(
    "too_many_tiles", "N-1", "the table has {tiles} tiles, more than the {box} of the box"
)
UNKNOWN_TILE = Problem("unknown_tile", "N-1", "the box has no tile number {tile}")
TILE_TWICE = Problem("tile_twice", "N-23", "{tile} is one tile, but lies on the table twice")
NOT_YOUR_TILE = Problem(
    "not_your_tile", "N-23", "{tile} is neither on the table nor on the player's rack"
)
TAKEN_FROM_TABLE = Problem(
    "taken_from_table", "N-23", "{tile} was on the table and must stay there"
)
JOKER_NOT_PLACED = Problem(
    "joker_not_placed", "N-24", "the freed joker {tile} must be placed in a set again"
)
NOTHING_PLACED = Problem("nothing_placed", "N-20", "no tile from the rack was placed")
TABLE_TOUCHED = Problem(
    "table_touched", "N-22", "{meld} on the table may not be touched before the opening"
)
JOKER_TOUCHED = Problem(
    "joker_touched", "N-25", "the joker in {meld} may not be replaced before the opening"
)
BELOW_THRESHOLD = Problem(
    "below_threshold", "N-22", "the opening is worth {value} points; it needs {threshold}"
)
