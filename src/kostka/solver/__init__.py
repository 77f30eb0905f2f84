"""The best plays for a table and a rack. Knows no players and no log."""

from kostka.solver.answer import Answer, Objective
from kostka.solver.engine import KERNEL
from kostka.solver.solving import solve

__all__ = ["KERNEL", "Answer", "Objective", "solve"]
