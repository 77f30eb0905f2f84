"""All moves that can be made at one number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kostka.solver.reference.groups import Groups, list_groups_by_tiles
from kostka.solver.reference.hand import Hand, Row
from kostka.solver.reference.partial_move import PartialMove
from kostka.solver.reference.pieces import BARE, COLOURS, NO_JOKERS, Jokers
from kostka.solver.reference.run_growth import RunGrower, RunGrowth
from kostka.solver.reference.special_jokers import list_partial_moves
from kostka.solver.reference.state import Move, State
from kostka.tiles.tile import HIGHEST


class Successor(NamedTuple):
    """A move at a number and the state after it."""

    state: State
    lost: int
    """How far the gain of this number's tiles is below its maximum."""
    move: Move


class _GroupChoice(NamedTuple):
    """Groups that can be made beside the runs."""

    groups: Groups
    tiles: int
    """The count of number tiles in the groups."""
    lost: int
    left: Jokers
    """Jokers left after the groups are made."""


_ChoiceCache = dict[tuple[object, ...], list[_GroupChoice]]


class MoveGenerator:
    """Lists the moves at each number, and caches the choices of groups."""

    def __init__(self, hand: Hand) -> None:
        """Start with empty caches."""
        self._hand = hand
        self._run_grower = RunGrower(hand)
        self._best: _ChoiceCache = {}
        self._choices: _ChoiceCache = {}
        self._max_in_groups: dict[tuple[int, bool], Row] = {}

    def list_successors(self, number: int, state: State) -> Iterator[Successor | None]:
        """Yield the moves at a number, those with few special jokers first.

        None values come in between, so that the caller can stop when no move turns up.
        """
        in_groups = self._count_max_tiles_in_groups(number, spare=state.has_run)
        for partial in list_partial_moves(self._hand, number, state):
            yield None
            for growth in self._run_grower.list_run_growths(number, partial, in_groups):
                # Until there is a run, spare jokers may end up without a place.
                for choice in self._list_group_choices(number, growth, spare=state.has_run):
                    after = self._build_state_after_move(number, state, partial, growth, choice)
                    move = Move(partial.steps, growth.tiles, growth.ordinary, choice.groups)
                    yield None if after is None else Successor(after, choice.lost, move)

    def _build_state_after_move(
        self,
        number: int,
        state: State,
        partial: PartialMove,
        growth: RunGrowth,
        choice: _GroupChoice,
    ) -> State | None:
        """Return the state after a move, or None if the opening cannot be worth enough."""
        has_run, worth = False, 0
        if self._hand.opening:
            jokers = choice.groups.jokers
            cells = sum(growth.used) - sum(partial.used) + sum(growth.ordinary)
            cells += choice.tiles + sum(jokers) + jokers.double
            worth = partial.worth + number * cells
            # A rising pair owns its mirror joker, which is not counted in `worth` yet.
            jokers_later = sum(choice.left) + choice.left.double + len(partial.pairs)
            if (
                worth + self._hand.later_worth[number] + HIGHEST * jokers_later
                < self._hand.min_worth
            ):
                return None
            worth = min(worth, self._hand.min_worth)
        else:
            has_run = state.has_run or self._has_run_after_move(partial, growth)
        return State(
            growth.strands,
            partial.covering,
            partial.pairs,
            choice.left,
            has_run,
            worth,
            partial.bare,
            partial.changed,
        )

    def _has_run_after_move(self, partial: PartialMove, growth: RunGrowth) -> bool:
        """Return whether a move lays tiles in a run that may take spare jokers."""
        if self._hand.tracks_bare_runs:  # a run with a number tile, even if it is finished
            coloured = [run for run in partial.covering if run.colour != BARE]
            return bool(coloured) or any(growth.tiles) or any(map(any, partial.added))
        return bool(partial.covering) or any(map(any, growth.strands))

    # --- groups ----------------------------------------------------------------------------

    def _count_max_tiles_in_groups(self, number: int, *, spare: bool) -> Row:
        """Return the maximum count of tiles of each colour that groups can use."""
        if (number, spare) not in self._max_in_groups:
            held = self._hand.held_tiles[number]
            rows = [
                row
                for row in list_groups_by_tiles(
                    self._hand.copies, self._hand.held_jokers, self._hand.rules, spare=spare
                )
                if all(map(int.__le__, row, held))
            ]
            most = tuple(max(row[colour] for row in rows) for colour in COLOURS)
            self._max_in_groups[number, spare] = most
        return self._max_in_groups[number, spare]

    def _list_group_choices(
        self, number: int, growth: RunGrowth, *, spare: bool
    ) -> list[_GroupChoice]:
        """Return the groups that can be made beside the runs."""
        key = (number, growth.used, growth.left, spare)
        if key not in self._choices:
            self._choices[key] = [
                choice._replace(left=growth.left.subtract(choice.groups.jokers))
                for choice in self._find_best_group_choices(number, growth.used, spare=spare)
                if growth.left.has_all(choice.groups.jokers)
            ]
        return self._choices[key]

    def _find_best_group_choices(
        self, number: int, used: Row, *, spare: bool
    ) -> list[_GroupChoice]:
        """Return the best groups of tiles outside runs, one entry per choice of jokers.

        Later numbers do not depend on which groups these are; only an opening's worth does.
        """
        key = (number, used, spare)
        if key not in self._best:
            best: dict[tuple[Jokers, int], _GroupChoice] = {}
            for choice in self._list_possible_groups(number, used, spare=spare):
                kind = (choice.groups.jokers, choice.tiles if self._hand.opening else 0)
                if kind not in best or choice.lost < best[kind].lost:
                    best[kind] = choice
            self._best[key] = list(best.values())
        return self._best[key]

    def _list_possible_groups(
        self, number: int, used: Row, *, spare: bool
    ) -> Iterator[_GroupChoice]:
        hand = self._hand
        all_groups = list_groups_by_tiles(hand.copies, hand.held_jokers, hand.rules, spare=spare)
        for tiles, some_groups in all_groups.items():
            laid = tuple(map(int.__add__, used, tiles))
            enough = all(map(int.__le__, hand.must_tiles[number], laid))
            if enough and all(map(int.__le__, laid, hand.held_tiles[number])):
                lost = hand.max_gains[number] - hand.compute_gain_at_number(number, laid)
                for groups in some_groups:
                    yield _GroupChoice(groups, sum(tiles), lost, NO_JOKERS)
