"""The search problem itself: which tiles must be laid, which may be, and the gain of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kostka.editions.set_rules import ALL_SETS, SetRules
from kostka.tiles.tile import FACES, Face

Counts = tuple[int, ...]
"""The count of tiles of each face, in the order of `FACES`: 52 number tiles, then J, D, C, M."""

Sets = tuple[tuple[Face, ...], ...]
"""Sets, each with its tiles in a valid order."""

DEFAULT_EFFORT = 300_000
"""How many steps a search may take before it returns the best result so far."""


class Task(msgspec.Struct, frozen=True, gc=False):
    """Lay all required tiles, and the optional tiles that gain most together."""

    must: Counts
    may: Counts
    gains: Counts
    """The gain of each optional tile, by face; negative to keep it."""
    worth: int | None = None
    """For an opening: the minimum total value of the sets (N-22)."""
    effort: int = DEFAULT_EFFORT
    rules: SetRules = ALL_SETS


class SearchResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a search."""

    sets: Sets | None
    """The tiles in sets; None if no way was found to lay the required tiles."""
    gain: int
    proven: bool
    """Whether this is proven to be the best result or, without sets, that there is none."""


def count_faces(faces: Iterable[Face]) -> Counts:
    """Count tiles by face."""
    counts = [0] * len(FACES)
    for face in faces:
        counts[face.rank - 1] += 1
    return tuple(counts)


def list_faces(counts: Sequence[int]) -> tuple[Face, ...]:
    """Return the counted tiles in canonical order."""
    return tuple(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))
