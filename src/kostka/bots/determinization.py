"""Random guesses of the hidden tiles: racks and a pool that fit all that a seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from kostka.bots.face_counts import (
    add_counts,
    can_form_sets,
    count_table_tiles,
    make_single_tile_counts,
    subtract_counts,
)
from kostka.bots.face_view import FaceView
from kostka.numbers.views import SeatView
from kostka.solver.input_check import count_box_faces
from kostka.solver.opening import can_open
from kostka.solver.task import Counts, count_faces, list_faces
from kostka.tiles.tile import FACES

MAX_TRIES = 6
"""How often racks are dealt again if their owners would have played differently."""


class World(NamedTuple):
    """One guess of the hidden tiles."""

    racks: tuple[Counts, ...]
    """The racks of the other players, in the order of play."""
    pool: tuple[int, ...]
    """The indices of its faces, the next tile first."""


def deal_worlds(face_view: FaceView, random: Random, left_behind: Counts | None) -> Iterator[World]:
    """Yield random worlds without end.

    `left_behind` is the table as the seat left it in its last turn. Everybody has had a turn since
    then. Players who could go out or open would have done so, so such racks are dealt again.
    """
    hidden = subtract_counts(
        subtract_counts(count_box_faces(face_view.edition.box), count_table_tiles(face_view.table)),
        count_faces(face_view.rack),
    )
    places = [place for place, count in enumerate(hidden) for _ in range(count)]
    while True:
        for _ in range(MAX_TRIES):
            random.shuffle(places)
            start, racks = 0, []
            for other in face_view.other_players:
                racks.append(_count_faces_by_index(places[start : start + other.tiles]))
                start += other.tiles
            believable = all(
                _is_rack_believable(face_view, other, rack, left_behind, random)
                for other, rack in zip(face_view.other_players, racks, strict=True)
            )
            if believable:
                break
        yield World(tuple(racks), tuple(places[start:]))


def _count_faces_by_index(places: list[int]) -> Counts:
    counts = [0] * len(FACES)
    for place in places:
        counts[place] += 1
    return tuple(counts)


def _is_rack_believable(
    face_view: FaceView, other: SeatView, rack: Counts, left_behind: Counts | None, random: Random
) -> bool:
    """Return whether a player with this rack would have drawn in the last turn."""
    if left_behind is None or not other.tiles:
        return True
    drawn = random.choice([place for place, count in enumerate(rack) if count])
    before = subtract_counts(rack, make_single_tile_counts(drawn))
    edition = face_view.edition
    if not other.opened:
        return not can_open(list_faces(before), edition.opening_threshold, edition.set_rules)
    return not can_form_sets(add_counts(left_behind, before), edition.set_rules)
