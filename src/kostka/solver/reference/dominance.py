"""Prunes states that are no better than a state already expanded."""

from __future__ import annotations

from typing import NamedTuple

from kostka.solver.reference.hand import Hand
from kostka.solver.reference.packed_counts import Packed, is_within_limits, pack_counts
from kostka.solver.reference.spare_jokers import SpareJokers
from kostka.solver.reference.state import State
from kostka.tiles.tile import HIGHEST

_MANY = 127
"""More than there are jokers of a kind, or open runs."""


class _StateCosts(NamedTuple):
    """Costs of a state. A state that is nowhere higher is at least as good for what follows."""

    lost: int
    worth_missing: int
    drawbacks: Packed
    """Costs from open runs and from jokers already used."""


class DominanceFilter:
    """Remembers the expanded states and finds those that are dominated."""

    def __init__(self, hand: Hand, spare: SpareJokers) -> None:
        """Start without states."""
        self._hand = hand
        self._spare = spare
        self._known: list[dict[object, list[_StateCosts]]] = [{} for _ in range(HIGHEST + 1)]

    def is_dominated(self, number: int, state: State, lost: int) -> bool:
        """Return whether a remembered state lost no more and is as good for what follows.

        If there is none, remember this state.
        """
        if not (state.has_run or self._hand.opening):
            return False  # until spare jokers have a place, more jokers may be worse
        mine = self._measure_costs(state, lost)
        # A mirror joker is never spare, so an unused one can be a burden: compare only equals.
        mirror = 0 if self._hand.opening else state.left.mirror
        # So can a colour-change joker that is never spare.
        change = state.left.change if self._hand.parts_changes else 0
        like_it = (state.covering, state.pairs, mirror, change, state.bare, state.changed)
        others = self._known[number].setdefault(like_it, [])
        for other in others:
            if (
                other.lost <= mine.lost
                and other.worth_missing <= mine.worth_missing
                and is_within_limits(other.drawbacks, mine.drawbacks)
            ):
                return True
        others.append(mine)
        return False

    def _measure_costs(self, state: State, lost: int) -> _StateCosts:
        """Return the costs of a state.

        An open run of three tiles can do all that one of two tiles can, and it can also end. The
        same holds for two tiles and one. So the costs count the runs with one tile, the runs with
        fewer than three, and all runs.
        """
        if self._hand.opening:
            # In an opening, unused jokers gain nothing. Otherwise they may still gain.
            lost -= self._spare.compute_gain(state.left)
        drawbacks = [_MANY - count for count in state.left]
        for one, two, three in state.strands:
            drawbacks += (one, one + two, _MANY - one - two - three)
        return _StateCosts(lost, self._hand.min_worth - state.worth, pack_counts(drawbacks))
