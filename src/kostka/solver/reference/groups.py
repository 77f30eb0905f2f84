"""All combinations of groups at one number. They are the same for every number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from kostka.editions.set_rules import SetRules
from kostka.melds.reading import GROUP_CELLS, MIN_SET_SIZE, MIRRORED_GROUP_CELLS
from kostka.solver.reference.hand import Row
from kostka.solver.reference.packed_counts import (
    Packed,
    is_within_limits,
    pack_counts,
    unpack_counts,
)
from kostka.solver.reference.pieces import COLOURS, D, J, Jokers, M, Piece

Group = tuple[Piece, ...]
"""The pieces of a group in the order in which they lie."""


class Groups(NamedTuple):
    """Groups of one number that can be made together, and the jokers they use."""

    jokers: Jokers
    groups: tuple[Group, ...]


_GROUP_PIECES = (*COLOURS, J, D, M)
"""Everything that a group can contain."""


@lru_cache(maxsize=256)
def list_groups_by_tiles(
    copies: int, jokers: Jokers, rules: SetRules, *, spare: bool
) -> Mapping[Row, tuple[Groups, ...]]:
    """Return groups by the number tiles they use, with one entry per choice of jokers.

    There are at most `copies` of each tile. With `spare`, unused ordinary jokers find a place
    elsewhere, so groups with a joker as the fourth tile are left out.
    """
    limits = pack_counts((*[copies] * len(COLOURS), jokers.ordinary, jokers.double, jokers.mirror))
    found: dict[Packed, tuple[Group, ...]] = {0: ()}
    for use, group in _list_group_shapes(rules, spare=spare).items():
        if is_within_limits(use, limits):
            for begun, groups in list(found.items()):
                total, more = begun + use, (*groups, group)
                while is_within_limits(total, limits):
                    found.setdefault(total, more)
                    total, more = total + use, (*more, group)
    sorted_by_tiles: dict[Row, list[Groups]] = {}
    for total, groups in found.items():
        *tiles, ordinary, double, mirror = unpack_counts(total, len(_GROUP_PIECES))
        here = Groups(Jokers(ordinary, double, 0, mirror), groups)
        sorted_by_tiles.setdefault(tuple(tiles), []).append(here)
    return {tiles: tuple(groups) for tiles, groups in sorted_by_tiles.items()}


# --- single groups ----------------------------------------------------------------------------


@cache
def _list_group_shapes(rules: SetRules, *, spare: bool) -> Mapping[Packed, Group]:
    """Return one group for each choice of pieces, without those that house rules forbid."""
    shapes: dict[Packed, Group] = {}
    for group in (*_list_plain_groups(spare=spare), *_list_mirrored_groups(rules)):
        if not rules.joker_only_sets and not any(piece in COLOURS for piece in group):
            continue
        use = pack_counts(group.count(piece) for piece in _GROUP_PIECES)
        shapes.setdefault(use, group)
    return shapes


def _list_plain_groups(*, spare: bool) -> Iterator[Group]:
    """Yield groups without a mirror joker (N-10, N-12, T-2, T-11).

    They have three or four cells of different colours and at least three tiles.
    """
    for size in range(GROUP_CELLS + 1):
        for colours in combinations(COLOURS, size):
            for ordinary in range(GROUP_CELLS - size + 1):
                tiles = (*colours, *[J] * ordinary)
                if len(tiles) == MIN_SET_SIZE - 1:
                    yield (*tiles, D)
                elif len(tiles) == MIN_SET_SIZE or (
                    len(tiles) == GROUP_CELLS and not (spare and ordinary)
                ):
                    yield tiles


def _list_mirrored_groups(rules: SetRules) -> Iterator[Group]:
    """Yield mirrored groups: one to three colours in the same order on both sides (T-32, T-34)."""
    for size in range(1 if rules.single_tile_mirrors else 2, MIRRORED_GROUP_CELLS + 1):
        for colours in permutations(COLOURS, size):
            sides = tuple(_list_joker_variants(colours))
            for left in sides:
                for right in sides:
                    yield (*left, M, *reversed(right))


def _list_joker_variants(colours: Group) -> Iterator[Group]:
    """Yield the colours with any tile replaced by a joker, or two of them by a double joker."""
    if not colours:
        yield ()
        return
    for rest in _list_joker_variants(colours[1:]):
        yield (colours[0], *rest)
        yield (J, *rest)
    if len(colours) > 1:
        for rest in _list_joker_variants(colours[2:]):
            yield (D, *rest)
