"""A second reading of Z-12: what is left of a move when time runs out, for ordinary jokers only.

Written from the clause alone, for tiles by name. It shares no code with the package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

COLOURS = "KRBO"
NUMBERS = range(1, 14)
ALL_NAMES = tuple(f"{colour}{number}" for colour in COLOURS for number in NUMBERS)
JOKER = "J"


@dataclass(frozen=True)
class LateMove:
    """What lies on the table after a time-out, and which own tiles came to lie there."""

    stands: bool
    table: tuple[tuple[int, ...], ...]
    placed: frozenset[int]
    returned: frozenset[int]
    """Own tiles that lay in the draft and are on the rack again although the move stands."""


@cache
def list_all_sets() -> frozenset[tuple[str, ...]]:
    """List every group and every run without jokers, in every order that is allowed."""
    groups = {
        tuple(f"{colour}{number}" for colour in colours)
        for size in (3, 4)
        for colours in permutations(COLOURS, size)
        for number in NUMBERS
    }
    upwards = {
        tuple(f"{colour}{number}" for number in range(low, high + 1))
        for colour in COLOURS
        for low in NUMBERS
        for high in range(low + 2, 14)
    }
    return frozenset(groups | upwards | {run[::-1] for run in upwards})


@cache
def find_best_value(names: tuple[str, ...]) -> int | None:
    """Return what a set is worth at best; None if no tiles for its jokers make it valid."""
    places = [at for at, name in enumerate(names) if name == JOKER]
    best = None
    for chosen in product(ALL_NAMES, repeat=len(places)):
        full = list(names)
        for at, name in zip(places, chosen, strict=True):
            full[at] = name
        if tuple(full) in list_all_sets():
            best = max(best or 0, sum(int(name[1:]) for name in full))
    return best


def judge_late_move(  # noqa: PLR0913  (all that the clause speaks of)
    names: Mapping[int, str],
    before: Sequence[Sequence[int]],
    rack: Sequence[int],
    draft: Sequence[Sequence[int]],
    *,
    opened: bool,
    threshold: int,
) -> LateMove:
    """Read Z-12 word by word."""

    def is_valid(tiles: Sequence[int]) -> bool:
        return find_best_value(tuple(names[tile] for tile in tiles)) is not None

    # "own tiles that are not part of a valid set go back to the rack, as a tile still in the hand
    # does, also out of sets mixed with tiles of the table"
    in_valid_sets = {tile for tiles in draft if is_valid(tiles) for tile in tiles}
    loose = {tile for tiles in draft for tile in tiles if tile in rack} - in_valid_sets
    left = [[tile for tile in tiles if tile not in loose] for tiles in draft]
    left = [tiles for tiles in left if tiles]
    lying = {tile for tiles in left for tile in tiles}
    added = lying & set(rack)
    reasons_to_undo = [
        # "if then all sets on the table are valid"
        not all(map(is_valid, left)),
        # "an own tile was added"
        not added,
        # "if a tile of the table is in the hand"
        not {tile for tiles in before for tile in tiles} <= lying,
        # "before the player's opening, the threshold is met (N-22)": with new sets of own tiles
        # alone, while the sets of the table stay as they are
        not opened and not _is_opening(names, before, rack, left, threshold),
    ]
    if any(reasons_to_undo):
        return LateMove(
            stands=False,
            table=tuple(map(tuple, before)),
            placed=frozenset(),
            returned=frozenset(),
        )
    return LateMove(
        stands=True,
        table=tuple(map(tuple, left)),
        placed=frozenset(added),
        returned=frozenset(loose),
    )


def _is_opening(
    names: Mapping[int, str],
    before: Sequence[Sequence[int]],
    rack: Sequence[int],
    left: Sequence[Sequence[int]],
    threshold: int,
) -> bool:
    old = [sorted(tiles) for tiles in before]
    new = [tiles for tiles in left if sorted(tiles) not in old]
    if len(left) - len(new) < len(old) or not all(tile in rack for tiles in new for tile in tiles):
        return False
    values = [find_best_value(tuple(names[tile] for tile in tiles)) or 0 for tiles in new]
    return sum(values) >= threshold
