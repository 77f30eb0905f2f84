"""Best-first search over the numbers 1 to 13."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple

from kostka.solver.reference.dominance import DominanceFilter
from kostka.solver.reference.hand import Hand
from kostka.solver.reference.number_moves import MoveGenerator, Successor
from kostka.solver.reference.pieces import Jokers
from kostka.solver.reference.spare_jokers import SpareJokers
from kostka.solver.reference.state import Move, State, estimate_distance, make_start_state
from kostka.tiles.tile import HIGHEST, NUMBERS

_BATCH_SIZE = 32
"""How many successors of a node are examined before another node may come first."""
_EFFORT_SHARES = 20
"""One share of the effort goes to a first best-first search and one to a beam search."""
_BEAM_WIDTH = 16
"""The beam search expands at least this many states at each number."""


class Way(NamedTuple):
    """The best way to reach a state."""

    lost: int
    """How far the gain of the number tiles is below its maximum."""
    before: State | None
    move: Move | None


Ways = list[dict[State, Way]]
"""The states after each number, starting with the state before number 1."""


class BestEnd(NamedTuple):
    """The best complete way over all numbers."""

    lost: int
    """How far the gain of all tiles is below its maximum."""
    moves: list[tuple[Move, State]]
    """The move at each number, and the state after it."""
    spare: Jokers
    """Jokers to lay at the ends of runs."""


class _Node(NamedTuple):
    """A state to expand. Nodes compare in the order in which they are expanded."""

    estimated_loss: int
    """How far the gain of all tiles is below its maximum, if nothing more is lost."""
    distance: int
    order: int
    """Makes nodes distinct; of two equal nodes the newer one comes first."""
    number: int
    state: State
    successors: Iterator[Successor | None] | None
    """The successors not examined yet; None if the node has not been expanded."""


class BestFirstSearch:
    """Finds the best way over all numbers.

    A way is measured by its loss: how far its gain is below the maximum. The loss never decreases
    from number to number, so expanding the state with the smallest loss finds the best way first.
    """

    def __init__(self, hand: Hand) -> None:
        """Prepare a search for the tiles of a hand."""
        self.end: BestEnd | None = None
        """The best end found so far."""
        self.proven = False
        """Whether it is proven that there is no better end."""
        self._hand = hand
        self._spare = SpareJokers(hand)
        self._generator = MoveGenerator(hand)
        self._dominance = DominanceFilter(hand, self._spare)
        self._begin = make_start_state(hand.held_jokers)
        self._ways = self._make_start_ways()
        self._frontier: list[_Node] = []
        self._order = 0
        self._add_node(0, self._begin)

    def run(self, effort: int) -> None:
        """Search for the best end within an effort.

        If many ways lose equally little, best-first search may never get to an end. A beam search
        is then likely to find a good one, which prunes the rest of the best-first search.
        """
        part = effort // _EFFORT_SHARES
        self._expand_best_first(part)
        if not self.proven:
            self._search_beam(part)
            self._expand_best_first(effort - 2 * part)

    def compute_max_gain(self) -> int:
        """Return the maximum gain of all tiles."""
        return sum(self._hand.max_gains) + self._spare.compute_max_gain(self._hand.held_jokers)

    def _make_start_ways(self) -> Ways:
        return [{self._begin: Way(0, None, None)}, *({} for _ in NUMBERS)]

    def _estimate_loss(self, lost: int, state: State) -> int:
        """Return the loss of all tiles if nothing more is lost after this state."""
        hope = self._spare.compute_max_gain
        return lost + hope(self._hand.held_jokers) - hope(state.left)

    def _is_better(self, lost: int) -> bool:
        return self.end is None or lost < self.end.lost

    # --- best first --------------------------------------------------------------------------

    def _expand_best_first(self, effort: int) -> None:
        """Expand the best node until the effort is spent; call again to continue."""
        while self._frontier and self._is_better(self._frontier[0].estimated_loss):
            if effort <= 0:
                return
            node = heappop(self._frontier)
            effort -= 1
            successors = node.successors or self._list_node_successors(node)
            if successors is None:
                continue
            some = list(islice(successors, _BATCH_SIZE))
            effort -= len(some)
            for after in self._expand_state(node.number, node.state, some, self._ways):
                self._add_node(node.number + 1, after)
            if len(some) == _BATCH_SIZE:
                later = node._replace(distance=node.distance + 1, successors=successors)
                heappush(self._frontier, later)
        self.proven = True

    def _add_node(self, number: int, state: State) -> None:
        estimated_loss = self._estimate_loss(self._ways[number][state].lost, state)
        self._order -= 1
        node = _Node(
            estimated_loss, estimate_distance(number, state), self._order, number, state, None
        )
        heappush(self._frontier, node)

    def _list_node_successors(self, node: _Node) -> Iterator[Successor | None] | None:
        """Return the successors of a node; None if it is outdated or dominated."""
        number, state = node.number, node.state
        lost = self._ways[number][state].lost
        if node.estimated_loss > self._estimate_loss(lost, state) or self._dominance.is_dominated(
            number, state, lost
        ):
            return None
        return self._generator.list_successors(number + 1, state)

    def _expand_state(
        self, number: int, state: State, some: Iterable[Successor | None], ways: Ways
    ) -> Iterator[State]:
        """Record the given successors of a state; yield those that are new and not ends."""
        lost, level = ways[number][state].lost, ways[number + 1]
        for successors in some:
            if successors is None:
                continue
            after, more, move = successors
            old = level.get(after)
            if old is not None and old.lost <= lost + more:
                continue
            if self._is_better(self._estimate_loss(lost + more, after)):
                level[after] = Way(lost + more, state, move)
                if number + 1 < HIGHEST:
                    yield after
                else:
                    self._record_end_if_best(after, ways)

    # --- beam search ------------------------------------------------------------------------

    def _search_beam(self, effort: int) -> None:
        """Expand only some of the best states at each number."""
        ways = self._make_start_ways()
        for number in range(HIGHEST):
            share = effort // (HIGHEST - number)
            effort -= share
            each = max(1, share // _BEAM_WIDTH)
            for state in self._rank_states(number, ways[number]):
                if share <= 0:
                    break
                some = list(islice(self._generator.list_successors(number + 1, state), each))
                share -= len(some)
                for _ in self._expand_state(number, state, some, ways):
                    pass
            effort += share

    def _rank_states(self, number: int, level: dict[State, Way]) -> list[State]:
        return sorted(
            level,
            key=lambda state: (
                self._estimate_loss(level[state].lost, state),
                estimate_distance(number, state),
            ),
        )

    # --- the end -----------------------------------------------------------------------------

    def _record_end_if_best(self, state: State, ways: Ways) -> None:
        """Keep this end if it is the best so far."""
        laid = self._spare.choose_jokers_to_lay(state.left, has_run=state.has_run)
        if laid is None or state.worth < self._hand.min_worth:
            return
        gain = self._spare.compute_gain(state.left.subtract(laid))
        lost = ways[-1][state].lost + self._spare.compute_max_gain(self._hand.held_jokers) - gain
        if self._is_better(lost):
            self.end = BestEnd(lost, _trace_moves(state, ways), laid)


def _trace_moves(last: State, ways: Ways) -> list[tuple[Move, State]]:
    moves: list[tuple[Move, State]] = []
    state: State | None = last
    for level in ways[:0:-1]:
        assert state is not None
        way = level[state]
        assert way.move is not None
        moves.append((way.move, state))
        state = way.before
    return moves[::-1]
