"""What the jokers on a table stand for."""

from __future__ import annotations

from functools import lru_cache

from kostka.events.errors import Violation
from kostka.melds.meld import judge_meld
from kostka.melds.turn import Set, Table
from kostka.tiles.box import Box


@lru_cache(maxsize=1000)
def find_joker_meanings(box: Box, table: Table) -> dict[int, str]:
    """Return what each joker of a valid table stands for, by its tile. Do not change the result.

    It is cached, since most moves leave the table as it was.
    """
    jokers, read = box.jokers, dict[int, str]()
    for meld in table:
        if not jokers.isdisjoint(meld):
            read.update(_find_joker_meanings_in_set(box, meld))
    return read


@lru_cache(maxsize=10_000)
def _find_joker_meanings_in_set(box: Box, meld: Set) -> tuple[tuple[int, str], ...]:
    """Return what the jokers of a valid set stand for; a set stays on the table for many moves."""
    verdict = judge_meld(box.get_faces(meld))
    assert not isinstance(verdict, Violation)
    both = zip(meld, verdict.reads, strict=True)
    return tuple((tile, word) for tile, word in both if tile in box.jokers)
