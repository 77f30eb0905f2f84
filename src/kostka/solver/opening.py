"""Whether a rack could open (N-22, N-41)."""

from __future__ import annotations

from collections.abc import Iterable

from kostka.solver.engine import NO_COUNTS, search
from kostka.solver.task import USUAL_EFFORT, Task, counted
from kostka.tiles.tile import Face

PATIENCE = 100
"""How many times the usual effort the question is worth: points hang on it."""


def could_open(faces: Iterable[Face], threshold: int) -> bool:
    """Can an opening be made of these tiles alone? Without a threshold any set is one."""
    needed, effort = max(threshold, 1), PATIENCE * USUAL_EFFORT
    return search(Task(NO_COUNTS, counted(faces), NO_COUNTS, needed, effort)).sets is not None
