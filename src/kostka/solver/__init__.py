"""The best plays for a table and a rack. Knows no players and no log."""

from kostka.solver.all_plays import plays
from kostka.solver.answer import Answer, Objective
from kostka.solver.best_play import solve
from kostka.solver.engine import KERNEL
from kostka.solver.steps import Step, list_steps
from kostka.solver.task import DEFAULT_EFFORT

__all__ = [
    "DEFAULT_EFFORT",
    "KERNEL",
    "Answer",
    "Objective",
    "Step",
    "list_steps",
    "plays",
    "solve",
]
