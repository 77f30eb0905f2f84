"""How plain runs go on at a number with number tiles and ordinary jokers."""

from __future__ import annotations

from typing import NamedTuple

from kostka.solver.reference.hand import OUT_OF_SIGHT, Hand, Row
from kostka.solver.reference.pieces import COLOURS, Jokers
from kostka.solver.reference.special import Draft
from kostka.solver.reference.state import Covering, Strands
from kostka.tiles.tile import HIGHEST


class Growth(NamedTuple):
    """How the runs go on: what is laid, by colour, and what there is after it."""

    tiles: Row
    ordinary: Row
    """Ordinary jokers laid."""
    strands: tuple[Strands, ...]
    used: Row
    """Tiles of this number in runs, mirrored ones included."""
    left: Jokers


class _Part(NamedTuple):
    """How the runs of one colour go on, or those of the first few colours."""

    tiles: Row
    ordinary: Row
    strands: tuple[Strands, ...]
    jokers: int
    short: int
    """How many of the next cells that they need cannot be filled with number tiles."""


class Growing:
    """Gives the ways in which runs can go on, and remembers them."""

    def __init__(self, hand: Hand) -> None:
        """Remember nothing yet."""
        self._hand = hand
        self._ways: dict[tuple[object, ...], list[Growth]] = {}
        self._parts: dict[tuple[object, ...], list[_Part]] = {}

    def ways(self, number: int, draft: Draft, in_groups: Row) -> list[Growth]:
        """Give the ways to go on, given how many tiles of each colour groups could take."""
        key = (number, draft.rest, draft.added, draft.covering, draft.used, draft.left, in_groups)
        ways = self._ways.get(key)
        if ways is None:
            ways = self._ways[key] = [
                Growth(
                    part.tiles,
                    part.ordinary,
                    part.strands,
                    tuple(map(int.__add__, draft.used, part.tiles)),
                    draft.left.minus(Jokers(part.jokers)),
                )
                for part in self._in_all_colours(number, draft, in_groups)
            ]
        return ways

    def _in_all_colours(self, number: int, draft: Draft, in_groups: Row) -> list[_Part]:
        parts = [_Part((), (), (), 0, 0)]
        ordinary, reserve = draft.left.ordinary, _reserve(draft.left)
        for colour in COLOURS:
            here = self._in_colour(number, colour, draft, in_groups[colour])
            parts = [
                _Part(
                    part.tiles + more.tiles,
                    part.ordinary + more.ordinary,
                    part.strands + more.strands,
                    jokers,
                    short,
                )
                for part in parts
                for more in here
                if (jokers := part.jokers + more.jokers) <= ordinary
                and (short := part.short + more.short) + jokers <= reserve
            ]
        return parts

    def _in_colour(self, number: int, colour: int, draft: Draft, in_groups: int) -> list[_Part]:
        free = self._hand.held[number][colour] - draft.used[colour]
        least = max(0, self._hand.must[number][colour] - draft.used[colour] - in_groups)
        covering = tuple([run for run in draft.covering if run.colour == colour])
        rest, added, left = draft.rest[colour], draft.added[colour], draft.left
        key = (number, colour, rest, added, covering, free, least, left)
        parts = self._parts.get(key)
        if parts is None:
            parts = self._parts[key] = []
            for tiles in range(least, free + 1):
                for ordinary in range(left.ordinary + 1):
                    here = _Here(self._hand, number, colour, left.minus(Jokers(ordinary)))
                    part = here.grown((tiles, ordinary), rest, added, covering)
                    if part:
                        parts.append(part)
        return parts


class _Here(NamedTuple):
    """One colour at a number."""

    hand: Hand
    number: int
    colour: int
    left: Jokers
    """After what is laid in this colour."""

    def grown(
        self,
        laid: tuple[int, int],
        rest: Strands,
        added: Strands,
        covering: tuple[Covering, ...],
    ) -> _Part | None:
        """Go on with so many number tiles and ordinary jokers, if that makes sense."""
        tiles, ordinary = laid
        grown = _grown(rest, tiles + ordinary)
        if grown is None:
            return None
        in_vain = not (
            self.hand.opening or self.hand.reaches_tile(self.number, self.colour, self.left)
        )
        if in_vain and ordinary > rest[0] + rest[1]:
            return None  # a joker would lie at an end of a long run, where spare ones go anyway
        one, two, three = map(int.__add__, grown, added)
        # Long runs that cannot or need not go on are done.
        if in_vain or self.number == HIGHEST:
            three = 0
        else:
            three = min(three, self.hand.held[self.number + 1][self.colour] + sum(self.left[:3]))
        short = self._short((one, two, three), covering)
        if short > _reserve(self.left):
            return None
        return _Part((tiles,), (ordinary,), ((one, two, three),), ordinary, short)

    def _short(self, strands: Strands, covering: tuple[Covering, ...]) -> int:
        """Count the next cells that runs of fewer than three tiles need beyond number tiles."""
        one, two, _ = strands
        needs = [one + two, one, 0]
        for run in covering:
            needs[1] += run.length <= len(("one", "two"))
            needs[2] += run.length == 1
        short = 0
        for number, needed in enumerate(needs, self.number + 1):
            if needed and number > HIGHEST:
                return OUT_OF_SIGHT
            short += max(0, needed - self.hand.held[number][self.colour])
        return short


def _reserve(left: Jokers) -> int:
    """Give the most cells that jokers can fill, or make needless by a change of colour."""
    return left.ordinary + 2 * left.double + 2 * left.change


def _grown(strands: Strands, cells: int) -> Strands | None:
    """Go on in as many cells: first where it is needed, then with long runs, then new ones.

    A long run can do all that a new one can, so there is nothing to choose.
    """
    one, two, three = strands
    extra = cells - one - two
    if extra < 0:
        return None
    longer = min(extra, three)
    return extra - longer, one, two + longer
