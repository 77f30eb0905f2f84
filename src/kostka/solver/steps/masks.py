"""Sets of tiles as integers, so that `&` gives what two sets share."""

from __future__ import annotations

from collections.abc import Iterable

from kostka.solver.steps.step import Tiles
from kostka.tiles.tile import FACES, Face

_BITS_PER_FACE = 16
"""More than the tiles of one face in any set."""

FIRST_BITS = [1 << _BITS_PER_FACE * rank for rank in range(len(FACES) + 1)]
"""The lowest bit of each face, by rank."""


def make_tile_mask(tiles: Iterable[Face]) -> int:
    """Return tiles as an integer: n tiles of a face set the lowest n of its bits.

    Equal masks mean equal tiles, in any order.
    """
    mask = 0
    for face in tiles:
        bit = FIRST_BITS[face.rank]
        while mask & bit:
            bit <<= 1
        mask |= bit
    return mask


def split_places_by_mask(tiles: Iterable[Face], mask: int) -> tuple[list[int], list[int]]:
    """Return the places of the tiles that are in the mask, and of those that are not."""
    inside: list[int] = []
    outside: list[int] = []
    seen = 0
    for place, face in enumerate(tiles):
        bit = FIRST_BITS[face.rank]
        while seen & bit:
            bit <<= 1
        seen |= bit
        (inside if mask & bit else outside).append(place)
    return inside, outside


def split_tiles_by_mask(tiles: Tiles, mask: int) -> tuple[Tiles, Tiles]:
    """Return the tiles that are in the mask, and those that are not."""
    inside, outside = split_places_by_mask(tiles, mask)
    return tuple([tiles[place] for place in inside]), tuple([tiles[place] for place in outside])
