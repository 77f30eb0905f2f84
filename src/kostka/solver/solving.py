"""The best play for a table and a rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

from kostka.editions.model import Edition
from kostka.events.errors import BadInput, shown
from kostka.melds.reading import read
from kostka.solver.answer import Answer, Objective
from kostka.solver.change import kept_in
from kostka.solver.engine import NO_COUNTS, Laid, lay, nothing_laid, search
from kostka.solver.question import check_question
from kostka.solver.steps import moved
from kostka.solver.task import USUAL_EFFORT, Counts, Task, counted
from kostka.tiles.tile import FACES, Face

A_TILE = 100_000
"""What a tile gains beside its points where tiles come first: more than all points together."""

MOST_WEIGHT = 2**53

Table = Sequence[Sequence[Face]]


def solve(  # noqa: PLR0913  (a question with that many parts)
    edition: Edition,
    table: Table,
    rack: Sequence[Face],
    *,
    opened: bool = True,
    objective: Objective = Objective.TILES,
    weights: Mapping[Face, int] | None = None,
    least_change: bool = True,
    effort: int = USUAL_EFFORT,
) -> Answer:
    """Find the best play. With `weights` the play whose tiles weigh most is the best one.

    Without `least_change` any of the best tables will do, which takes less time.
    """
    worth = None if opened else edition.opening_threshold
    if weights is None and objective is Objective.OUT:
        check_question(edition, table, rack)
        laid = _out(edition, table, rack, worth, effort, least_change=least_change)
    elif weights is None and opened and objective is Objective.FEWEST:
        check_question(edition, table, rack)
        laid = _fewest(edition, table, rack, effort, least_change=least_change)
    else:
        gains = gains_of(edition, objective) if weights is None else weighed(weights)
        laid = lay(edition, table, rack, gains, worth, effort, least_change)
    return answer_of(edition, laid, opened)


def answer_of(edition: Edition, laid: Laid, opened: bool) -> Answer:  # noqa: FBT001  (hot)
    """Say what tiles laid mean."""
    before, table, placed, kept, _, proven, kept_most, fewest_moved = laid
    if not placed:
        return Answer(
            before, before, (), 0, len(before), 0, proven, kept_most=True, fewest_moved=True
        )
    joker = edition.joker_penalty
    points = sum([face.number or joker for face in placed])
    if opened:
        return Answer(before, table, placed, points, kept, 0, proven, kept_most, fewest_moved)
    value = sum(map(_value, table[kept:]))
    return Answer(
        before, table, placed, points, kept, value, proven, kept_most=True, fewest_moved=True
    )


def _fewest(
    edition: Edition, table: Table, rack: Sequence[Face], effort: int, *, least_change: bool
) -> Laid:
    """Find the smallest play, and the dearest among the smallest."""
    gains = gains_of(edition, Objective.FEWEST)
    plays, proven = _single_tiles(table, rack, gains, effort)
    if not plays:
        plays, proven = _smallest_with_each(table, rack, gains, effort)
    if not plays:
        return nothing_laid(tuple(map(tuple, table)), proven=proven)
    most = max(plays.values())
    each = gains_of(edition, Objective.TILES)
    laid = [
        lay(edition, table, placed, each, None, effort, least_change)
        for placed, gain in plays.items()
        if gain == most
    ]
    fewest = len(min(plays, key=len))
    least = max(laid, key=lambda play: (len(play.placed) >= fewest, *_unchanged(play)))
    if len(least.placed) < fewest:  # too hard to be found a second time
        return least._replace(proven=False, kept_most=False, fewest_moved=False)
    # Of several tiles that belong together only one choice was looked at.
    sure = len(least.placed) == 1 and all(play.kept_most for play in laid)
    surely = sure and all(play.fewest_moved for play in laid)
    return least._replace(gain=most, proven=proven, kept_most=sure, fewest_moved=surely)


def _unchanged(play: Laid) -> tuple[int, int]:
    """Tell how little a play changes: more is less."""
    kept, gone = moved(play.before, play.table)
    return kept, -gone


Plays = dict[tuple[Face, ...], int]
"""What each of some plays gains, by the tiles placed."""


def _single_tiles(
    table: Table, rack: Sequence[Face], gains: Counts, effort: int
) -> tuple[Plays, bool]:
    """Find the dearest tiles that can be laid alone: no play is smaller."""
    must = counted(chain.from_iterable(table))
    plays: Plays = {}
    proven = True
    for face in sorted(set(rack), key=lambda face: (-gains[face.rank - 1], face.rank)):
        gain, at = gains[face.rank - 1], face.rank - 1
        if plays and gain < max(plays.values()):
            break
        with_it = (*must[:at], must[at] + 1, *must[at + 1 :])
        found = search(Task(with_it, NO_COUNTS, NO_COUNTS, effort=effort))
        proven = proven and (found.proven or found.sets is not None)
        if found.sets is not None:
            plays[face,] = gain
    return plays, proven


def _smallest_with_each(
    table: Table, rack: Sequence[Face], gains: Counts, effort: int
) -> tuple[Plays, bool]:
    """Find the smallest play with each tile: some tile has to be laid."""
    must = Counter(chain.from_iterable(table))
    plays: Plays = {}
    proven = True
    for face in sorted(set(rack)):
        rest = Counter(rack)
        rest[face] -= 1
        needed = counted([*must.elements(), face])
        found = search(Task(needed, counted(rest.elements()), gains, effort=effort))
        proven = proven and found.proven
        if found.sets is not None:
            placed = Counter(chain.from_iterable(found.sets)) - must
            plays[tuple(sorted(placed.elements()))] = found.gain + gains[face.rank - 1]
    return plays, proven


def _out(  # noqa: PLR0913  (a question with that many parts)
    edition: Edition,
    table: Table,
    rack: Sequence[Face],
    worth: int | None,
    effort: int,
    *,
    least_change: bool,
) -> Laid:
    """Lay the whole rack or nothing. That is soon known: most often some tile fits nowhere."""
    before = tuple(map(tuple, table))
    must = counted(chain(rack, chain.from_iterable(before) if worth is None else ()))
    found = search(Task(must, NO_COUNTS, NO_COUNTS, worth, effort))
    if found.sets is None or not rack:
        return nothing_laid(before, proven=found.proven or not rack)
    if least_change and worth is None:
        laid = lay(
            edition, table, rack, gains_of(edition, Objective.TILES), worth, effort, least_change
        )
        if len(laid.placed) == len(rack):
            return laid._replace(proven=True)
    kept, fresh = kept_in(before, found.sets) if worth is None else (before, found.sets)
    placed = tuple(sorted(rack))
    return Laid(
        before,
        kept + fresh,
        placed,
        len(kept),
        0,
        proven=True,
        kept_most=worth is not None,
        fewest_moved=worth is not None,
    )


def _value(meld: Sequence[Face]) -> int:
    reading = read(meld)
    assert reading is not None, meld
    return reading.value


def gains_of(edition: Edition, objective: Objective) -> Counts:
    """Say what each face gains by an objective."""
    return _gains(edition.joker_penalty, objective)


@lru_cache(maxsize=64)
def _gains(joker_penalty: int, objective: Objective) -> Counts:
    each = {Objective.POINTS: 0, Objective.FEWEST: -A_TILE}.get(objective, A_TILE)
    return tuple(each + (face.number or joker_penalty) for face in FACES)


def weighed(weights: Mapping[Face, int]) -> Counts:
    """Say what each face gains by weights of one's own; faces without a weight gain nothing."""
    for face, weight in weights.items():
        if abs(weight) > MOST_WEIGHT:
            raise BadInput(f"the weight {shown(weight)} of {face} is beyond {MOST_WEIGHT}")
    return tuple(weights.get(face, 0) for face in FACES)
