"""From number to number, always on from where least has been lost."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from kostka.solver.reference.number import At
from kostka.solver.reference.hand import Hand
from kostka.solver.reference.pieces import Jokers
from kostka.solver.reference.spare import Spare
from kostka.solver.reference.state import Move, State, start, standing
from kostka.tiles.tile import HIGHEST, NUMBERS


class Way(NamedTuple):
    """The best way to a state."""

    lost: int
    """How much less the number tiles gain than they could."""
    before: State | None
    move: Move | None


Ways = list[dict[State, Way]]
"""The states after each number, the first being before number 1."""


class End(NamedTuple):
    """Where a walk ends."""

    lost: int
    """How much less all tiles gain than they could at most."""
    state: State
    spare: Jokers
    """Jokers to be laid at the ends of runs."""
    ways: Ways

    def moves(self) -> list[tuple[Move, State]]:
        """Give what is done at each number, and the state after it."""
        moves: list[tuple[Move, State]] = []
        state: State | None = self.state
        for level in self.ways[:0:-1]:
            assert state is not None
            way = level[state]
            assert way.move is not None
            moves.append((way.move, state))
            state = way.before
        return moves[::-1]


class Walk:
    """A walk over all numbers, within an effort."""

    def __init__(self, hand: Hand, effort: int) -> None:
        """Get ready."""
        self.hand = hand
        self.effort = effort
        self.spare = Spare(hand)
        self.at = At(hand)
        self.end: End | None = None
        """The best end found so far."""
        self.start = start(hand.held_jokers)
        self.proven = False
        self.expanded = self.generated = 0

    def best(self) -> End | None:
        """Walk; None if nothing was found."""
        ways: Ways = [{} for _ in range(HIGHEST + 1)]
        ways[0][self.start] = Way(0, None, None)
        heap: list[tuple[int, int, int, int, State]] = [(0, 0, 0, 0, self.start)]
        done: list[dict[object, list[tuple[int, ...]]]] = [{} for _ in range(HIGHEST + 1)]
        tie = 0
        while heap:
            lost, _, _, number, state = heappop(heap)
            if self.end is not None and lost >= self.end.lost:
                break
            number += 1
            way = ways[number-1][state]
            if lost > self.lost(way.lost, state):
                continue
            if self._outdone(done[number], state, way.lost):
                continue
            self.expanded += 1
            if self.generated > self.effort:
                return self.end
            for after, more, move in self.at.moves(number, state):
                self.generated += 1
                total = way.lost + more
                old = ways[number].get(after)
                if old is None or total < old.lost:
                    hoped = self.lost(total, after)
                    if self.end is not None and hoped >= self.end.lost:
                        continue
                    ways[number][after] = Way(total, state, move)
                    if number == HIGHEST:
                        self._finish(total, after, ways)
                    else:
                        tie += 1
                        heappush(heap, (hoped, self.unease(number, after), -tie, number, after))
        self.proven = True
        return self.end

    def unease(self, number, state):
        return sum(a+b for a,b,c in state.strands)+2*state.left.mirror+3*len(state.pairs)-number-sum(state.left[:3])

    def lost(self, lost: int, state: State) -> int:
        """Say how much less all tiles gain than they could, at least."""
        return lost + self.spare.hope(self.hand.held_jokers) - self.spare.hope(state.left)

    def _outdone(self, done: dict[object, list[tuple[int, ...]]], state: State, lost: int) -> bool:
        """Has a state been gone on from that has lost no more and is as good for what follows?"""
        if self.hand.opening:
            key: object = (state.covering, state.pairs)
            mine = (*standing(state), lost - self.spare.gain(state.left))
        elif state.has_run:
            key = (state.covering, state.pairs, state.left.mirror)
            mine = standing(state)
        else:
            return False
        others = done.setdefault(key, [])
        for other in others:
            if all(map(int.__le__, other, mine)):
                return True
        others.append(mine)
        return False

    def _finish(self, lost: int, state: State, ways: Ways) -> None:
        laid = self.spare.laid(state.left, has_run=state.has_run)
        if laid is None or state.worth < self.hand.worth:
            return
        lost += self.spare.hope(self.hand.held_jokers) - self.spare.gain(state.left.minus(laid))
        if self.end is None or lost < self.end.lost:
            self.end = End(lost, state, laid, ways)
