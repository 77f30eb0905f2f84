"""From faces to tiles: lays a table that is given in faces with physical tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from kostka.melds.turn import Set, Table
from kostka.tiles.box import Box, TileId
from kostka.tiles.tile import Face


def assign_tiles(
    box: Box, before: Table, more: Iterable[TileId], sets: Sequence[Sequence[Face]]
) -> Table:
    """Lay sets of faces with the tiles of a table and more of them, which must be enough.

    Sets that lie there already keep their tiles; tiles of the table are used before the others, and
    of those the last first.
    """
    faces = box.faces
    still: dict[tuple[Face, ...], list[Set]] = {}
    for tiles in before:
        still.setdefault(tuple([faces[tile] for tile in tiles]), []).append(tiles)
    laid: list[Set | None] = []
    for meld in sets:
        same = still.get(tuple(meld))
        laid.append(same.pop() if same else None)
    loose: dict[Face, list[TileId]] = {}
    rest = chain.from_iterable(chain.from_iterable(still.values()))
    for tile in chain(more, rest):  # the last is taken first
        loose.setdefault(faces[tile], []).append(tile)
    return tuple(
        [
            tuple([loose[face].pop() for face in meld]) if tiles is None else tiles
            for meld, tiles in zip(sets, laid, strict=True)
        ]
    )
