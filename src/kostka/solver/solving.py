"""The best play for a table and a rack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

from kostka.editions.model import Edition
from kostka.melds.reading import read
from kostka.solver.answer import Answer, Objective
from kostka.solver.engine import search
from kostka.solver.question import check_question
from kostka.solver.steps import moved
from kostka.solver.task import USUAL_EFFORT, Counts, Found, Sets, Task, counted, faces_of
from kostka.tiles.tile import FACES, Face

A_TILE = 100_000
"""What a tile gains beside its points where tiles come first: more than all points together."""


def solve(  # noqa: PLR0913  (a question with that many parts)
    edition: Edition,
    table: Sequence[Sequence[Face]],
    rack: Sequence[Face],
    *,
    opened: bool = True,
    objective: Objective = Objective.TILES,
    weights: Mapping[Face, int] | None = None,
    least_change: bool = True,
    effort: int = USUAL_EFFORT,
) -> Answer:
    """Find the best play. With `weights` the play whose tiles weigh most is the best one."""
    check_question(edition, table, rack)
    before = tuple(map(tuple, table))
    task = Task(
        must=counted(chain.from_iterable(before)) if opened else (0,) * len(FACES),
        may=counted(rack),
        gains=_gains(edition, objective) if weights is None else _weighed(weights),
        worth=None if opened else edition.opening_threshold,
        effort=effort,
    )
    found = search(task)
    if found.sets is None:
        return answer_of(edition, before, Found(before, 0, found.proven), opened=opened)
    after = found.sets if opened else (*before, *found.sets)
    return answer_of(edition, before, Found(after, found.gain, found.proven), opened=opened)


def answer_of(edition: Edition, before: Sets, found: Found, *, opened: bool) -> Answer:
    """Say what a table found means for a rack."""
    assert found.sets is not None
    old = counted(chain.from_iterable(before))
    new = counted(chain.from_iterable(found.sets))
    placed = faces_of([now - then for now, then in zip(new, old, strict=True)])
    kept, moves = moved(before, found.sets)
    value = 0 if opened else sum(_value(meld) for meld in found.sets[len(before) :])
    points = sum(face.number or edition.joker_penalty for face in placed)
    return Answer(
        placed, points, found.sets, kept, moves, value, optimal=found.proven, least_change=False
    )


def _value(meld: Sequence[Face]) -> int:
    reading = read(meld)
    assert reading is not None, meld
    return reading.value


@lru_cache(maxsize=64)
def _gains(edition: Edition, objective: Objective) -> Counts:
    points = [face.number or edition.joker_penalty for face in FACES]
    each = {Objective.TILES: A_TILE, Objective.FEWEST: -A_TILE}.get(objective, 0)
    return tuple(each + point for point in points)


def _weighed(weights: Mapping[Face, int]) -> Counts:
    return tuple(weights.get(face, 0) for face in FACES)
