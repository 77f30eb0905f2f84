"""How plain runs grow at a number with number tiles and ordinary jokers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kostka.solver.reference.hand import UNREACHABLE, Hand, Row
from kostka.solver.reference.partial_move import PartialMove
from kostka.solver.reference.pieces import COLOURS, CoveringRun, Jokers
from kostka.solver.reference.state import LONG, Strands
from kostka.tiles.tile import HIGHEST


class RunGrowth(NamedTuple):
    """What is laid in plain runs at a number, by colour, and the strands after it."""

    tiles: Row
    ordinary: Row
    """Ordinary jokers laid."""
    strands: tuple[Strands, ...]
    used: Row
    """Tiles of this number in runs, mirrored ones included."""
    left: Jokers


class _ColourGrowth(NamedTuple):
    """How the runs of one or several colours grow."""

    tiles: Row
    ordinary: Row
    strands: tuple[Strands, ...]
    jokers: int
    """The count of ordinary jokers laid in all these colours."""
    missing: int
    """The count of cells needed next that number tiles cannot fill."""


class RunGrower:
    """Lists the ways in which runs can grow, and caches those of single colours."""

    def __init__(self, hand: Hand) -> None:
        """Start with an empty cache."""
        self._hand = hand
        self._known: dict[_ColourSituation, list[_ColourGrowth]] = {}

    def list_run_growths(
        self, number: int, partial: PartialMove, in_groups: Row
    ) -> Iterator[RunGrowth]:
        """Yield the ways to grow; `in_groups` is the maximum of tiles that groups can use."""
        used, left = partial.used, partial.left
        parts = []
        for colour in COLOURS:
            parts.append(self._list_colour_growths(number, colour, partial, in_groups[colour]))
            if not parts[-1]:
                return
        black, red, blue, orange = parts
        some, others = (
            list(_combine_colour_growths(black, red, left)),
            list(_combine_colour_growths(blue, orange, left)),
        )
        for tiles, ordinary, strands, jokers, _ in _combine_colour_growths(some, others, left):
            in_all = tuple(map(int.__add__, used, tiles))
            yield RunGrowth(tiles, ordinary, strands, in_all, left.subtract(Jokers(jokers)))

    def _list_colour_growths(
        self, number: int, colour: int, partial: PartialMove, in_groups: int
    ) -> list[_ColourGrowth]:
        free = self._hand.held_tiles[number][colour] - partial.used[colour]
        needed = self._hand.must_tiles[number][colour] - partial.used[colour]
        situation = _ColourSituation(
            number,
            colour,
            partial.rest[colour],
            partial.added[colour],
            tuple([run for run in partial.covering if run.colour == colour]),
            range(max(0, needed - in_groups), free + 1),
            partial.left,
        )
        if situation not in self._known:
            self._known[situation] = list(situation.list_growths(self._hand))
        return self._known[situation]


class _ColourSituation(NamedTuple):
    """Everything that decides how the runs of one colour can grow."""

    number: int
    colour: int
    rest: Strands
    """Open runs without a tile at this number."""
    added: Strands
    """Open runs with a tile at this number."""
    covering: tuple[CoveringRun, ...]
    tiles: range
    """The counts of number tiles that can be laid, leaving no required tile without a place."""
    left: Jokers

    def list_growths(self, hand: Hand) -> Iterator[_ColourGrowth]:
        for tiles in self.tiles:
            for jokers in range(self.left.ordinary + 1):
                strands = self._grow_strands(hand, tiles, jokers)
                if strands is not None:
                    missing = self._count_missing_cells(hand, strands)
                    if missing + jokers <= self.left.count_reserve_cells():
                        yield _ColourGrowth((tiles,), (jokers,), (strands,), jokers, missing)

    def _grow_strands(self, hand: Hand, tiles: int, jokers: int) -> Strands | None:
        """Return the strands after laying tiles and jokers; None if that is not worth trying.

        Short runs come first, then long runs, then new ones. There is nothing to choose, because
        a long run can do all that a new one can.
        """
        one, two, three = self.rest
        extra = tiles + jokers - one - two
        if extra < 0:
            return None
        longer = min(extra, three)
        left = self.left.subtract(Jokers(jokers))
        # A joker at the end of a long run counts in an opening; spare ones go there anyway.
        # A colour-change joker that is not spare may follow it too.
        has_aim = (
            hand.opening
            or (hand.parts_changes and left.change > 0)
            or hand.can_reach_tile(self.number, self.colour, left)
        )
        if extra > tiles and not has_aim:
            return None
        if extra - longer > tiles and (
            hand.tracks_bare_runs  # it begins as a bare run
            or not hand.can_begin_with_joker(self.number, self.colour, left)
        ):
            return None
        one, two, three = map(int.__add__, (extra - longer, one, two + longer), self.added)
        # Long runs that cannot or need not continue are finished and no longer tracked.
        if has_aim and self.number < HIGHEST:
            three = min(
                three, hand.held_tiles[self.number + 1][self.colour] + left.count_jokers_for_runs()
            )
        else:
            three = 0
        return one, two, three

    def _count_missing_cells(self, hand: Hand, strands: Strands) -> int:
        """Count the cells at the next numbers that only jokers can fill."""
        one, two, _ = strands
        needs = [one + two, one, 0]
        for run in self.covering:
            needs[1] += run.length < LONG
            needs[2] += run.length < LONG - 1
        missing = 0
        for number, needed in enumerate(needs, self.number + 1):
            if needed and number > HIGHEST:
                return UNREACHABLE
            missing += max(0, needed - hand.held_tiles[number][self.colour])
        return missing


def _combine_colour_growths(
    some: list[_ColourGrowth], others: list[_ColourGrowth], left: Jokers
) -> Iterator[_ColourGrowth]:
    """Yield the combinations of two groups of colours for which there are enough jokers."""
    reserve = left.count_reserve_cells()
    for one in some:
        for other in others:
            jokers = one.jokers + other.jokers
            missing = one.missing + other.missing
            if jokers <= left.ordinary and missing + jokers <= reserve:
                yield _ColourGrowth(
                    one.tiles + other.tiles,
                    one.ordinary + other.ordinary,
                    one.strands + other.strands,
                    jokers,
                    missing,
                )
