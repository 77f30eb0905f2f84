"""The bare search problem: which tiles must be laid, which may, and what each of these gains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kostka.tiles.tile import FACES, Face

Counts = tuple[int, ...]
"""How many tiles of each face, in the order of `FACES`: 52 number tiles, then J, D, C, M."""

Sets = tuple[tuple[Face, ...], ...]
"""Sets as they lie: each in an order in which it is valid as written."""

DEFAULT_EFFORT = 300_000
"""How many steps a search may try before it answers with the best found so far."""


class Task(msgspec.Struct, frozen=True, gc=False):
    """Lay all tiles that must be laid, and those others that gain most together."""

    must: Counts
    may: Counts
    gains: Counts
    """What each tile that may be laid gains, by face; negative to keep it."""
    worth: int | None = None
    """For an opening: what the sets must be worth together (N-22)."""
    effort: int = DEFAULT_EFFORT


class SearchResult(msgspec.Struct, frozen=True, gc=False):
    """What a search found."""

    sets: Sets | None
    """The tiles in sets; None if no way was found to lay what must be laid."""
    gain: int
    proven: bool
    """Is this known to be the best there is (or, without sets, that there is no way)?"""


def count_faces(faces: Iterable[Face]) -> Counts:
    """Count tiles by face."""
    counts = [0] * len(FACES)
    for face in faces:
        counts[face.rank - 1] += 1
    return tuple(counts)


def list_faces(counts: Sequence[int]) -> tuple[Face, ...]:
    """Give the tiles counted, in canonical order."""
    return tuple(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))
