"""Moves of double, colour-change and mirror jokers at a number, outside groups."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from kostka.editions.set_rules import ALL_SETS
from kostka.solver.reference.bare_runs import list_bare_run_moves
from kostka.solver.reference.hand import Hand
from kostka.solver.reference.partial_move import (
    PartialMove,
    adjust_run_count,
    adjust_run_count_in_colour,
    apply_repeatedly,
    compute_piece_points,
)
from kostka.solver.reference.pieces import BARE, COLOURS, C, CoveringRun, D, J, Jokers, M, Piece
from kostka.solver.reference.state import (
    LONG,
    NO_STRANDS,
    Pair,
    PairStep,
    RunStep,
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


def list_partial_moves(hand: Hand, number: int, state: State) -> Iterator[PartialMove]:
    """Yield all ways to lay special jokers in runs and mirrored runs at a number.

    Laying none comes first, if possible; laying many at once comes last.
    """
    *added, bare = [NO_STRANDS] * (len(COLOURS) + 1)
    for colour, length in state.covering:
        if colour == BARE:
            bare = adjust_run_count_in_colour(bare, length, +1)
        else:
            added[colour] = adjust_run_count_in_colour(added[colour], length, +1)
    start = PartialMove(
        rest=state.strands,
        added=tuple(added),
        covering=(),
        pairs=(),
        used=(0,) * len(COLOURS),
        left=state.left,
        worth=state.worth,
        bare_rest=state.bare,
        bare=bare,
        changed_before=state.changed,
        changed=(),
        steps=(),
    )
    moves = _SpecialJokerMoves(hand, number)
    for partial in list_bare_run_moves(hand, number, start):
        yield from moves.list_partial_moves(partial, state.pairs)


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
            for with_pairs in apply_repeatedly(partial, self._list_mirrored_run_starts):
                for with_doubles in apply_repeatedly(with_pairs, self._list_double_joker_moves):
                    yield from apply_repeatedly(with_doubles, self._list_colour_change_joker_moves)

    # --- mirrored runs -----------------------------------------------------------------------

    def _list_mirrored_run_continuations(
        self, partial: PartialMove, pair: Pair
    ) -> Iterator[PartialMove]:
        if pair.rising and not pair.ahead and pair.may_end:
            yield self._apply_pair_step(partial, PairStep(pair, (M,), None))
        yield from self._list_mirrored_run_cell_moves(partial, pair, pair)

    def _list_mirrored_run_starts(self, partial: PartialMove) -> Iterator[PartialMove]:
        if not partial.left.mirror:
            return
        partial = partial._replace(left=partial.left.subtract(_A_MIRROR))
        yield from self._list_mirrored_run_cell_moves(
            partial,
            None,
            Pair(
                rising=True,
                colours=_ALL_COLOURS,
                ahead=0,
                is_single=not self.hand.rules.single_tile_mirrors,
                lacks_tile=self.hand.tracks_bare_runs,
            ),
        )
        # Longer mirrored runs can be split into a shorter one and plain runs, even if double
        # jokers are in the way. House rules may forbid some of these parts.
        longest = LONG + 2 * self.hand.held_jokers.double
        if self.hand.rules is not ALL_SETS:
            longest = HIGHEST
        shortest = 1 if self.hand.rules.single_tile_mirrors else 2
        if HIGHEST - longest <= self.number <= HIGHEST - shortest:
            falling = Pair(
                rising=False,
                colours=_ALL_COLOURS,
                ahead=0,
                is_single=False,
                lacks_tile=self.hand.tracks_bare_runs,
            )
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
            after = pair._replace(
                ahead=doubles,
                is_single=before is None and pair.is_single and not doubles,
                lacks_tile=pair.lacks_tile and _TILE not in pieces,
            )
            for step in _expand_step_colours(PairStep(before, pieces, after)):
                yield from self._apply_pair_step_if_possible(partial, jokers, step)
        if not pair.ahead and partial.left.has_all(_TWO_CHANGES):
            after = pair._replace(
                colours=_list_colours_after_change(pair.colours),
                is_single=before is None and pair.is_single,
            )
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
        if pair is None:
            return True
        if self.number == HIGHEST:
            return pair.may_end
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
        worth = partial.worth + sum(
            compute_piece_points(self.number, piece) for piece in step.pieces
        )
        return partial._replace(pairs=pairs, worth=worth, steps=(*partial.steps, step))

    # --- special jokers in plain runs --------------------------------------------------------

    def _list_double_joker_moves(self, partial: PartialMove) -> Iterator[PartialMove]:
        """Lay a double joker, which fills this number and the next (T-10, T-12)."""
        if not partial.left.double or self.number == HIGHEST:
            return
        left = partial.left.subtract(_A_DOUBLE)
        for colour, length in self._list_runs_for_joker(partial):
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
        for colour, length in self._list_runs_for_joker(partial):
            if self._has_changed(partial, colour, length):
                continue
            # A run that begins with it has no colour yet, so any colour may follow.
            for onward in _list_colours_after_change((colour,) if length else _ALL_COLOURS):
                if self._is_joker_useful(self.number, onward, length, left):
                    yield self._apply_run_step(
                        partial, RunStep(colour, length, C, onward)
                    )._replace(
                        left=left,
                        added=adjust_run_count(partial.added, onward, length + 1, +1),
                        changed=self.hand.mark_changed_run(
                            CoveringRun(onward, min(length + 1, LONG)), left
                        ),
                    )

    def _list_runs_for_joker(self, partial: PartialMove) -> Iterator[tuple[int, int]]:
        """Yield colour and length of runs that may get a joker; bare runs begin elsewhere."""
        return (
            (colour, length)
            for colour, length in _list_open_runs(partial.rest)
            if length or not self.hand.tracks_bare_runs
        )

    def _has_changed(self, partial: PartialMove, colour: int, length: int) -> bool:
        """Return whether the only such run has just got a colour-change joker."""
        is_only = length and partial.rest[colour][length - 1] == 1
        return bool(is_only) and CoveringRun(colour, length) in partial.changed_before

    def _is_joker_useful(self, filled: int, onward: int, length: int, left: Jokers) -> bool:
        """Return whether to try a joker at a run of this length, now filled up to a number."""
        if filled + LONG - (length + 1) > HIGHEST:
            return False  # no room for the tiles that the run still needs
        if not length:
            return self.hand.can_begin_with_joker(filled, onward, left)
        if length < LONG:
            return True
        # A joker at the end of a long run counts in an opening; spare ones go there anyway.
        # Where a colour-change joker may not find a place there, it is laid in the search.
        return (
            self.hand.opening
            or self.hand.parts_changes
            or self.hand.can_reach_tile(filled, onward, left)
        )

    def _apply_run_step(self, partial: PartialMove, step: RunStep) -> PartialMove:
        rest = partial.rest
        changed_before = partial.changed_before
        if step.length:
            rest = adjust_run_count(rest, step.colour, step.length, -1)
        if step.piece == D and CoveringRun(step.colour, step.length) in changed_before:
            changed_before = ()  # of equal runs, that one gets the double joker
        worth = partial.worth + compute_piece_points(self.number, step.piece)
        return partial._replace(
            rest=rest, worth=worth, changed_before=changed_before, steps=(*partial.steps, step)
        )


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
