"""All plays there are, the best first, one after the other as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import chain
from typing import NamedTuple

from kostka.editions.model import Edition
from kostka.solver.answer import Answer, Objective
from kostka.solver.change import kept_in
from kostka.solver.engine import NO_COUNTS, Laid, lay, search
from kostka.solver.question import check_question
from kostka.solver.solving import answer_of, gains_of, weighed
from kostka.solver.task import USUAL_EFFORT, Counts, Sets, Task, counted, faces_of
from kostka.tiles.tile import Face

Table = Sequence[Sequence[Face]]


class _Part(NamedTuple):
    """The plays that place at least and at most so many tiles of each face, and the best of them.

    Parts are ordered by the gain of their best play, so that they can be put in a heap.
    """

    loss: int
    best: Counts
    """How many tiles of each face it places."""
    least: Counts
    most: Counts
    sets: Sets
    proven: bool


class _Plays:
    """Splits the plays into parts, of each of which the best play is known."""

    def __init__(self, table: Counts, gains: Counts, worth: int | None, effort: int) -> None:
        self.table, self.gains, self.worth, self.effort = table, gains, worth, effort
        self.parts: list[_Part] = []
        self.proven = True

    def add(self, least: Counts, most: Counts) -> None:
        """Find the best play of a part, if there is one."""
        must = tuple(map(int.__add__, self.table, least))
        may = tuple(map(int.__sub__, most, least))
        found = search(Task(must, may, self.gains, self.worth, self.effort))
        self.proven = self.proven and found.proven
        if found.sets is None:
            return
        after = counted(chain.from_iterable(found.sets))
        best = tuple(map(int.__sub__, after, self.table))
        loss = -sum(map(int.__mul__, best, self.gains))
        heappush(self.parts, _Part(loss, best, least, most, found.sets, found.proven))

    def split(self, part: _Part) -> None:
        """Cut a part into what is left of it without its best play (Lawler's scheme)."""
        least, most = list(part.least), list(part.most)
        for at, count in enumerate(part.best):
            if part.least[at] == part.most[at]:
                continue
            if count > part.least[at]:
                most[at] = count - 1
                self.add(tuple(least), tuple(most))
            if count < part.most[at]:
                least[at], most[at] = count + 1, part.most[at]
                self.add(tuple(least), tuple(most))
            least[at] = most[at] = count

    def __iter__(self) -> Iterator[_Part]:
        while self.parts:
            part = heappop(self.parts)
            yield part
            self.split(part)


def plays(  # noqa: PLR0913  (a question with that many parts)
    edition: Edition,
    table: Table,
    rack: Sequence[Face],
    *,
    opened: bool = True,
    objective: Objective = Objective.TILES,
    weights: Mapping[Face, int] | None = None,
    effort: int = USUAL_EFFORT,
) -> Iterator[Answer]:
    """Give every play, the best first; plays differ in which tiles leave the rack.

    A play is called optimal if it is proven that only those given before it are better.
    """
    check_question(edition, table, rack)
    gains = gains_of(edition, objective) if weights is None else weighed(weights)
    worth = None if opened else edition.opening_threshold
    before = tuple(map(tuple, table))
    hand = counted(rack)
    must = counted(chain.from_iterable(before)) if opened else NO_COUNTS
    stream = _Plays(must, gains, worth, effort)
    out = weights is None and objective is Objective.OUT
    stream.add(hand if out else NO_COUNTS, hand)
    for part in stream:
        placed = faces_of(part.best)
        if not placed:
            continue
        kept, fresh = kept_in(before, part.sets) if opened else (before, part.sets)
        laid = Laid(
            before,
            kept + fresh,
            placed,
            len(kept),
            -part.loss,
            stream.proven,
            kept_most=True,
            fewest_moved=True,
        )
        if opened:
            laid = _changing_least(edition, laid, effort)
        yield answer_of(edition, laid, opened)


def _changing_least(edition: Edition, laid: Laid, effort: int) -> Laid:
    """Lay just these tiles so that the table changes least."""
    gains = gains_of(edition, Objective.TILES)
    again = lay(edition, laid.before, laid.placed, gains, None, effort, least_change=True)
    if len(again.placed) < len(laid.placed):  # not found a second time: too hard
        return laid._replace(kept_most=False, fewest_moved=False)
    return again._replace(gain=laid.gain, proven=laid.proven)
