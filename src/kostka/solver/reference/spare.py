"""Jokers that need no place of their own: they are put at an end of some run.

Ordinary, double and colour-change jokers fit at an end of every run that has room within 1 to 13,
and a run without room is long enough to be split. Three or more of them are a run by themselves.
So if there is a run at all, no place has to be looked for.
"""

from __future__ import annotations

from itertools import product

from kostka.melds.reading import SMALLEST_SET
from kostka.solver.reference.hand import Hand
from kostka.solver.reference.pieces import Jokers


class Spare:
    """What becomes of jokers that the walk has not laid."""

    def __init__(self, hand: Hand) -> None:
        """Remember nothing yet."""
        self.hand = hand
        self._hopes: dict[Jokers, int] = {}

    def laid(self, left: Jokers, *, has_run: bool) -> Jokers | None:
        """Choose which spare jokers are laid to gain most; None if not all that must be can."""
        hand = self.hand
        least = [
            max(0, must - (held - spare))
            for must, held, spare in zip(hand.must_jokers, hand.held_jokers, left, strict=True)
        ]
        if hand.opening or least[3]:
            return None if any(least) else Jokers()
        choices = [
            Jokers(*choice)
            for choice in product(*(range(least[kind], left[kind] + 1) for kind in range(3)))
            if has_run or sum(choice) == 0 or sum(choice) >= SMALLEST_SET
        ]
        return max(choices, key=lambda choice: self.gain(left.minus(choice)), default=None)

    def gain(self, left: Jokers) -> int:
        """Say what the jokers laid gain, given those that are not."""
        hand = self.hand
        kinds = zip(hand.held_jokers, left, hand.must_jokers, hand.joker_gains, strict=True)
        return sum(
            max(0, held - spare - must) * gain for held, spare, must, gain in kinds
        )

    def hope(self, left: Jokers) -> int:
        """Say what jokers gain at most: all goes well for those that are left."""
        if left not in self._hopes:
            good = (spare if gain > 0 else 0 for spare, gain in zip(left, self.hand.joker_gains, strict=True))
            self._hopes[left] = self.gain(left.minus(Jokers(*good)))
        return self._hopes[left]
