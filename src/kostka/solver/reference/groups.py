"""Which groups can be made at one number, several at once: it is the same at every number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from kostka.melds.reading import GROUP_CELLS, MIRRORED_GROUP_CELLS, SMALLEST_SET
from kostka.solver.reference.hand import Row
from kostka.solver.reference.packed import Packed, pack, unpack, within
from kostka.solver.reference.pieces import COLOURS, D, J, Jokers, M, Piece

Group = tuple[Piece, ...]
"""A group as it is written."""


class Groups(NamedTuple):
    """Some groups of one number and the jokers in them."""

    jokers: Jokers
    groups: tuple[Group, ...]


_COUNTED = (*COLOURS, J, D, M)
"""What groups are made of."""


@lru_cache(maxsize=256)
def groups_of(copies: int, jokers: Jokers, *, spare: bool) -> Mapping[Row, tuple[Groups, ...]]:
    """Give groups by the number tiles they take, one way for each choice of jokers.

    There are that many copies of each tile at most. With `spare` ordinary jokers need no place
    of their own: none is the fourth tile of a group then.
    """
    limits = pack((*[copies] * len(COLOURS), jokers.ordinary, jokers.double, jokers.mirror))
    found: dict[Packed, tuple[Group, ...]] = {0: ()}
    for use, group in _shapes(spare=spare).items():
        if within(use, limits):
            for begun, groups in list(found.items()):
                total, more = begun + use, (*groups, group)
                while within(total, limits):
                    found.setdefault(total, more)
                    total, more = total + use, (*more, group)
    sorted_by_tiles: dict[Row, list[Groups]] = {}
    for total, groups in found.items():
        *tiles, ordinary, double, mirror = unpack(total, len(_COUNTED))
        here = Groups(Jokers(ordinary, double, 0, mirror), groups)
        sorted_by_tiles.setdefault(tuple(tiles), []).append(here)
    return {tiles: tuple(groups) for tiles, groups in sorted_by_tiles.items()}


# --- single groups ----------------------------------------------------------------------------


@cache
def _shapes(*, spare: bool) -> Mapping[Packed, Group]:
    """Give every group, but only one for each choice of tiles."""
    shapes: dict[Packed, Group] = {}
    for group in (*_plain_groups(spare=spare), *_mirrored_groups()):
        use = pack(group.count(piece) for piece in _COUNTED)
        shapes.setdefault(use, group)
    return shapes


def _plain_groups(*, spare: bool) -> Iterator[Group]:
    """N-10, N-12, T-2, T-11: three or four cells of different colours, at least three tiles."""
    for size in range(GROUP_CELLS + 1):
        for colours in combinations(COLOURS, size):
            for ordinary in range(GROUP_CELLS - size + 1):
                tiles = (*colours, *[J] * ordinary)
                if len(tiles) == SMALLEST_SET - 1:
                    yield (*tiles, D)
                elif len(tiles) == SMALLEST_SET or (
                    len(tiles) == GROUP_CELLS and not (spare and ordinary)
                ):
                    yield tiles


def _mirrored_groups() -> Iterator[Group]:
    """T-32, T-34: one to three colours, the same ones in the same order on both sides."""
    for size in range(1, MIRRORED_GROUP_CELLS + 1):
        for colours in permutations(COLOURS, size):
            sides = tuple(_written(colours))
            for left in sides:
                for right in sides:
                    yield (*left, M, *reversed(right))


def _written(colours: Group) -> Iterator[Group]:
    """Write each cell with its tile or an ordinary joker, or two with a double joker."""
    if not colours:
        yield ()
        return
    for rest in _written(colours[1:]):
        yield (colours[0], *rest)
        yield (J, *rest)
    if len(colours) > 1:
        for rest in _written(colours[2:]):
            yield (D, *rest)
