"""The tiles of a box: every physical tile has an identity, so that two `B3` are two tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NewType

import msgspec

from kostka.events.errors import BadInput
from kostka.tiles.tile import FACES, Face, Kind

TileId = NewType("TileId", int)
"""A physical tile: its index in its box. The tiles of a face have neighbouring ids."""


class BoxSpec(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """What a box holds: how often each number tile, and how many jokers of each kind."""

    copies: int
    ordinary: int
    double: int = 0
    colour_change: int = 0
    mirror: int = 0

    def count_tiles_with_face(self, face: Face) -> int:
        """Count the tiles with this face."""
        match face.kind:
            case Kind.NUMBER:
                return self.copies
            case Kind.ORDINARY:
                return self.ordinary
            case Kind.DOUBLE:
                return self.double
            case Kind.COLOUR_CHANGE:
                return self.colour_change
            case Kind.MIRROR:
                return self.mirror


class Box:
    """A box laid out: which face each tile id has. The layout of a spec never changes."""

    def __init__(self, spec: BoxSpec) -> None:
        """Lay the tiles out in canonical order."""
        self.spec = spec
        self.faces = tuple(face for face in FACES for _ in range(spec.count_tiles_with_face(face)))
        self.tiles = tuple(TileId(number) for number in range(len(self.faces)))
        self.jokers = frozenset(tile for tile in self.tiles if not self.faces[tile].number)

    def __len__(self) -> int:
        return len(self.faces)

    def get_face(self, tile: TileId) -> Face:
        """Return what a tile shows."""
        return self.faces[tile]

    def get_faces(self, tiles: Iterable[TileId]) -> list[Face]:
        """Return what several tiles show."""
        faces = self.faces
        return [faces[tile] for tile in tiles]

    def pick_tiles(self, faces: Iterable[Face], taken: Collection[TileId] = ()) -> list[TileId]:
        """Pick a tile for each face, none twice and none of those already taken."""
        used = set(taken)
        picked = []
        for face in faces:
            tile = next((t for t in self.tiles if self.faces[t] is face and t not in used), None)
            if tile is None:
                wanted = self.spec.count_tiles_with_face(face) + 1
                raise BadInput(f"{self._describe_shortage(face, wanted)} (N-1)")
            used.add(tile)
            picked.append(tile)
        return picked

    def describe_shortages(self, faces: Iterable[Face]) -> list[str]:
        """List the faces that occur more often than in the box (N-1)."""
        return [
            self._describe_shortage(face, wanted)
            for face, wanted in sorted(Counter(faces).items())
            if wanted > self.spec.count_tiles_with_face(face)
        ]

    def _describe_shortage(self, face: Face, wanted: int) -> str:
        return f"{wanted} x {face}, but the box holds {self.spec.count_tiles_with_face(face)}"


@lru_cache(maxsize=64)
def get_box(spec: BoxSpec) -> Box:
    """Return the box of a spec, the same object every time."""
    return Box(spec)
