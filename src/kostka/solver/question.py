"""What may be asked: tiles that the box holds, and a table of valid sets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kostka.editions.model import Edition
from kostka.events.errors import BadInput, Refused, Violation, refuse
from kostka.melds.meld import judge
from kostka.melds.reading import read
from kostka.tiles.box import box_of
from kostka.tiles.tile import FACES, Face


def check_question(
    edition: Edition, table: Sequence[Sequence[Face]], rack: Sequence[Face]
) -> None:
    """Refuse tiles that the box does not hold (N-1) and sets that are not valid."""
    counts = [0] * len(FACES)
    for face in rack:
        counts[face.rank - 1] += 1
    fine = True
    for meld in table:
        for face in meld:
            counts[face.rank - 1] += 1
        fine = fine and _is_valid(tuple([face.rank for face in meld]))
    if not fine or any(map(int.__gt__, counts, _held(edition))):
        raise _refusal(edition, table, rack)


@lru_cache(maxsize=1 << 16)
def _is_valid(ranks: tuple[int, ...]) -> bool:
    """Remember which sets are valid: the same ones lie on the table turn after turn."""
    return read([FACES[rank - 1] for rank in ranks]) is not None


@lru_cache(maxsize=64)
def _held(edition: Edition) -> tuple[int, ...]:
    return tuple(edition.box.count(face) for face in FACES)


def _refusal(
    edition: Edition, table: Sequence[Sequence[Face]], rack: Sequence[Face]
) -> BadInput | Refused:
    tiles = [*rack, *(face for meld in table for face in meld)]
    shortages = box_of(edition.box).shortages(tiles)
    if shortages:
        return BadInput(f"{'; '.join(shortages)} (N-1)")
    judged = map(judge, table)
    return refuse(*(answer for answer in judged if isinstance(answer, Violation)))
