"""Chooses the search: the compiled kernel where it was built, else the plain Python reference."""

from __future__ import annotations

from kostka.solver.task import Found, Task
from kostka.tiles.tile import FACES

try:
    from kostka.solver import _kernel
except ImportError:  # no C compiler when the package was installed
    KERNEL = False
else:
    KERNEL = True


def search(task: Task) -> Found:
    """Find the best way to lay the tiles."""
    if not KERNEL:
        from kostka.solver import reference  # noqa: PLC0415  (takes time, and is seldom needed)

        return reference.search(task)
    worth = -1 if task.worth is None else task.worth
    must, may = bytes(task.must), bytes(task.may)
    return Found(*_kernel.search(FACES, must, may, task.gains, worth, task.effort))
