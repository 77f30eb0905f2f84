"""Which states need not be gone on from, as others are as good or better."""

from __future__ import annotations

from kostka.solver.reference.hand import Hand
from kostka.solver.reference.spare import Spare
from kostka.solver.reference.state import State
from kostka.tiles.tile import HIGHEST

_Standing = tuple[int, ...]


class Standings:
    """Knows the states that have been gone on from."""

    def __init__(self, hand: Hand, spare: Spare) -> None:
        """Know none."""
        self._hand = hand
        self._spare = spare
        self._known: list[dict[object, list[_Standing]]] = [{} for _ in range(HIGHEST + 1)]

    def outdone(self, number: int, state: State, lost: int) -> bool:
        """Say whether one that lost no more and is as good for what follows has had its turn."""
        if not self._can_be_compared(state):
            return False
        mine = self._standing(state, lost)
        return any(all(map(int.__le__, other, mine)) for other in self._others(number, state))

    def add(self, number: int, state: State, lost: int) -> None:
        """Note that a state has been gone on from."""
        if self._can_be_compared(state):
            self._others(number, state).append(self._standing(state, lost))

    def _can_be_compared(self, state: State) -> bool:
        """Are jokers better to have than not? Without a run, one may be too many for the end."""
        return state.has_run or self._hand.opening

    def _others(self, number: int, state: State) -> list[_Standing]:
        """Give the standings of states that are the same where they cannot be better or worse.

        A mirror joker never finds a place by itself, so one that must be laid is a burden.
        """
        mirror = 0 if self._hand.opening else state.left.mirror
        same = (state.covering, state.pairs, mirror)
        return self._known[number].setdefault(same, [])

    def _standing(self, state: State, lost: int) -> _Standing:
        """Give figures that are nowhere higher for a state that is as good for what follows.

        An open run of three tiles can do all that one of two tiles can, and more: it can end. The
        same goes for two and one. So it matters how many have one tile, how many fewer than
        three, and how many there are at all.
        """
        standing = [lost, -state.worth]
        for one, two, three in state.strands:
            standing += (one, one + two, -one - two - three)
        standing += [-count for count in state.left]
        if self._hand.opening:
            # Jokers gain only where they are laid. Elsewhere those left are hoped to gain, too.
            standing[0] -= self._spare.gain(state.left)
        return tuple(standing)
