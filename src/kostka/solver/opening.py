"""Whether a rack can open (N-22, N-41)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kostka.editions.set_rules import SetRules
from kostka.solver.engine import NO_COUNTS, search
from kostka.solver.task import DEFAULT_EFFORT, Task, count_faces
from kostka.tiles.tile import Face

EFFORT_FACTORS = (1, 10)
"""Multiples of the default effort to try: the score depends on the answer."""


def can_open(faces: Iterable[Face], threshold: int, rules: SetRules) -> bool:
    """Return whether these tiles alone make an opening; with threshold 0 any set is one.

    If the search runs out of effort the answer is no: nobody at a table would find one either.
    """
    task = Task(NO_COUNTS, count_faces(faces), NO_COUNTS, max(threshold, 1), rules=rules)
    for patience in EFFORT_FACTORS:
        found = search(msgspec.structs.replace(task, effort=patience * DEFAULT_EFFORT))
        if found.sets is not None or found.proven:
            break
    return found.sets is not None
