"""All that can be done at a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kostka.solver.reference.groups import Groups, groups_of
from kostka.solver.reference.hand import Hand, Row
from kostka.solver.reference.pieces import COLOURS, Jokers
from kostka.solver.reference.special import Draft, drafts
from kostka.solver.reference.state import Move, State
from kostka.solver.reference.strands import Growing, Growth
from kostka.tiles.tile import HIGHEST


class _Choice(NamedTuple):
    """Groups that can be made besides the runs."""

    groups: Groups
    left: Jokers
    """Jokers left after them."""
    lost: int
    """How much less the tiles of the number gain than they could."""


class At:
    """Gives what can be done, and remembers parts of it."""

    def __init__(self, hand: Hand) -> None:
        """Remember nothing yet."""
        self._hand = hand
        self._growing = Growing(hand)
        self._best: dict[tuple[object, ...], list[_Choice]] = {}
        self._choices: dict[tuple[object, ...], list[_Choice]] = {}
        self._most: dict[tuple[int, bool], Row] = {}

    def moves(self, number: int, state: State) -> Iterator[tuple[State, int, Move]]:
        """Give the states that can follow, what is lost for each, and what is done for it."""
        # Before the first run it is not sure that spare jokers will find a place.
        spare = state.has_run
        most = self._most_in_groups(number, spare=spare)
        for draft in drafts(self._hand, number, state):
            for growth in self._growing.ways(number, draft, most):
                for choice in self._all_choices(number, growth.used, growth.left, spare=spare):
                    after = self._after(number, state, draft, growth, choice)
                    if after is not None:
                        move = Move(draft.steps, growth.tiles, growth.ordinary, choice.groups)
                        yield after, choice.lost, move

    def _after(
        self, number: int, state: State, draft: Draft, growth: Growth, choice: _Choice
    ) -> State | None:
        if not self._hand.opening:
            has_run = state.has_run or bool(draft.covering) or any(map(any, growth.strands))
            return State(growth.strands, draft.covering, draft.pairs, choice.left, has_run, 0)
        groups = choice.groups
        cells = sum(growth.tiles) + sum(growth.ordinary) + sum(groups.tiles)
        cells += sum(groups.jokers) + groups.jokers.double
        worth = draft.worth + number * cells
        later = self._hand.later_worth[number] + HIGHEST * (
            sum(choice.left) + choice.left.double + len(draft.pairs)
        )
        if worth + later < self._hand.worth:
            return None
        worth = min(worth, self._hand.worth)
        return State(growth.strands, draft.covering, draft.pairs, choice.left, False, worth)

    def _most_in_groups(self, number: int, *, spare: bool) -> Row:
        """Give how many tiles of each colour groups can take at most."""
        most = self._most.get((number, spare))
        if most is None:
            groups = groups_of(self._hand.held[number], self._hand.held_jokers, spare=spare)
            most = tuple(max(some.tiles[colour] for some in groups) for colour in COLOURS)
            self._most[number, spare] = most
        return most

    def _all_choices(self, number: int, used: Row, left: Jokers, *, spare: bool) -> list[_Choice]:
        key = (number, used, left, spare)
        choices = self._choices.get(key)
        if choices is None:
            choices = self._choices[key] = [
                choice._replace(left=left.minus(choice.groups.jokers))
                for choice in self._best_choices(number, used, spare=spare)
                if left.holds(choice.groups.jokers)
            ]
        return choices

    def _best_choices(self, number: int, used: Row, *, spare: bool) -> list[_Choice]:
        """For each choice of jokers, find the groups that gain most with tiles not yet used."""
        key = (number, used, spare)
        if key not in self._best:
            self._best[key] = list(self._find_best(number, used, spare=spare))
        return self._best[key]

    def _find_best(self, number: int, used: Row, *, spare: bool):
        hand = self._hand
        held, must = hand.held[number], hand.must[number]
        best: dict[object, _Choice] = {}
        for groups in groups_of(held, hand.held_jokers, spare=spare):
            laid = tuple(map(int.__add__, used, groups.tiles))
            if all(map(int.__le__, must, laid)) and all(map(int.__le__, laid, held)):
                lost = hand.most_at(number) - hand.gain_at(number, laid)
                # In an opening more tiles are worth more, even if they gain less.
                kind = (groups.jokers, hand.opening and sum(laid))
                if kind not in best or lost < best[kind].lost:
                    best[kind] = _Choice(groups, Jokers(), lost)
        return best.values()
