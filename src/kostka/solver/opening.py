"""Whether a rack could open (N-22, N-41)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kostka.solver.engine import NO_COUNTS, search
from kostka.solver.task import DEFAULT_EFFORT, Task, count_faces
from kostka.tiles.tile import Face

EFFORT_FACTORS = (1, 10)
"""How many times the usual effort the question is worth: points hang on it."""


def can_open(faces: Iterable[Face], threshold: int) -> bool:
    """Can an opening be made of these tiles alone? Without a threshold any set is one.

    Where not even much effort finds one, the answer is no: nobody at a table would find it either.
    """
    task = Task(NO_COUNTS, count_faces(faces), NO_COUNTS, max(threshold, 1))
    for patience in EFFORT_FACTORS:
        found = search(msgspec.structs.replace(task, effort=patience * DEFAULT_EFFORT))
        if found.sets is not None or found.proven:
            break
    return found.sets is not None
