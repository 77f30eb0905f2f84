"""Jokers that need no place of their own.

Ordinary, double and colour-change jokers fit at either end of every plain run that has room there
within 1 to 13, and a run without room is long enough to be split. Three or more of them are a run
by themselves. So where there is a run, or where three are left, no place has to be looked for.

In an opening, where a joker counts what it stands for, this is not done.
"""

from __future__ import annotations

from itertools import product

from kostka.melds.reading import SMALLEST_SET
from kostka.solver.reference.hand import Hand
from kostka.solver.reference.pieces import NO_JOKERS, Jokers


class Spare:
    """What becomes of jokers that are left, and what jokers gain."""

    def __init__(self, hand: Hand) -> None:
        """Remember nothing yet."""
        self._hand = hand
        self._hopes: dict[Jokers, int] = {}

    def laid(self, left: Jokers, *, has_run: bool) -> Jokers | None:
        """Choose those to lay in the end, for the most gain; None if one that must be cannot."""
        held, must = self._hand.held_jokers, self._hand.must_jokers
        *least, mirror = (max(0, count) for count in must.minus(held.minus(left)))
        if mirror or (self._hand.opening and any(least)):
            return None
        if self._hand.opening:
            return NO_JOKERS
        counts = (range(fewest, most + 1) for fewest, most in zip(least, left, strict=False))
        choices = [
            Jokers(*choice)
            for choice in product(*counts)
            if has_run or not any(choice) or sum(choice) >= SMALLEST_SET
        ]
        return max(choices, key=lambda choice: self.gain(left.minus(choice)), default=None)

    def gain(self, left: Jokers) -> int:
        """Say what jokers gain if these are not laid; that some must be is for `laid` to see to."""
        laid = self._hand.held_jokers.minus(left)
        extra = (max(0, count) for count in laid.minus(self._hand.must_jokers))
        return sum(map(int.__mul__, extra, self._hand.joker_gains))

    def hope(self, left: Jokers) -> int:
        """Say what jokers gain at most if these are not laid yet."""
        if left not in self._hopes:
            kept = (
                count if gain < 0 else 0
                for count, gain in zip(left, self._hand.joker_gains, strict=True)
            )
            self._hopes[left] = self.gain(Jokers(*kept))
        return self._hopes[left]
