"""Which groups can be made at one number, several at once: it is the same at every number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from kostka.melds.reading import GROUP_CELLS, MIRRORED_GROUP_CELLS, SMALLEST_SET
from kostka.solver.reference.hand import Row
from kostka.solver.reference.pieces import COLOURS, D, J, Jokers, M, Piece

Group = tuple[Piece, ...]
"""A group as it is written."""

_NOTHING = (0,) * (len(COLOURS) + 3)
_Use = tuple[int, ...]
"""How many tiles of each colour, then how many ordinary, double and mirror jokers."""


class Groups(NamedTuple):
    """Some groups of one number and what they take."""

    tiles: Row
    jokers: Jokers
    groups: tuple[Group, ...]


@lru_cache(maxsize=4096)
def groups_of(held: Row, jokers: Jokers, *, spare: bool) -> tuple[Groups, ...]:
    """Give one way to make groups for each choice of what they take, none included.

    With `spare` ordinary jokers need no place of their own: none is a fourth tile then.
    """
    limits = (*held, jokers.ordinary, jokers.double, jokers.mirror)
    found: dict[_Use, tuple[Group, ...]] = {_NOTHING: ()}
    for use, group in _shapes(spare=spare).items():
        if _within(use, limits):
            for begun, groups in list(found.items()):
                _add_repeatedly(found, begun, groups, (use, group), limits)
    return tuple(
        Groups(use[: len(COLOURS)], Jokers(use[-3], use[-2], 0, use[-1]), groups)
        for use, groups in found.items()
    )


def _add_repeatedly(
    found: dict[_Use, tuple[Group, ...]],
    begun: _Use,
    groups: tuple[Group, ...],
    shape: tuple[_Use, Group],
    limits: _Use,
) -> None:
    use, group = shape
    while True:
        begun = tuple(map(sum, zip(begun, use, strict=True)))
        groups = (*groups, group)
        if not _within(begun, limits):
            return
        found.setdefault(begun, groups)


def _within(use: _Use, limits: _Use) -> bool:
    return all(map(int.__le__, use, limits))


@cache
def _shapes(*, spare: bool) -> dict[_Use, Group]:
    """Give every group, but only one for each choice of tiles."""
    shapes: dict[_Use, Group] = {}
    for group in (*_plain_groups(spare=spare), *_mirrored_groups()):
        shapes.setdefault(_use(group), group)
    return shapes


def _use(group: Group) -> _Use:
    return tuple(group.count(piece) for piece in (*COLOURS, J, D, M))


def _plain_groups(*, spare: bool) -> Iterator[Group]:
    """N-10, N-12, T-11: three or four cells of different colours, a double joker fills two."""
    for size in range(GROUP_CELLS + 1):
        for colours in combinations(COLOURS, size):
            for ordinary in range(GROUP_CELLS + 1 - size):
                group = (*colours, *[J] * ordinary)
                yield from _with_double(group, spare=spare)


def _with_double(group: Group, *, spare: bool) -> Iterator[Group]:
    if len(group) == SMALLEST_SET - 1:
        yield (*group, D)
    elif len(group) == SMALLEST_SET or (
        len(group) == GROUP_CELLS and not (spare and J in group)
    ):
        yield group


def _mirrored_groups() -> Iterator[Group]:
    """T-32, T-34: the same colours in the same order on both sides."""
    for size in range(1, MIRRORED_GROUP_CELLS + 1):
        for colours in permutations(COLOURS, size):
            sides = list(_written(colours))
            for left in sides:
                for right in sides:
                    yield (*left, M, *reversed(right))


def _written(colours: Group) -> Iterator[Group]:
    """Give the ways to write cells, each with its tile or a joker, or two with a double joker."""
    if not colours:
        yield ()
        return
    for rest in _written(colours[1:]):
        yield (colours[0], *rest)
        yield (J, *rest)
    if len(colours) > 1:
        for rest in _written(colours[2:]):
            yield (D, *rest)
