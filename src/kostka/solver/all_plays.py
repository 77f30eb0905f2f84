"""All plays, best first, computed one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import chain
from typing import NamedTuple

from kostka.editions.model import Edition
from kostka.editions.set_rules import SetRules
from kostka.solver.answer import Answer, Objective
from kostka.solver.best_play import build_answer, compute_face_gains, convert_weights_to_gains
from kostka.solver.engine import NO_COUNTS, EnginePlay, find_best_play, search
from kostka.solver.input_check import check_position_tiles
from kostka.solver.least_change import split_kept_and_new
from kostka.solver.task import DEFAULT_EFFORT, Counts, Sets, Task, count_faces, list_faces
from kostka.tiles.tile import Face

Table = Sequence[Sequence[Face]]


class _PlayRange(NamedTuple):
    """The plays with minimum and maximum counts of each face, and the best of them.

    Ranges compare by the gain of their best play, so that they can go into a heap.
    """

    loss: int
    best: Counts
    """The count of tiles of each face that the best play places."""
    min_counts: Counts
    max_counts: Counts
    sets: Sets
    proven: bool


class _PlayStream:
    """Splits the plays into ranges with a known best play each (Lawler's scheme)."""

    def __init__(
        self, table: Counts, gains: Counts, worth: int | None, effort: int, rules: SetRules
    ) -> None:
        self.table, self.gains, self.worth, self.effort = table, gains, worth, effort
        self.rules = rules
        self.ranges: list[_PlayRange] = []
        self.proven = True

    def add_play_range(self, min_counts: Counts, max_counts: Counts) -> None:
        """Find the best play of a range; add the range if there is one."""
        must = tuple(map(int.__add__, self.table, min_counts))
        may = tuple(map(int.__sub__, max_counts, min_counts))
        found = search(Task(must, may, self.gains, self.worth, self.effort, self.rules))
        self.proven = self.proven and found.proven
        if found.sets is None:
            return
        after = count_faces(chain.from_iterable(found.sets))
        best = tuple(map(int.__sub__, after, self.table))
        loss = -sum(map(int.__mul__, best, self.gains))
        heappush(
            self.ranges, _PlayRange(loss, best, min_counts, max_counts, found.sets, found.proven)
        )

    def split_play_range(self, play_range: _PlayRange) -> None:
        """Split a range without its best play into smaller ranges."""
        min_counts, max_counts = list(play_range.min_counts), list(play_range.max_counts)
        for at, count in enumerate(play_range.best):
            if play_range.min_counts[at] == play_range.max_counts[at]:
                continue
            if count > play_range.min_counts[at]:
                max_counts[at] = count - 1
                self.add_play_range(tuple(min_counts), tuple(max_counts))
            if count < play_range.max_counts[at]:
                min_counts[at], max_counts[at] = count + 1, play_range.max_counts[at]
                self.add_play_range(tuple(min_counts), tuple(max_counts))
            min_counts[at] = max_counts[at] = count

    def __iter__(self) -> Iterator[_PlayRange]:
        while self.ranges:
            play_range = heappop(self.ranges)
            yield play_range
            self.split_play_range(play_range)


def iterate_plays(  # noqa: PLR0913  (a question with that many parts)
    edition: Edition,
    table: Table,
    rack: Sequence[Face],
    *,
    opened: bool = True,
    objective: Objective = Objective.TILES,
    weights: Mapping[Face, int] | None = None,
    effort: int = DEFAULT_EFFORT,
) -> Iterator[Answer]:
    """Yield every play, best first; plays differ in which tiles leave the rack.

    A play is optimal if it is proven that only plays before it are better.
    """
    check_position_tiles(edition, table, rack)
    gains = (
        compute_face_gains(edition, objective)
        if weights is None
        else convert_weights_to_gains(weights)
    )
    worth = None if opened else edition.opening_threshold
    before = tuple(map(tuple, table))
    hand = count_faces(rack)
    must = count_faces(chain.from_iterable(before)) if opened else NO_COUNTS
    stream = _PlayStream(must, gains, worth, effort, edition.set_rules)
    out = weights is None and objective is Objective.OUT
    stream.add_play_range(hand if out else NO_COUNTS, hand)
    for play_range in stream:
        placed = list_faces(play_range.best)
        if not placed:
            continue
        kept, fresh = (
            split_kept_and_new(before, play_range.sets) if opened else (before, play_range.sets)
        )
        laid = EnginePlay(
            before,
            kept + fresh,
            placed,
            len(kept),
            -play_range.loss,
            stream.proven,
            kept_most=True,
            fewest_moved=True,
        )
        if opened:
            laid = _minimize_table_change(edition, laid, effort)
        yield build_answer(edition, laid, opened)


def _minimize_table_change(edition: Edition, laid: EnginePlay, effort: int) -> EnginePlay:
    """Lay the same tiles so that the table changes least."""
    gains = compute_face_gains(edition, Objective.TILES)
    again = find_best_play(
        edition, laid.before, laid.placed, gains, None, effort, least_change=True
    )
    if len(again.placed) < len(laid.placed):  # too hard to find a second time
        return laid._replace(kept_most=False, fewest_moved=False)
    return again._replace(gain=laid.gain, proven=laid.proven)
