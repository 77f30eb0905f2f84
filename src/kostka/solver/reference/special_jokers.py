"""Moves of double, colour-change and mirror jokers at a number, outside groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from kostka.solver.reference.hand import Hand, Row
from kostka.solver.reference.pieces import COLOURS, C, D, J, Jokers, M, Piece
from kostka.solver.reference.state import (
    LONG,
    NO_STRANDS,
    CoveringRun,
    Pair,
    PairStep,
    RunStep,
    SpecialStep,
    State,
    Strands,
)
from kostka.tiles.tile import HIGHEST

_ALL_COLOURS = tuple(COLOURS)
_SIDES = 2

_TILE: Piece = -1
"""The number tile of a pair before its colour is chosen."""
_CELLS = [tuple(combinations_with_replacement((_TILE, J, D), sides)) for sides in range(_SIDES + 1)]
"""What can be laid at 0, 1 or 2 sides. Which side gets which piece makes no difference."""

_A_DOUBLE, _A_CHANGE, _A_MIRROR = Jokers(double=1), Jokers(change=1), Jokers(mirror=1)
_TWO_CHANGES = Jokers(change=_SIDES)


class PartialMove(NamedTuple):
    """A move at a number so far: special jokers are laid, the other pieces are not."""

    rest: tuple[Strands, ...]
    """Open runs without a tile at this number."""
    added: tuple[Strands, ...]
    """Open runs with a tile at this number."""
    covering: tuple[CoveringRun, ...]
    pairs: tuple[Pair, ...]
    used: Row
    """Tiles of this number in mirrored runs."""
    left: Jokers
    worth: int
    steps: tuple[SpecialStep, ...]


def list_partial_moves(hand: Hand, number: int, state: State) -> Iterator[PartialMove]:
    """Yield all ways to lay special jokers in runs and mirrored runs at a number.

    Laying none comes first, if possible; laying many at once comes last.
    """
    added = [NO_STRANDS] * len(COLOURS)
    for colour, length in state.covering:
        added[colour] = _adjust_run_count_in_colour(added[colour], length, +1)
    nothing = (0,) * len(COLOURS)
    partial = PartialMove(state.strands, tuple(added), (), (), nothing, state.left, state.worth, ())
    return _SpecialJokerMoves(hand, number).list_partial_moves(partial, state.pairs)


class _SpecialJokerMoves:
    """The ways to lay special jokers at one number."""

    def __init__(self, hand: Hand, number: int) -> None:
        self.hand = hand
        self.number = number

    def list_partial_moves(
        self, start: PartialMove, pairs: tuple[Pair, ...]
    ) -> Iterator[PartialMove]:
        with_open_pairs = [start]
        for pair in pairs:
            with_open_pairs = [
                after
                for one in with_open_pairs
                for after in self._list_mirrored_run_continuations(one, pair)
            ]
        for partial in with_open_pairs:
            for with_pairs in _apply_repeatedly(partial, self._list_mirrored_run_starts):
                for with_doubles in _apply_repeatedly(with_pairs, self._list_double_joker_moves):
                    yield from _apply_repeatedly(with_doubles, self._list_colour_change_joker_moves)

    # --- mirrored runs -----------------------------------------------------------------------

    def _list_mirrored_run_continuations(
        self, partial: PartialMove, pair: Pair
    ) -> Iterator[PartialMove]:
        if pair.rising and not pair.ahead:
            yield self._apply_pair_step(partial, PairStep(pair, (M,), None))
        yield from self._list_mirrored_run_cell_moves(partial, pair, pair)

    def _list_mirrored_run_starts(self, partial: PartialMove) -> Iterator[PartialMove]:
        if not partial.left.mirror:
            return
        partial = partial._replace(left=partial.left.subtract(_A_MIRROR))
        yield from self._list_mirrored_run_cell_moves(
            partial, None, Pair(rising=True, colours=_ALL_COLOURS, ahead=0)
        )
        # Longer mirrored runs can be split into a shorter one and plain runs, even if double
        # jokers are in the way.
        longest = LONG + 2 * self.hand.held_jokers.double
        if HIGHEST - longest <= self.number < HIGHEST:
            falling = Pair(rising=False, colours=_ALL_COLOURS, ahead=0)
            yield self._apply_pair_step(partial, PairStep(None, (M,), falling))

    def _list_mirrored_run_cell_moves(
        self, partial: PartialMove, before: Pair | None, pair: Pair
    ) -> Iterator[PartialMove]:
        """Lay a piece at each side that has none at this number (T-34)."""
        last = HIGHEST - 1 if pair.rising else HIGHEST  # leave room for the mirror joker (T-31)
        if self.number > last:
            return
        for pieces in _CELLS[_SIDES - pair.ahead]:
            doubles = pieces.count(D)
            jokers = Jokers(pieces.count(J), doubles)
            if not partial.left.has_all(jokers) or (doubles and self.number == last):
                continue
            after = pair._replace(ahead=doubles)
            for step in _expand_step_colours(PairStep(before, pieces, after)):
                yield from self._apply_pair_step_if_possible(partial, jokers, step)
        if not pair.ahead and partial.left.has_all(_TWO_CHANGES):
            after = pair._replace(colours=_list_colours_after_change(pair.colours))
            yield from self._apply_pair_step_if_possible(
                partial, _TWO_CHANGES, PairStep(before, (C, C), after)
            )

    def _apply_pair_step_if_possible(
        self, partial: PartialMove, jokers: Jokers, step: PairStep
    ) -> Iterator[PartialMove]:
        """Apply a step, unless tiles are missing for it or for the next number."""
        used = tuple(partial.used[colour] + step.pieces.count(colour) for colour in COLOURS)
        left = partial.left.subtract(jokers)
        if all(
            map(int.__le__, used, self.hand.held_tiles[self.number])
        ) and self._can_continue_mirrored_run(step, left):
            yield self._apply_pair_step(partial._replace(used=used, left=left), step)

    def _can_continue_mirrored_run(self, step: PairStep, left: Jokers) -> bool:
        pair = step.after
        if pair is None or self.number == HIGHEST:
            return True
        if step.before is None and not any(piece in COLOURS for piece in step.pieces):
            return self._can_begin_mirrored_run_with_jokers(pair, left)
        if pair.rising and not pair.ahead:
            return True
        tiles = max(self.hand.held_tiles[self.number + 1][colour] for colour in pair.colours)
        return pair.ahead + tiles + left.count_jokers_for_runs() >= _SIDES

    def _can_begin_mirrored_run_with_jokers(self, pair: Pair, left: Jokers) -> bool:
        """Return whether to try a pair that begins with jokers.

        A pair of jokers only is tried at the highest numbers, where it is worth most.
        """
        filled = self.number + 1 if pair.ahead == _SIDES else self.number
        return filled + left.count_cells() >= HIGHEST - 1 or any(
            self.hand.can_reach_tile(filled, colour, left) for colour in pair.colours
        )

    def _apply_pair_step(self, partial: PartialMove, step: PairStep) -> PartialMove:
        pairs = partial.pairs
        if step.after is not None and self.number < HIGHEST:
            pairs = tuple(sorted((*pairs, step.after)))
        worth = partial.worth + sum(map(self._compute_piece_points, step.pieces))
        return partial._replace(pairs=pairs, worth=worth, steps=(*partial.steps, step))

    def _compute_piece_points(self, piece: Piece) -> int:
        return 2 * self.number + 1 if piece == D else self.number

    # --- special jokers in plain runs --------------------------------------------------------

    def _list_double_joker_moves(self, partial: PartialMove) -> Iterator[PartialMove]:
        """Lay a double joker, which fills this number and the next (T-10, T-12)."""
        if not partial.left.double or self.number == HIGHEST:
            return
        left = partial.left.subtract(_A_DOUBLE)
        for colour, length in _list_open_runs(partial.rest):
            if self._is_joker_useful(self.number + 1, colour, length, left):
                covering = CoveringRun(colour, min(length + 1, LONG))
                yield self._apply_run_step(partial, RunStep(colour, length, D, colour))._replace(
                    left=left, covering=tuple(sorted((*partial.covering, covering)))
                )

    def _list_colour_change_joker_moves(self, partial: PartialMove) -> Iterator[PartialMove]:
        """Lay a colour-change joker, after which another colour follows (T-20 to T-23)."""
        if not partial.left.change:
            return
        left = partial.left.subtract(_A_CHANGE)
        for colour, length in _list_open_runs(partial.rest):
            # A run that begins with it has no colour yet, so any colour may follow.
            for onward in _list_colours_after_change((colour,) if length else _ALL_COLOURS):
                if self._is_joker_useful(self.number, onward, length, left):
                    yield self._apply_run_step(
                        partial, RunStep(colour, length, C, onward)
                    )._replace(
                        left=left, added=_adjust_run_count(partial.added, onward, length + 1, +1)
                    )

    def _is_joker_useful(self, filled: int, onward: int, length: int, left: Jokers) -> bool:
        """Return whether to try a joker at a run of this length, now filled up to a number."""
        if filled + LONG - (length + 1) > HIGHEST:
            return False  # no room for the tiles that the run still needs
        if not length:
            return self.hand.can_begin_with_joker(filled, onward, left)
        if length < LONG:
            return True
        # A joker at the end of a long run counts in an opening; spare ones go there anyway.
        return self.hand.opening or self.hand.can_reach_tile(filled, onward, left)

    def _apply_run_step(self, partial: PartialMove, step: RunStep) -> PartialMove:
        rest = partial.rest
        if step.length:
            rest = _adjust_run_count(rest, step.colour, step.length, -1)
        worth = partial.worth + self._compute_piece_points(step.piece)
        return partial._replace(rest=rest, worth=worth, steps=(*partial.steps, step))


def _apply_repeatedly(
    partial: PartialMove, once: Callable[[PartialMove], Iterator[PartialMove]]
) -> Iterator[PartialMove]:
    """Yield the results of applying `once` no time, one time, two times and so on.

    Results that differ only in the order of their steps are merged.
    """
    fresh = [partial]
    while fresh:
        yield from fresh
        without_steps = {partial[:-1]: partial for before in fresh for partial in once(before)}
        fresh = list(without_steps.values())


def _expand_step_colours(step: PairStep) -> Iterator[PairStep]:
    """Yield the step once per possible colour of its number tiles."""
    assert step.after is not None
    if _TILE not in step.pieces:
        yield step
        return
    for colour in step.after.colours:
        pieces = tuple(colour if piece == _TILE else piece for piece in step.pieces)
        yield PairStep(step.before, pieces, step.after._replace(colours=(colour,)))


def _list_colours_after_change(colours: tuple[int, ...]) -> tuple[int, ...]:
    """Return the colours that may follow a colour change; any if the one before is undecided."""
    if len(colours) > 1:
        return _ALL_COLOURS
    return tuple(colour for colour in COLOURS if colour != colours[0])


def _list_open_runs(all_strands: tuple[Strands, ...]) -> Iterator[tuple[int, int]]:
    """Yield colour and length of the runs that could be extended; length 0 is a new run."""
    for colour, strands in enumerate(all_strands):
        yield colour, 0
        for length, count in enumerate(strands, 1):
            if count:
                yield colour, length


def _adjust_run_count(
    all_strands: tuple[Strands, ...], colour: int, length: int, by: int
) -> tuple[Strands, ...]:
    strands = _adjust_run_count_in_colour(all_strands[colour], length, by)
    return (*all_strands[:colour], strands, *all_strands[colour + 1 :])


def _adjust_run_count_in_colour(strands: Strands, length: int, by: int) -> Strands:
    """Return the counts with `by` more runs of a length."""
    one, two, three = strands
    if length == 1:
        return one + by, two, three
    if length < LONG:
        return one, two + by, three
    return one, two, three + by
