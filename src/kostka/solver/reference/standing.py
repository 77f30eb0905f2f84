"""Which states need not be gone on from, as others are as good or better."""

from __future__ import annotations

from typing import NamedTuple

from kostka.solver.reference.hand import Hand
from kostka.solver.reference.packed import Packed, pack, within
from kostka.solver.reference.spare import Spare
from kostka.solver.reference.state import State
from kostka.tiles.tile import HIGHEST

_MANY = 127
"""More than there are jokers of a kind, or open runs."""


class _Standing(NamedTuple):
    """Figures that are nowhere higher for a state that is as good for what follows."""

    lost: int
    worth_missing: int
    drawbacks: Packed
    """In open runs, and by jokers that are not left."""


class Standings:
    """Knows the states that have been gone on from."""

    def __init__(self, hand: Hand, spare: Spare) -> None:
        """Know none."""
        self._hand = hand
        self._spare = spare
        self._known: list[dict[object, list[_Standing]]] = [{} for _ in range(HIGHEST + 1)]

    def outdone(self, number: int, state: State, lost: int) -> bool:
        """Say whether a state known has lost no more and is as good for what follows.

        If not, this one is known from now on.
        """
        if not (state.has_run or self._hand.opening):
            return False  # as long as spare jokers have no place, one may be too many
        mine = self._standing(state, lost)
        # A mirror joker never finds a place by itself: one that must be laid is a burden.
        mirror = 0 if self._hand.opening else state.left.mirror
        like_it = (state.covering, state.pairs, mirror)
        others = self._known[number].setdefault(like_it, [])
        for other in others:
            if (
                other.lost <= mine.lost
                and other.worth_missing <= mine.worth_missing
                and within(other.drawbacks, mine.drawbacks)
            ):
                return True
        others.append(mine)
        return False

    def _standing(self, state: State, lost: int) -> _Standing:
        """Say how a state stands.

        An open run of three tiles can do all that one of two tiles can, and more: it can end. The
        same goes for two and one. So it matters how many have one tile, how many fewer than
        three, and how many there are at all.
        """
        if self._hand.opening:
            # Jokers gain only where they are laid. Otherwise those left are hoped to gain, too.
            lost -= self._spare.gain(state.left)
        drawbacks = [_MANY - count for count in state.left]
        for one, two, three in state.strands:
            drawbacks += (one, one + two, _MANY - one - two - three)
        return _Standing(lost, self._hand.worth - state.worth, pack(drawbacks))
