"""What double, colour-change and mirror jokers do at a number, outside groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from kostka.solver.reference.hand import Hand, Row
from kostka.solver.reference.pieces import COLOURS, C, D, J, Jokers, M, Piece
from kostka.solver.reference.state import (
    LONG,
    NO_STRANDS,
    Covering,
    Pair,
    PairStep,
    RunStep,
    State,
    Strands,
)
from kostka.tiles.tile import HIGHEST

ALL_COLOURS = tuple(COLOURS)
TILE = -1
"""The number tile of the colour of a pair, while this is not known."""

_ONE = {J: Jokers(1, 0, 0, 0), D: Jokers(0, 1, 0, 0), C: Jokers(0, 0, 1, 0), M: Jokers(0, 0, 0, 1)}
_TWO_CHANGES = Jokers(0, 0, 2, 0)
_CELLS = {
    size: tuple(combinations_with_replacement((TILE, J, D), size)) for size in range(len("LR") + 1)
}


class Draft(NamedTuple):
    """A number that is partly done."""

    rest: tuple[Strands, ...]
    """Open runs that have no tile at this number yet."""
    added: tuple[Strands, ...]
    """Open runs that have one."""
    covering: tuple[Covering, ...]
    pairs: tuple[Pair, ...]
    used: Row
    """Tiles of this number in mirrored runs."""
    left: Jokers
    worth: int
    steps: tuple[RunStep | PairStep, ...]


def drafts(hand: Hand, number: int, state: State) -> Iterable[Draft]:
    """Give all that can be done at a number with special jokers in runs and mirrored runs."""
    added = [NO_STRANDS] * len(COLOURS)
    for colour, length in state.covering:
        added[colour] = changed(added[colour], length, +1)
    begin = Draft(
        state.strands, tuple(added), (), (), (0, 0, 0, 0), state.left, state.worth, ()
    )
    if not state.pairs and not any(state.left[1:]):
        return [begin]
    return _Number(hand, number).drafts(begin, state.pairs)


def changed(strands: Strands, length: int, by: int) -> Strands:
    """Change how many open runs of a length there are."""
    one, two, three = strands
    if length == 1:
        return one + by, two, three
    if length < LONG:
        return one, two + by, three
    return one, two, three + by


def _replaced(
    all_strands: tuple[Strands, ...], colour: int, length: int, by: int
) -> tuple[Strands, ...]:
    new = changed(all_strands[colour], length, by)
    return (*all_strands[:colour], new, *all_strands[colour + 1 :])


class _Number:
    """The number that is being done, and what is on hand."""

    def __init__(self, hand: Hand, number: int) -> None:
        self.hand = hand
        self.number = number

    def drafts(self, begin: Draft, pairs: tuple[Pair, ...]) -> Iterable[Draft]:
        found: Iterable[Draft] = [begin]
        for pair in pairs:
            found = [after for before in found for after in self._goes_on(before, pair)]
        for once in (self._pair_begins, self._double_laid, self._change_laid):
            found = _any_number_of_times(found, once)
        return found

    # --- mirrored runs ---------------------------------------------------------------------

    def _goes_on(self, draft: Draft, pair: Pair) -> Iterator[Draft]:
        if pair.rising and not pair.ahead:
            yield self._with_pair(draft, PairStep(pair, (M,), None))
        yield from self._cells(draft, pair, pair)

    def _pair_begins(self, draft: Draft) -> Iterator[Draft]:
        if not draft.left.mirror:
            return
        draft = draft._replace(left=draft.left.minus(_ONE[M]))
        yield from self._cells(draft, None, Pair(rising=True, colours=ALL_COLOURS, ahead=0))
        longest = LONG + 2 * self.hand.held_jokers.double
        if HIGHEST - longest <= self.number < HIGHEST:
            falling = Pair(rising=False, colours=ALL_COLOURS, ahead=0)
            yield self._with_pair(draft, PairStep(None, (M,), falling))

    def _cells(self, draft: Draft, before: Pair | None, pair: Pair) -> Iterator[Draft]:
        """Lay a cell of each side that has none at this number (T-34)."""
        last = HIGHEST - pair.rising  # a rising pair needs a number for its mirror joker (T-31)
        if self.number > last:
            return
        for pieces in _CELLS[2 - pair.ahead]:
            ahead = pieces.count(D)
            left = draft.left.minus(Jokers(pieces.count(J), ahead))
            if min(left) < 0 or (ahead and self.number == last):
                continue
            if TILE not in pieces:
                after = pair._replace(ahead=ahead)
                yield from self._if_it_can_go_on(draft, left, PairStep(before, pieces, after))
                continue
            for colour in pair.colours:
                after = pair._replace(colours=(colour,), ahead=ahead)
                written = tuple(colour if piece == TILE else piece for piece in pieces)
                yield from self._if_it_can_go_on(draft, left, PairStep(before, written, after))
        if not pair.ahead and draft.left.change >= 2:  # noqa: PLR2004  (one on each side)
            left = draft.left.minus(_TWO_CHANGES)
            after = pair._replace(colours=_other_colours(pair.colours))
            yield from self._if_it_can_go_on(draft, left, PairStep(before, (C, C), after))

    def _if_it_can_go_on(self, draft: Draft, left: Jokers, step: PairStep) -> Iterator[Draft]:
        """Do a step unless the pair would get stuck at the next number."""
        pair = step.after
        assert pair is not None
        needed = 2 - pair.ahead
        may_close = self.number == HIGHEST or (pair.rising and not pair.ahead)
        if not may_close and needed:
            tiles = max(self.hand.held[self.number + 1][colour] for colour in pair.colours)
            if tiles + sum(left[:3]) < needed:
                return
        used = list(draft.used)
        for piece in step.pieces:
            if piece in COLOURS:
                used[piece] += 1
                if used[piece] > self.hand.held[self.number][piece]:
                    return
        yield self._with_pair(draft._replace(used=tuple(used), left=left), step)

    def _with_pair(self, draft: Draft, step: PairStep) -> Draft:
        pairs = draft.pairs
        # A falling pair has nowhere to go on to after 13.
        if step.after is not None and self.number < HIGHEST:
            pairs = tuple(sorted((*pairs, step.after)))
        return draft._replace(
            pairs=pairs,
            worth=draft.worth + sum(map(self._worth, step.pieces)),
            steps=(*draft.steps, step),
        )

    def _worth(self, piece: Piece) -> int:
        return 2 * self.number + 1 if piece == D else self.number

    # --- special jokers in plain runs ------------------------------------------------------

    def _double_laid(self, draft: Draft) -> Iterator[Draft]:
        """T-10: a double joker fills this number and the next."""
        if not draft.left.double or self.number == HIGHEST:
            return
        left = draft.left.minus(_ONE[D])
        for colour, length in _places(draft.rest):
            longer = min(length + 1, LONG)
            if self._is_of_use(self.number + 1, colour, length, left):
                covering = tuple(sorted((*draft.covering, Covering(colour, longer))))
                step = RunStep(colour, length, D, colour)
                yield self._with_run_step(draft, step)._replace(left=left, covering=covering)

    def _change_laid(self, draft: Draft) -> Iterator[Draft]:
        """T-20, T-21: a colour-change joker fills this number; another colour follows."""
        if not draft.left.change:
            return
        left = draft.left.minus(_ONE[C])
        for colour, length in _places(draft.rest):
            if not length and colour:
                continue  # a run that begins with it has no colour before: once is enough
            onward_colours = _other_colours((colour,)) if length else ALL_COLOURS
            for onward in onward_colours:
                if self._is_of_use(self.number, onward, length, left):
                    added = _replaced(draft.added, onward, length + 1, +1)
                    step = RunStep(colour, length, C, onward)
                    yield self._with_run_step(draft, step)._replace(left=left, added=added)

    def _is_of_use(self, filled: int, onward: int, length: int, left: Jokers) -> bool:
        """Is there room for the tiles still needed, and if none are, is there one to lead to?

        In an opening a joker counts wherever it is. Otherwise one at the end of a run is of use
        only if it makes three tiles; spare ones are put there afterwards.
        """
        if filled + LONG - length - 1 > HIGHEST:
            return False
        in_between = 0 < length < LONG
        return in_between or self.hand.opening or self.hand.reaches_tile(filled, onward, left)

    def _with_run_step(self, draft: Draft, step: RunStep) -> Draft:
        rest = draft.rest
        if step.length:
            rest = _replaced(rest, step.colour, step.length, -1)
        return draft._replace(
            rest=rest, worth=draft.worth + self._worth(step.piece), steps=(*draft.steps, step)
        )


def _places(all_strands: tuple[Strands, ...]) -> Iterator[tuple[int, int]]:
    """Give colour and length of the runs that could go on, 0 being the length of a new one."""
    for colour, strands in enumerate(all_strands):
        yield colour, 0
        for length, count in enumerate(strands, 1):
            if count:
                yield colour, length


def _other_colours(colours: tuple[int, ...]) -> tuple[int, ...]:
    """Give the colours after a change: where the one before is open, it can be any."""
    if len(colours) > 1:
        return ALL_COLOURS
    return tuple(colour for colour in COLOURS if colour != colours[0])


def _any_number_of_times(
    begun: Iterable[Draft], once: Callable[[Draft], Iterator[Draft]]
) -> Iterable[Draft]:
    """Do something never, once, or again and again; in whatever order, it counts once."""
    found = {draft[:-1]: draft for draft in begun}
    fresh = list(found.values())
    while fresh:
        after = [draft for before in fresh for draft in once(before)]
        fresh = []
        for draft in after:
            if draft[:-1] not in found:
                found[draft[:-1]] = draft
                fresh.append(draft)
    return found.values()
