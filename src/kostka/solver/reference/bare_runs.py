"""Bare runs: plain runs of jokers alone, so far.

Where house rules forbid sets of jokers alone, every run that begins with a joker is bare until it
gets a number tile, which gives it a colour. A bare run must go on at every number.
"""

from __future__ import annotations

from collections.abc import Iterator

from kostka.solver.reference.hand import Hand
from kostka.solver.reference.partial_move import (
    PartialMove,
    adjust_run_count,
    adjust_run_count_in_colour,
    apply_repeatedly,
    compute_piece_points,
)
from kostka.solver.reference.pieces import BARE, COLOURS, C, CoveringRun, D, J, Jokers, Piece
from kostka.solver.reference.state import LONG, NO_STRANDS, RunStep
from kostka.tiles.tile import HIGHEST

_JOKERS = {J: Jokers(ordinary=1), D: Jokers(double=1), C: Jokers(change=1)}


def list_bare_run_moves(hand: Hand, number: int, partial: PartialMove) -> Iterator[PartialMove]:
    """Yield all ways to continue every bare run and to begin new ones."""
    if not hand.tracks_bare_runs:
        yield partial
        return
    moves = _BareRunMoves(hand, number)
    continued = [partial]
    for length, count in enumerate(partial.bare_rest, 1):
        for _ in range(count):
            unique = {
                after[:-1]: after
                for before in continued
                for after in moves.list_continuations(before, length)
            }
            continued = list(unique.values())
    for before in continued:
        for after in apply_repeatedly(before, moves.list_starts):
            if number < HIGHEST or after.bare == NO_STRANDS:
                yield after


class _BareRunMoves:
    """The ways to lay a piece at a bare run at one number."""

    def __init__(self, hand: Hand, number: int) -> None:
        self.hand = hand
        self.number = number

    def list_continuations(self, partial: PartialMove, length: int) -> Iterator[PartialMove]:
        """Yield the ways to continue one bare run: a number tile gives it its colour."""
        run = CoveringRun(BARE, length)
        rest = adjust_run_count_in_colour(partial.bare_rest, length, -1)
        # Of equal runs, the one that ends with a colour-change joker is continued first.
        is_changed = run in partial.changed_before
        partial = partial._replace(
            bare_rest=rest, changed_before=() if is_changed else partial.changed_before
        )
        for colour in COLOURS:
            used = partial.used[colour] + 1
            if used <= self.hand.held_tiles[self.number][colour]:
                yield self._lay_piece(partial, length, colour)._replace(
                    used=(*partial.used[:colour], used, *partial.used[colour + 1 :]),
                    added=adjust_run_count(partial.added, colour, length + 1, +1),
                )
        yield from self._list_jokers(partial, length, may_change=not is_changed)

    def list_starts(self, partial: PartialMove) -> Iterator[PartialMove]:
        """Yield the ways to begin one more bare run."""
        if self.number + LONG - 1 <= HIGHEST:
            yield from self._list_jokers(partial, 0, may_change=True)

    def _list_jokers(
        self, partial: PartialMove, length: int, *, may_change: bool
    ) -> Iterator[PartialMove]:
        longer = min(length + 1, LONG)
        for piece, joker in _JOKERS.items():
            if not partial.left.has_all(joker) or (piece == C and not may_change):
                continue
            left = partial.left.subtract(joker)
            after = self._lay_piece(partial, length, piece)._replace(left=left)
            if piece != D:
                if piece == C:
                    changed = self.hand.mark_changed_run(CoveringRun(BARE, longer), left)
                    after = after._replace(changed=changed)
                yield after._replace(bare=adjust_run_count_in_colour(after.bare, longer, +1))
            elif self.number < HIGHEST:
                covering = (*after.covering, CoveringRun(BARE, longer))
                yield after._replace(covering=tuple(sorted(covering)))

    def _lay_piece(self, partial: PartialMove, length: int, piece: Piece) -> PartialMove:
        onward = piece if piece in COLOURS else BARE
        return partial._replace(
            worth=partial.worth + compute_piece_points(self.number, piece),
            steps=(*partial.steps, RunStep(BARE, length, piece, onward)),
        )
