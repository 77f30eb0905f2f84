"""The best plays for a table and a rack. Knows no players and no log."""

from kostka.solver.answer import Answer, Objective
from kostka.solver.engine import KERNEL
from kostka.solver.plays import plays
from kostka.solver.solving import solve
from kostka.solver.steps import Step, steps
from kostka.solver.task import USUAL_EFFORT

__all__ = ["KERNEL", "USUAL_EFFORT", "Answer", "Objective", "Step", "plays", "solve", "steps"]
