"""Spare jokers: those that are laid in the end without a place reserved for them.

Ordinary, double and colour-change jokers fit at either end of any plain run that has room within 1
to 13, and a run without room is long enough to split. Three or more of them are a run by
themselves. So if there is a run, or if three are left, they always find a place.

This does not apply to openings, where a joker counts what it stands for. Where house rules keep
colour-change jokers apart, these are never spare; where sets need a number tile, so does the run.
"""

from __future__ import annotations

from itertools import product

from kostka.melds.reading import MIN_SET_SIZE
from kostka.solver.reference.hand import Hand
from kostka.solver.reference.pieces import NO_JOKERS, Jokers

_CHANGE = 2
"""The index of colour-change jokers among `Jokers`."""


class SpareJokers:
    """Decides which spare jokers to lay, and counts the gain from jokers."""

    def __init__(self, hand: Hand) -> None:
        """Start with an empty cache."""
        self._hand = hand
        self._max_gains: dict[Jokers, int] = {}

    def choose_jokers_to_lay(self, left: Jokers, *, has_run: bool) -> Jokers | None:
        """Return the spare jokers to lay for the most gain; None if a required one has no place."""
        held, must = self._hand.held_jokers, self._hand.must_jokers
        *least, mirror = (max(0, count) for count in must.subtract(held.subtract(left)))
        if self._hand.parts_changes:
            if least[_CHANGE]:
                return None
            left = left._replace(change=0)
        if mirror or (self._hand.opening and any(least)):
            return None
        if self._hand.opening:
            return NO_JOKERS
        counts = (range(fewest, most + 1) for fewest, most in zip(least, left, strict=False))
        choices = [
            Jokers(*choice)
            for choice in product(*counts)
            if has_run or not any(choice) or self._can_be_set(choice)
        ]
        return max(
            choices, key=lambda choice: self.compute_gain(left.subtract(choice)), default=None
        )

    def _can_be_set(self, jokers: tuple[int, ...]) -> bool:
        return sum(jokers) >= MIN_SET_SIZE and self._hand.rules.joker_only_sets

    def compute_gain(self, left: Jokers) -> int:
        """Return the gain from jokers when `left` are not laid, even required ones."""
        laid = self._hand.held_jokers.subtract(left)
        extra = (max(0, count) for count in laid.subtract(self._hand.must_jokers))
        return sum(map(int.__mul__, extra, self._hand.joker_gains))

    def compute_max_gain(self, left: Jokers) -> int:
        """Return the maximum gain from jokers when `left` are not laid yet."""
        if left not in self._max_gains:
            kept = (
                count if gain < 0 else 0
                for count, gain in zip(left, self._hand.joker_gains, strict=True)
            )
            self._max_gains[left] = self.compute_gain(Jokers(*kept))
        return self._max_gains[left]
