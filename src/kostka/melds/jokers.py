"""What the jokers on a table stand for."""

from __future__ import annotations

from functools import lru_cache

from kostka.events.errors import Violation
from kostka.melds.meld import judge
from kostka.melds.turn import Table
from kostka.tiles.box import Box
from kostka.tiles.tile import Face


def jokers_read(box: Box, table: Table) -> dict[int, str]:
    """Say what each joker of a valid table stands for, by its tile."""
    read: dict[int, str] = {}
    for meld in table:
        if box.jokers.isdisjoint(meld):
            continue
        words = _read(tuple(box.show(meld)))
        read |= {tile: word for tile, word in zip(meld, words, strict=True) if tile in box.jokers}
    return read


@lru_cache(maxsize=10_000)
def _read(faces: tuple[Face, ...]) -> tuple[str, ...]:
    """Say what each tile of a valid set stands for; a set stays on the table for many moves."""
    found = judge(faces)
    assert not isinstance(found, Violation)
    return found.reads
