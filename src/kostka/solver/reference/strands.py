"""How plain runs go on at a number with number tiles and ordinary jokers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kostka.solver.reference.hand import OUT_OF_SIGHT, Hand, Row
from kostka.solver.reference.pieces import COLOURS, Jokers
from kostka.solver.reference.special import Draft
from kostka.solver.reference.state import LONG, Covering, Strands
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
    """How the runs of one colour go on, or of some colours."""

    tiles: Row
    ordinary: Row
    strands: tuple[Strands, ...]
    jokers: int
    """Ordinary jokers laid, in all these colours."""
    short: int
    """How many of the cells that they need next cannot be filled with number tiles."""


class Growing:
    """Gives the ways in which runs can go on, and remembers those of single colours."""

    def __init__(self, hand: Hand) -> None:
        """Remember nothing yet."""
        self._hand = hand
        self._known: dict[_InColour, list[_Part]] = {}

    def ways(self, number: int, draft: Draft, in_groups: Row) -> Iterator[Growth]:
        """Give the ways to go on, given how many tiles of each colour groups could take."""
        used, left = draft.used, draft.left
        parts = []
        for colour in COLOURS:
            parts.append(self._parts(number, colour, draft, in_groups[colour]))
            if not parts[-1]:
                return
        black, red, blue, orange = parts
        some, others = list(_joined(black, red, left)), list(_joined(blue, orange, left))
        for tiles, ordinary, strands, jokers, _ in _joined(some, others, left):
            in_all = tuple(map(int.__add__, used, tiles))
            yield Growth(tiles, ordinary, strands, in_all, left.minus(Jokers(jokers)))

    def _parts(self, number: int, colour: int, draft: Draft, in_groups: int) -> list[_Part]:
        free = self._hand.held[number][colour] - draft.used[colour]
        needed = self._hand.must[number][colour] - draft.used[colour]
        question = _InColour(
            number,
            colour,
            draft.rest[colour],
            draft.added[colour],
            tuple([run for run in draft.covering if run.colour == colour]),
            range(max(0, needed - in_groups), free + 1),
            draft.left,
        )
        if question not in self._known:
            self._known[question] = list(question.parts(self._hand))
        return self._known[question]


class _InColour(NamedTuple):
    """All that matters for how the runs of one colour go on."""

    number: int
    colour: int
    rest: Strands
    """Open runs that have no tile at this number yet."""
    added: Strands
    """Open runs that have one."""
    covering: tuple[Covering, ...]
    tiles: range
    """How many number tiles can be laid; not so few that some would find no place."""
    left: Jokers

    def parts(self, hand: Hand) -> Iterator[_Part]:
        for tiles in self.tiles:
            for jokers in range(self.left.ordinary + 1):
                strands = self._grown(hand, tiles, jokers)
                if strands is not None:
                    short = self._short(hand, strands)
                    if short + jokers <= self.left.reserve():
                        yield _Part((tiles,), (jokers,), (strands,), jokers, short)

    def _grown(self, hand: Hand, tiles: int, jokers: int) -> Strands | None:
        """Go on with tiles and jokers: where it is needed, then with long runs, then new ones.

        A long run can do all that a new one can, so there is nothing to choose.
        """
        one, two, three = self.rest
        extra = tiles + jokers - one - two
        if extra < 0:
            return None
        longer = min(extra, three)
        left = self.left.minus(Jokers(jokers))
        # A joker at the end of a long run counts in an opening; spare ones go there anyway.
        has_aim = hand.opening or hand.reaches_tile(self.number, self.colour, left)
        if extra > tiles and not has_aim:
            return None
        if extra - longer > tiles and not hand.may_begin(self.number, self.colour, left):
            return None
        one, two, three = map(int.__add__, (extra - longer, one, two + longer), self.added)
        # Long runs that cannot or need not go on are done; they are not to be told apart.
        if has_aim and self.number < HIGHEST:
            three = min(three, hand.held[self.number + 1][self.colour] + left.in_runs())
        else:
            three = 0
        return one, two, three

    def _short(self, hand: Hand, strands: Strands) -> int:
        """Count the cells at the next numbers that jokers must fill to make runs of these."""
        one, two, _ = strands
        needs = [one + two, one, 0]
        for run in self.covering:
            needs[1] += run.length < LONG
            needs[2] += run.length < LONG - 1
        short = 0
        for number, needed in enumerate(needs, self.number + 1):
            if needed and number > HIGHEST:
                return OUT_OF_SIGHT
            short += max(0, needed - hand.held[number][self.colour])
        return short


def _joined(some: list[_Part], others: list[_Part], left: Jokers) -> Iterator[_Part]:
    """Join what is done in some colours and in others, if there are enough jokers for both."""
    reserve = left.reserve()
    for one in some:
        for other in others:
            jokers = one.jokers + other.jokers
            short = one.short + other.short
            if jokers <= left.ordinary and short + jokers <= reserve:
                yield _Part(
                    one.tiles + other.tiles,
                    one.ordinary + other.ordinary,
                    one.strands + other.strands,
                    jokers,
                    short,
                )
