"""From number to number, always on from where least has been lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple

from kostka.solver.reference.hand import Hand
from kostka.solver.reference.number import Next, Numbers
from kostka.solver.reference.pieces import Jokers
from kostka.solver.reference.spare import Spare
from kostka.solver.reference.standing import Standings
from kostka.solver.reference.state import Move, State, start, unease
from kostka.tiles.tile import HIGHEST, NUMBERS

_AT_ONCE = 32
"""So much is looked at before another place may come first."""
_PARTS = 20
"""One part of the effort goes to a first try and another one to a narrow walk."""
_WIDTH = 16
"""A narrow walk goes on from at least so many states at each number."""


class Way(NamedTuple):
    """The best way to a state."""

    lost: int
    """How much less the number tiles gain than they could at most."""
    before: State | None
    move: Move | None


Ways = list[dict[State, Way]]
"""The states after each number, those before number 1 being the first."""


class End(NamedTuple):
    """Where a walk ends."""

    lost: int
    """How much less all tiles gain than they could at most."""
    moves: list[tuple[Move, State]]
    """What is done at each number, and the state after it."""
    spare: Jokers
    """Jokers to be laid at the ends of runs."""


class _Place(NamedTuple):
    """Where to go on from, in the order in which it is to be done."""

    hoped: int
    """How much less all tiles gain than they could at most, if all goes well from here."""
    unease: int
    mark: int
    """Tells places apart; of two that are alike the newer one comes first."""
    number: int
    state: State
    following: Iterator[Next | None] | None
    """What has not been looked at yet; None for all."""


class Walk:
    """The search for the best walk over all numbers.

    What counts is how much is lost of what all tiles could gain at most. It can only become more
    from number to number, so going on from where least has been lost finds the best walk first.
    """

    def __init__(self, hand: Hand) -> None:
        """Get ready."""
        self.end: End | None = None
        """The best end found so far."""
        self.proven = False
        """Is there no better one?"""
        self._hand = hand
        self._spare = Spare(hand)
        self._numbers = Numbers(hand)
        self._standings = Standings(hand, self._spare)
        self._begin = start(hand.held_jokers)
        self._ways = self._no_ways()
        self._places: list[_Place] = []
        self._marks = 0
        self._add_place(0, self._begin)

    def search(self, effort: int) -> None:
        """Look for the best end within an effort.

        Where many ways lose equally little, the best-first walk may get lost among them. Then a
        narrow walk is likely to find a good end, which leaves less to look at afterwards.
        """
        part = effort // _PARTS
        self._best_first(part)
        if not self.proven:
            self._narrow(part)
            self._best_first(effort - 2 * part)

    def most(self) -> int:
        """Say what all tiles could gain at most."""
        return sum(self._hand.most) + self._spare.hope(self._hand.held_jokers)

    def _no_ways(self) -> Ways:
        return [{self._begin: Way(0, None, None)}, *({} for _ in NUMBERS)]

    def _hoped(self, lost: int, state: State) -> int:
        """Say how much less all tiles gain than they could, if all goes well from here."""
        hope = self._spare.hope
        return lost + hope(self._hand.held_jokers) - hope(state.left)

    def _is_better(self, lost: int) -> bool:
        return self.end is None or lost < self.end.lost

    # --- best first --------------------------------------------------------------------------

    def _best_first(self, effort: int) -> None:
        """Go on from the best place again and again; can be called again to continue."""
        while self._places and self._is_better(self._places[0].hoped):
            if effort <= 0:
                return
            place = heappop(self._places)
            effort -= 1
            following = place.following or self._begun(place)
            if following is None:
                continue
            some = list(islice(following, _AT_ONCE))
            effort -= len(some)
            for after in self._go_on(place.number, place.state, some, self._ways):
                self._add_place(place.number + 1, after)
            if len(some) == _AT_ONCE:
                later = place._replace(unease=place.unease + 1, following=following)
                heappush(self._places, later)
        self.proven = True

    def _add_place(self, number: int, state: State) -> None:
        hoped = self._hoped(self._ways[number][state].lost, state)
        self._marks -= 1
        place = _Place(hoped, unease(number, state), self._marks, number, state, None)
        heappush(self._places, place)

    def _begun(self, place: _Place) -> Iterator[Next | None] | None:
        """Begin to go on from a place, unless there is a better way there or a better place."""
        number, state = place.number, place.state
        lost = self._ways[number][state].lost
        if place.hoped > self._hoped(lost, state) or self._standings.outdone(number, state, lost):
            return None
        return self._numbers.following(number + 1, state)

    def _go_on(
        self, number: int, state: State, some: Iterable[Next | None], ways: Ways
    ) -> Iterator[State]:
        """Go on from a state; give the states that are of interest and not ends."""
        lost, level = ways[number][state].lost, ways[number + 1]
        for following in some:
            if following is None:
                continue
            after, more, move = following
            old = level.get(after)
            if old is not None and old.lost <= lost + more:
                continue
            if self._is_better(self._hoped(lost + more, after)):
                level[after] = Way(lost + more, state, move)
                if number + 1 < HIGHEST:
                    yield after
                else:
                    self._finish(after, ways)

    # --- narrow ------------------------------------------------------------------------------

    def _narrow(self, effort: int) -> None:
        """Go on from some of the best states at each number only."""
        ways = self._no_ways()
        for number in range(HIGHEST):
            share = effort // (HIGHEST - number)
            effort -= share
            each = max(1, share // _WIDTH)
            for state in self._ranked(number, ways[number]):
                if share <= 0:
                    break
                some = list(islice(self._numbers.following(number + 1, state), each))
                share -= len(some)
                for _ in self._go_on(number, state, some, ways):
                    pass
            effort += share

    def _ranked(self, number: int, level: dict[State, Way]) -> list[State]:
        return sorted(
            level,
            key=lambda state: (self._hoped(level[state].lost, state), unease(number, state)),
        )

    # --- the end -----------------------------------------------------------------------------

    def _finish(self, state: State, ways: Ways) -> None:
        """Take note of the end of a walk if it is the best so far."""
        laid = self._spare.laid(state.left, has_run=state.has_run)
        if laid is None or state.worth < self._hand.worth:
            return
        gain = self._spare.gain(state.left.minus(laid))
        lost = ways[-1][state].lost + self._spare.hope(self._hand.held_jokers) - gain
        if self._is_better(lost):
            self.end = End(lost, _moves(state, ways), laid)


def _moves(last: State, ways: Ways) -> list[tuple[Move, State]]:
    moves: list[tuple[Move, State]] = []
    state: State | None = last
    for level in ways[:0:-1]:
        assert state is not None
        way = level[state]
        assert way.move is not None
        moves.append((way.move, state))
        state = way.before
    return moves[::-1]
