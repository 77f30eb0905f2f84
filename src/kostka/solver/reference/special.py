"""What double, colour-change and mirror jokers do at a number, outside groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    Step,
    Strands,
)
from kostka.tiles.tile import HIGHEST

_ALL_COLOURS = tuple(COLOURS)
_SIDES = 2

_TILE: Piece = -1
"""The number tile of a pair, before it is said in which colour."""
_CELLS = [tuple(combinations_with_replacement((_TILE, J, D), sides)) for sides in range(_SIDES + 1)]
"""What can be laid at so many sides; which side gets which makes no difference."""

_A_DOUBLE, _A_CHANGE, _A_MIRROR = Jokers(double=1), Jokers(change=1), Jokers(mirror=1)
_TWO_CHANGES = Jokers(change=_SIDES)


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
    steps: tuple[Step, ...]


def drafts(hand: Hand, number: int, state: State) -> Iterator[Draft]:
    """Give all that can be done at a number with special jokers in runs and mirrored runs.

    Nothing at all comes first, if that is possible, and much at once comes last.
    """
    added = [NO_STRANDS] * len(COLOURS)
    for colour, length in state.covering:
        added[colour] = _counted(added[colour], length, +1)
    nothing = (0,) * len(COLOURS)
    begun = Draft(state.strands, tuple(added), (), (), nothing, state.left, state.worth, ())
    return _Number(hand, number).drafts(begun, state.pairs)


class _Number:
    """The number that is being done."""

    def __init__(self, hand: Hand, number: int) -> None:
        self.hand = hand
        self.number = number

    def drafts(self, begun: Draft, pairs: tuple[Pair, ...]) -> Iterator[Draft]:
        gone_on = [begun]
        for pair in pairs:
            gone_on = [after for draft in gone_on for after in self._goes_on(draft, pair)]
        for draft in gone_on:
            for with_pairs in _repeatedly(draft, self._pair_begins):
                for with_doubles in _repeatedly(with_pairs, self._double_laid):
                    yield from _repeatedly(with_doubles, self._change_laid)

    # --- mirrored runs -----------------------------------------------------------------------

    def _goes_on(self, draft: Draft, pair: Pair) -> Iterator[Draft]:
        if pair.rising and not pair.ahead:
            yield self._with_step(draft, PairStep(pair, (M,), None))
        yield from self._cells_laid(draft, pair, pair)

    def _pair_begins(self, draft: Draft) -> Iterator[Draft]:
        if not draft.left.mirror:
            return
        draft = draft._replace(left=draft.left.minus(_A_MIRROR))
        yield from self._cells_laid(draft, None, Pair(rising=True, colours=_ALL_COLOURS, ahead=0))
        # Longer mirrored runs can be cut into shorter ones and plain runs, even where double
        # jokers are in the way.
        longest = LONG + 2 * self.hand.held_jokers.double
        if HIGHEST - longest <= self.number < HIGHEST:
            falling = Pair(rising=False, colours=_ALL_COLOURS, ahead=0)
            yield self._with_step(draft, PairStep(None, (M,), falling))

    def _cells_laid(self, draft: Draft, before: Pair | None, pair: Pair) -> Iterator[Draft]:
        """Lay a cell of each side that has none at this number (T-34)."""
        last = HIGHEST - 1 if pair.rising else HIGHEST  # there is the mirror joker, too (T-31)
        if self.number > last:
            return
        for pieces in _CELLS[_SIDES - pair.ahead]:
            doubles = pieces.count(D)
            jokers = Jokers(pieces.count(J), doubles)
            if not draft.left.holds(jokers) or (doubles and self.number == last):
                continue
            after = pair._replace(ahead=doubles)
            for step in _in_each_colour(PairStep(before, pieces, after)):
                yield from self._if_possible(draft, jokers, step)
        if not pair.ahead and draft.left.holds(_TWO_CHANGES):
            after = pair._replace(colours=_colours_after(pair.colours))
            yield from self._if_possible(draft, _TWO_CHANGES, PairStep(before, (C, C), after))

    def _if_possible(self, draft: Draft, jokers: Jokers, step: PairStep) -> Iterator[Draft]:
        """Do a step, unless tiles are missing now or at the next number."""
        used = tuple(draft.used[colour] + step.pieces.count(colour) for colour in COLOURS)
        left = draft.left.minus(jokers)
        if all(map(int.__le__, used, self.hand.held[self.number])) and self._can_go_on(step, left):
            yield self._with_step(draft._replace(used=used, left=left), step)

    def _can_go_on(self, step: PairStep, left: Jokers) -> bool:
        pair = step.after
        if pair is None or self.number == HIGHEST:
            return True
        if step.before is None and not any(piece in COLOURS for piece in step.pieces):
            return self._may_begin(pair, left)
        if pair.rising and not pair.ahead:
            return True
        tiles = max(self.hand.held[self.number + 1][colour] for colour in pair.colours)
        return pair.ahead + tiles + left.in_runs() >= _SIDES

    def _may_begin(self, pair: Pair, left: Jokers) -> bool:
        """Say whether a pair may begin with jokers: it has its place if it is of jokers only."""
        filled = self.number + 1 if pair.ahead == _SIDES else self.number
        return filled + left.cells() >= HIGHEST - 1 or any(
            self.hand.reaches_tile(filled, colour, left) for colour in pair.colours
        )

    def _with_step(self, draft: Draft, step: PairStep) -> Draft:
        pairs = draft.pairs
        if step.after is not None and self.number < HIGHEST:
            pairs = tuple(sorted((*pairs, step.after)))
        worth = draft.worth + sum(map(self._worth, step.pieces))
        return draft._replace(pairs=pairs, worth=worth, steps=(*draft.steps, step))

    def _worth(self, piece: Piece) -> int:
        return 2 * self.number + 1 if piece == D else self.number

    # --- special jokers in plain runs --------------------------------------------------------

    def _double_laid(self, draft: Draft) -> Iterator[Draft]:
        """T-10, T-12: a double joker fills this number and the next."""
        if not draft.left.double or self.number == HIGHEST:
            return
        left = draft.left.minus(_A_DOUBLE)
        for colour, length in _places(draft.rest):
            if self._is_of_use(self.number + 1, colour, length, left):
                covering = Covering(colour, min(length + 1, LONG))
                yield self._with_joker(draft, RunStep(colour, length, D, colour))._replace(
                    left=left, covering=tuple(sorted((*draft.covering, covering)))
                )

    def _change_laid(self, draft: Draft) -> Iterator[Draft]:
        """T-20 to T-23: a colour-change joker fills this number, and another colour follows."""
        if not draft.left.change:
            return
        left = draft.left.minus(_A_CHANGE)
        for colour, length in _places(draft.rest):
            # A run that begins with it has no colour before, so that any may follow.
            for onward in _colours_after((colour,) if length else _ALL_COLOURS):
                if self._is_of_use(self.number, onward, length, left):
                    yield self._with_joker(draft, RunStep(colour, length, C, onward))._replace(
                        left=left, added=_changed(draft.added, onward, length + 1, +1)
                    )

    def _is_of_use(self, filled: int, onward: int, length: int, left: Jokers) -> bool:
        """Say whether to lay a joker at a run of a length, which is then filled up to a number."""
        if filled + LONG - (length + 1) > HIGHEST:
            return False  # no room for the tiles that it still needs
        if not length:
            return self.hand.may_begin(filled, onward, left)
        if length < LONG:
            return True
        # A joker at the end of a long run counts in an opening; spare ones go there anyway.
        return self.hand.opening or self.hand.reaches_tile(filled, onward, left)

    def _with_joker(self, draft: Draft, step: RunStep) -> Draft:
        rest = draft.rest
        if step.length:
            rest = _changed(rest, step.colour, step.length, -1)
        worth = draft.worth + self._worth(step.piece)
        return draft._replace(rest=rest, worth=worth, steps=(*draft.steps, step))


def _repeatedly(begun: Draft, once: Callable[[Draft], Iterator[Draft]]) -> Iterator[Draft]:
    """Do something never, once, twice, and so on; in which order makes no difference."""
    fresh = [begun]
    while fresh:
        yield from fresh
        without_steps = {draft[:-1]: draft for before in fresh for draft in once(before)}
        fresh = list(without_steps.values())


def _in_each_colour(step: PairStep) -> Iterator[PairStep]:
    """Say in which colour the number tiles of a step are, if there are any."""
    assert step.after is not None
    if _TILE not in step.pieces:
        yield step
        return
    for colour in step.after.colours:
        pieces = tuple(colour if piece == _TILE else piece for piece in step.pieces)
        yield PairStep(step.before, pieces, step.after._replace(colours=(colour,)))


def _colours_after(colours: tuple[int, ...]) -> tuple[int, ...]:
    """Give the colours that may follow a change: any, where the one before is open."""
    if len(colours) > 1:
        return _ALL_COLOURS
    return tuple(colour for colour in COLOURS if colour != colours[0])


def _places(all_strands: tuple[Strands, ...]) -> Iterator[tuple[int, int]]:
    """Give colour and length of the runs that could go on, 0 being the length of a new one."""
    for colour, strands in enumerate(all_strands):
        yield colour, 0
        for length, count in enumerate(strands, 1):
            if count:
                yield colour, length


def _changed(
    all_strands: tuple[Strands, ...], colour: int, length: int, by: int
) -> tuple[Strands, ...]:
    strands = _counted(all_strands[colour], length, by)
    return (*all_strands[:colour], strands, *all_strands[colour + 1 :])


def _counted(strands: Strands, length: int, by: int) -> Strands:
    """Count more or fewer runs of a length."""
    one, two, three = strands
    if length == 1:
        return one + by, two, three
    if length < LONG:
        return one, two + by, three
    return one, two, three + by
