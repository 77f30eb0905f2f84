"""Which rows of tiles are sets, and what they are worth: every meaning of every joker is tried."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product

JOKER = "J"
NUMBER_TILES = tuple(f"{colour}{number}" for colour in "KRBO" for number in range(1, 14))


def get_number(tile: str) -> int:
    """Return what the tile counts, once jokers have been replaced."""
    return int(tile[1:])


def is_plain_set(row: Sequence[str]) -> bool:
    """Return whether number tiles are a group (N-10) or, upwards or downwards, a run (N-11)."""
    colours = [tile[0] for tile in row]
    numbers = [get_number(tile) for tile in row]
    if len(row) < 3:
        return False
    if len(set(numbers)) == 1:
        return len(set(colours)) == len(row)
    steps = {after - before for before, after in pairwise(numbers)}
    return len(set(colours)) == 1 and steps in ({1}, {-1})


@cache
def value_row(row: tuple[str, ...]) -> int | None:
    """Return the best worth of a row (N-12, N-13), or None if it is not a set."""
    # A joker can only be a tile that shares a number or a colour with every number tile of the row.
    plain = [tile for tile in row if tile != JOKER]
    near = [
        tile
        for tile in NUMBER_TILES
        if all(tile[0] == other[0] or tile[1:] == other[1:] for other in plain)
    ]
    choices = [near if tile == JOKER else [tile] for tile in row]
    return max(
        (sum(map(get_number, meant)) for meant in product(*choices) if is_plain_set(meant)),
        default=None,
    )


def is_set(row: Sequence[str]) -> bool:
    """Return whether a row of tiles is a valid set."""
    return value_row(tuple(row)) is not None


def list_patterns() -> Iterator[tuple[str, ...]]:
    """List the plain sets that every opening can be cut into: longer runs are several of these."""
    for number in range(1, 14):
        group = [f"{colour}{number}" for colour in "KRBO"]
        yield tuple(group)
        for left_out in group:
            yield tuple(tile for tile in group if tile != left_out)
    for colour in "KRBO":
        for length in (3, 4, 5):
            for first in range(1, 15 - length):
                yield tuple(f"{colour}{number}" for number in range(first, first + length))


PATTERNS = tuple(
    sorted(((sum(map(get_number, tiles)), tiles) for tiles in list_patterns()), reverse=True)
)


def can_reach(rack: Sequence[str], worth: int) -> bool:
    """Return whether sets made of the rack alone, at least one, are worth that much together."""
    held = Counter(rack)
    jokers = held.pop(JOKER, 0)
    possible = [
        (value, tiles)
        for value, tiles in PATTERNS
        if sum(held[tile] == 0 for tile in tiles) <= jokers
    ]
    return _search(possible, held, jokers, max(worth, 1))


def _search(
    patterns: Sequence[tuple[int, tuple[str, ...]]], held: Counter[str], jokers: int, worth: int
) -> bool:
    if worth <= 0:
        return True
    for at, (value, tiles) in enumerate(patterns):
        there = [tile for tile in tiles if held[tile] > 0]
        missing = len(tiles) - len(there)
        if missing > jokers:
            continue
        # A joker in place of a tile that is also on the rack leaves that tile for another set.
        for spared in _list_spared(there, jokers - missing):
            used = [tile for tile in there if tile not in spared]
            held.subtract(used)
            found = _search(patterns[at:], held, jokers - missing - len(spared), worth - value)
            held.update(used)
            if found:
                return True
    return False


def _list_spared(tiles: Sequence[str], at_most: int) -> Iterator[tuple[str, ...]]:
    yield ()
    if at_most > 0:
        for at, tile in enumerate(tiles):
            for others in _list_spared(tiles[at + 1 :], at_most - 1):
                yield (tile, *others)
