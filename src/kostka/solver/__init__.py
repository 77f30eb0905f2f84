"""Finds the best plays for a table and a rack. It knows neither players nor the log.

`solve` (best_play.py) returns the best play and `iterate_plays` (all_plays.py) all plays, best
first, each as an `Answer`. Below them, engine.py runs a `Task` (task.py) in the C kernel (kernel/)
or in its Python twin (reference/): start reading there. `steps` explains a play step by step,
wire.py reads questions and writes answers in notation and JSON, opening.py tells whether a rack can
open.
The search has no clock: it counts its steps, so a question has the same answer on every machine.
"""

from kostka.solver.all_plays import iterate_plays
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
    "iterate_plays",
    "list_steps",
    "solve",
]
