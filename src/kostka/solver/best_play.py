"""The best play for a table and a rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

from kostka.editions.model import Edition
from kostka.events.errors import BadInput, format_input
from kostka.melds.reading import interpret_set
from kostka.solver.answer import Answer, Objective
from kostka.solver.engine import NO_COUNTS, EnginePlay, find_best_play, make_empty_play, search
from kostka.solver.input_check import check_position_tiles
from kostka.solver.least_change import split_kept_and_new
from kostka.solver.steps import count_kept_sets_and_moved_tiles
from kostka.solver.task import DEFAULT_EFFORT, Counts, Task, count_faces
from kostka.tiles.tile import FACES, Face

TILE_BONUS = 100_000
"""The gain of a tile beside its points if tiles come first: more than all points together."""

MAX_WEIGHT = 2**53

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
    effort: int = DEFAULT_EFFORT,
) -> Answer:
    """Find the best play. With `weights`, the play with the heaviest tiles is the best one.

    Without `least_change` any table of a best play will do, which takes less time.
    """
    worth = None if opened else edition.opening_threshold
    if weights is None and objective is Objective.OUT:
        check_position_tiles(edition, table, rack)
        laid = _find_whole_rack_play(edition, table, rack, worth, effort, least_change=least_change)
    elif weights is None and opened and objective is Objective.FEWEST:
        check_position_tiles(edition, table, rack)
        laid = _find_smallest_play(edition, table, rack, effort, least_change=least_change)
    else:
        gains = (
            compute_face_gains(edition, objective)
            if weights is None
            else convert_weights_to_gains(weights)
        )
        laid = find_best_play(edition, table, rack, gains, worth, effort, least_change)
    return build_answer(edition, laid, opened)


def build_answer(edition: Edition, laid: EnginePlay, opened: bool) -> Answer:  # noqa: FBT001  (hot)
    """Turn a play of the engine into an answer."""
    before, table, placed, kept, _, proven, kept_most, fewest_moved = laid
    if not placed:
        return Answer(
            before, before, (), 0, len(before), 0, proven, kept_most=True, fewest_moved=True
        )
    joker = edition.joker_penalty
    points = sum([face.number or joker for face in placed])
    if opened:
        return Answer(before, table, placed, points, kept, 0, proven, kept_most, fewest_moved)
    value = sum(map(_compute_set_value, table[kept:]))
    return Answer(
        before, table, placed, points, kept, value, proven, kept_most=True, fewest_moved=True
    )


def _find_smallest_play(
    edition: Edition, table: Table, rack: Sequence[Face], effort: int, *, least_change: bool
) -> EnginePlay:
    """Find the smallest play, and among the smallest the one with the most points."""
    gains = compute_face_gains(edition, Objective.FEWEST)
    plays, proven = _find_single_tile_plays(edition, table, rack, gains, effort)
    if not plays:
        plays, proven = _find_smallest_plays_by_tile(edition, table, rack, gains, effort)
    if not plays:
        return make_empty_play(tuple(map(tuple, table)), proven=proven)
    most = max(plays.values())
    each = compute_face_gains(edition, Objective.TILES)
    laid = [
        find_best_play(edition, table, placed, each, None, effort, least_change)
        for placed, gain in plays.items()
        if gain == most
    ]
    fewest = len(min(plays, key=len))
    least = max(laid, key=lambda play: (len(play.placed) >= fewest, *_make_change_sort_key(play)))
    if len(least.placed) < fewest:  # too hard to find a second time
        return least._replace(proven=False, kept_most=False, fewest_moved=False)
    # If several tiles are needed, only one choice of them was examined.
    sure = len(least.placed) == 1 and all(play.kept_most for play in laid)
    surely = sure and all(play.fewest_moved for play in laid)
    return least._replace(gain=most, proven=proven, kept_most=sure, fewest_moved=surely)


def _make_change_sort_key(play: EnginePlay) -> tuple[int, int]:
    """Return a sort key: higher means that the play changes the table less."""
    kept, gone = count_kept_sets_and_moved_tiles(play.before, play.table)
    return kept, -gone


GainByTiles = dict[tuple[Face, ...], int]
"""The gain of each play, by the tiles it places."""


def _find_single_tile_plays(
    edition: Edition, table: Table, rack: Sequence[Face], gains: Counts, effort: int
) -> tuple[GainByTiles, bool]:
    """Find the highest tiles that can be laid alone: no play is smaller."""
    must = count_faces(chain.from_iterable(table))
    plays: GainByTiles = {}
    proven = True
    for face in sorted(set(rack), key=lambda face: (-gains[face.rank - 1], face.rank)):
        gain, at = gains[face.rank - 1], face.rank - 1
        if plays and gain < max(plays.values()):
            break
        with_it = (*must[:at], must[at] + 1, *must[at + 1 :])
        found = search(Task(with_it, NO_COUNTS, NO_COUNTS, effort=effort, rules=edition.set_rules))
        proven = proven and (found.proven or found.sets is not None)
        if found.sets is not None:
            plays[face,] = gain
    return plays, proven


def _find_smallest_plays_by_tile(
    edition: Edition, table: Table, rack: Sequence[Face], gains: Counts, effort: int
) -> tuple[GainByTiles, bool]:
    """Find the smallest play with each tile of the rack."""
    must = Counter(chain.from_iterable(table))
    plays: GainByTiles = {}
    proven = True
    for face in sorted(set(rack)):
        rest = Counter(rack)
        rest[face] -= 1
        needed = count_faces([*must.elements(), face])
        found = search(
            Task(
                needed,
                count_faces(rest.elements()),
                gains,
                effort=effort,
                rules=edition.set_rules,
            )
        )
        proven = proven and found.proven
        if found.sets is not None:
            placed = Counter(chain.from_iterable(found.sets)) - must
            plays[tuple(sorted(placed.elements()))] = found.gain + gains[face.rank - 1]
    return plays, proven


def _find_whole_rack_play(  # noqa: PLR0913  (a question with that many parts)
    edition: Edition,
    table: Table,
    rack: Sequence[Face],
    worth: int | None,
    effort: int,
    *,
    least_change: bool,
) -> EnginePlay:
    """Lay the whole rack or nothing. Usually some tile fits nowhere, which is quick to find."""
    before = tuple(map(tuple, table))
    must = count_faces(chain(rack, chain.from_iterable(before) if worth is None else ()))
    found = search(Task(must, NO_COUNTS, NO_COUNTS, worth, effort, edition.set_rules))
    if found.sets is None or not rack:
        return make_empty_play(before, proven=found.proven or not rack)
    if least_change and worth is None:
        laid = find_best_play(
            edition,
            table,
            rack,
            compute_face_gains(edition, Objective.TILES),
            worth,
            effort,
            least_change,
        )
        if len(laid.placed) == len(rack):
            return laid._replace(proven=True)
    kept, fresh = split_kept_and_new(before, found.sets) if worth is None else (before, found.sets)
    placed = tuple(sorted(rack))
    return EnginePlay(
        before,
        kept + fresh,
        placed,
        len(kept),
        0,
        proven=True,
        kept_most=worth is not None,
        fewest_moved=worth is not None,
    )


def _compute_set_value(meld: Sequence[Face]) -> int:
    reading = interpret_set(meld)
    assert reading is not None, meld
    return reading.value


def compute_face_gains(edition: Edition, objective: Objective) -> Counts:
    """Return the gain of each face by an objective."""
    return _compute_cached_face_gains(edition.joker_penalty, objective)


@lru_cache(maxsize=64)
def _compute_cached_face_gains(joker_penalty: int, objective: Objective) -> Counts:
    each = {Objective.POINTS: 0, Objective.FEWEST: -TILE_BONUS}.get(objective, TILE_BONUS)
    return tuple(each + (face.number or joker_penalty) for face in FACES)


def convert_weights_to_gains(weights: Mapping[Face, int]) -> Counts:
    """Return the gain of each face by custom weights; faces without a weight gain nothing."""
    for face, weight in weights.items():
        if abs(weight) > MAX_WEIGHT:
            raise BadInput(f"the weight {format_input(weight)} of {face} is above {MAX_WEIGHT}")
    return tuple(weights.get(face, 0) for face in FACES)
