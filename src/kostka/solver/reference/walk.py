"""From number to number, always on from where least has been lost."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from kostka.solver.reference.hand import Hand
from kostka.solver.reference.number import Numbers
from kostka.solver.reference.pieces import Jokers
from kostka.solver.reference.spare import Spare
from kostka.solver.reference.standing import Standings
from kostka.solver.reference.state import Move, State, start, unease
from kostka.tiles.tile import HIGHEST, NUMBERS

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
        begin = start(hand.held_jokers)
        self._ways: Ways = [{begin: Way(0, None, None)}, *({} for _ in NUMBERS)]
        self._open = [(0, 0, 0, 0, begin)]
        """States to go on from: what is lost, unease, a mark to tell them apart, number, state."""
        self._marks = 0

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

    # --- best first --------------------------------------------------------------------------

    def _best_first(self, effort: int) -> None:
        """Go on from the best state again and again; can be called again to continue."""
        self._numbers.effort = effort
        while self._open and self._is_better(self._open[0][0]):
            entry = heappop(self._open)
            hoped, _, _, number, state = entry
            lost = self._ways[number][state].lost
            if hoped > self._hoped(lost, state):
                continue  # a better way to the state was found, and has been gone on from
            if self._standings.outdone(number, state, lost):
                continue
            for after in self._go_on(number, state, self._ways):
                self._marks -= 1  # of two that are alike the newer one comes first
                new = self._ways[number + 1][after].lost
                place = (self._hoped(new, after), unease(number + 1, after), self._marks)
                heappush(self._open, (*place, number + 1, after))
            if self._numbers.effort < 0:
                heappush(self._open, entry)
                return
            self._standings.add(number, state, lost)
        self.proven = True

    def _go_on(self, number: int, state: State, ways: Ways) -> list[State]:
        """Go on from a state; give the states that are of interest and not ends."""
        lost = ways[number][state].lost
        level = ways[number + 1]
        better = []
        for after, more, move in self._numbers.following(number + 1, state):
            total = lost + more
            old = level.get(after)
            if (old is None or total < old.lost) and self._is_better(self._hoped(total, after)):
                level[after] = Way(total, state, move)
                if number + 1 < HIGHEST:
                    better.append(after)
                else:
                    self._finish(after, ways)
        return better

    def _hoped(self, lost: int, state: State) -> int:
        """Say how much less all tiles gain than they could, if all goes well from here."""
        hope = self._spare.hope
        return lost + hope(self._hand.held_jokers) - hope(state.left)

    def _is_better(self, lost: int) -> bool:
        return self.end is None or lost < self.end.lost

    # --- narrow ------------------------------------------------------------------------------

    def _narrow(self, effort: int) -> None:
        """Go on from some of the best states at each number only."""
        ways: Ways = [self._ways[0], *({} for _ in NUMBERS)]
        for number in range(HIGHEST):
            share = effort // (HIGHEST - number)
            for state in self._ranked(number, ways[number]):
                part = min(effort, max(share // _WIDTH, 1))
                self._numbers.effort = part
                self._go_on(number, state, ways)
                effort -= part - self._numbers.effort
                share -= part - self._numbers.effort
                if share <= 0:
                    break

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
