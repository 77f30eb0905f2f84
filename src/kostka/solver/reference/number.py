"""All that can be done at a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kostka.solver.reference.groups import Groups, groups_of
from kostka.solver.reference.hand import Hand, Row
from kostka.solver.reference.pieces import COLOURS, NO_JOKERS, Jokers
from kostka.solver.reference.special import Draft, drafts
from kostka.solver.reference.state import Move, State
from kostka.solver.reference.strands import Growing, Growth
from kostka.tiles.tile import HIGHEST


class Next(NamedTuple):
    """What can be done at a number, and what comes of it."""

    state: State
    lost: int
    """How much less the tiles of the number gain than they could at most."""
    move: Move


class _Choice(NamedTuple):
    """Groups that can be made besides the runs."""

    groups: Groups
    tiles: int
    """How many number tiles are in them."""
    lost: int
    left: Jokers
    """Jokers left after them."""


_Known = dict[tuple[object, ...], list[_Choice]]


class Numbers:
    """Gives what can be done at each number, and remembers parts of it."""

    def __init__(self, hand: Hand) -> None:
        """Remember nothing yet."""
        self._hand = hand
        self._growing = Growing(hand)
        self._best: _Known = {}
        self._choices: _Known = {}
        self._in_groups: dict[tuple[int, bool], Row] = {}

    def following(self, number: int, state: State) -> Iterator[Next | None]:
        """Give what can be done at a number; what takes few special jokers comes first.

        Each None is a chance to stop where nothing has been found for a while.
        """
        in_groups = self._most_in_groups(number, spare=state.has_run)
        for draft in drafts(self._hand, number, state):
            yield None
            for growth in self._growing.ways(number, draft, in_groups):
                # Before there is a run it is not sure that spare jokers will find a place.
                for choice in self._all_choices(number, growth, spare=state.has_run):
                    after = self._after(number, state, draft, growth, choice)
                    move = Move(draft.steps, growth.tiles, growth.ordinary, choice.groups)
                    yield None if after is None else Next(after, choice.lost, move)

    def _after(
        self, number: int, state: State, draft: Draft, growth: Growth, choice: _Choice
    ) -> State | None:
        """Put together what is open, if it can still be worth enough."""
        has_run, worth = False, 0
        if self._hand.opening:
            jokers = choice.groups.jokers
            cells = sum(growth.used) - sum(draft.used) + sum(growth.ordinary)
            cells += choice.tiles + sum(jokers) + jokers.double
            worth = draft.worth + number * cells
            # A rising pair has its mirror joker, but has not counted it yet.
            jokers_later = sum(choice.left) + choice.left.double + len(draft.pairs)
            if worth + self._hand.later_worth[number] + HIGHEST * jokers_later < self._hand.worth:
                return None
            worth = min(worth, self._hand.worth)
        else:
            has_run = state.has_run or bool(draft.covering) or any(map(any, growth.strands))
        return State(growth.strands, draft.covering, draft.pairs, choice.left, has_run, worth)

    # --- groups ----------------------------------------------------------------------------

    def _most_in_groups(self, number: int, *, spare: bool) -> Row:
        """Give how many tiles of each colour groups can take at most."""
        if (number, spare) not in self._in_groups:
            held = self._hand.held[number]
            rows = [
                row
                for row in groups_of(self._hand.copies, self._hand.held_jokers, spare=spare)
                if all(map(int.__le__, row, held))
            ]
            most = tuple(max(row[colour] for row in rows) for colour in COLOURS)
            self._in_groups[number, spare] = most
        return self._in_groups[number, spare]

    def _all_choices(self, number: int, growth: Growth, *, spare: bool) -> list[_Choice]:
        """Give the groups that can be made besides the runs."""
        key = (number, growth.used, growth.left, spare)
        if key not in self._choices:
            self._choices[key] = [
                choice._replace(left=growth.left.minus(choice.groups.jokers))
                for choice in self._best_choices(number, growth.used, spare=spare)
                if growth.left.holds(choice.groups.jokers)
            ]
        return self._choices[key]

    def _best_choices(self, number: int, used: Row, *, spare: bool) -> list[_Choice]:
        """For each choice of jokers, find the groups that gain most with tiles not in runs.

        What they are does not matter for what follows, except for the worth of an opening.
        """
        key = (number, used, spare)
        if key not in self._best:
            best: dict[tuple[Jokers, int], _Choice] = {}
            for choice in self._possible_choices(number, used, spare=spare):
                kind = (choice.groups.jokers, choice.tiles if self._hand.opening else 0)
                if kind not in best or choice.lost < best[kind].lost:
                    best[kind] = choice
            self._best[key] = list(best.values())
        return self._best[key]

    def _possible_choices(self, number: int, used: Row, *, spare: bool) -> Iterator[_Choice]:
        hand = self._hand
        all_groups = groups_of(hand.copies, hand.held_jokers, spare=spare)
        for tiles, some_groups in all_groups.items():
            laid = tuple(map(int.__add__, used, tiles))
            enough = all(map(int.__le__, hand.must[number], laid))
            if enough and all(map(int.__le__, laid, hand.held[number])):
                lost = hand.most[number] - hand.gain_at(number, laid)
                for groups in some_groups:
                    yield _Choice(groups, sum(tiles), lost, NO_JOKERS)
