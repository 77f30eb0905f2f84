"""The order of steps: tiles are taken out shortly before they are laid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kostka.solver.steps.step import Step
from kostka.tiles.tile import Face


def order_steps(taking: Sequence[Step], laying: Sequence[Step]) -> list[Step]:
    """Order steps so that tiles are taken out before they are laid, but not long before.

    There always is a next step: only number tiles replace jokers, and number tiles become free by
    taking alone.
    """
    ordered: list[Step] = []
    loose: list[Face] = []
    to_take = dict(enumerate(taking))
    to_lay = sorted(laying, key=lambda step: not step.free)  # steps that free a joker come first
    while to_lay:
        index, needed_first = _choose_next_steps(to_lay, to_take, loose)
        doing = [*map(to_take.pop, needed_first), to_lay.pop(index)]
        for step in doing:
            loose += step.free
            for face in _list_table_tiles(step):
                loose.remove(face)
        ordered += doing
    return [*ordered, *to_take.values()]


def _choose_next_steps(
    to_lay: Sequence[Step], to_take: Mapping[int, Step], loose: Sequence[Face]
) -> tuple[int, list[int]]:
    """Return the next step to lay, and the steps to take first: as few as possible."""
    best: tuple[int, list[int]] | None = None
    for index, step in enumerate(to_lay):
        if _depends_on(step, to_lay):
            continue
        needed_first = _list_steps_to_take_first(step, to_take, loose)
        if needed_first is None or (best and len(needed_first) >= len(best[1])):
            continue
        best = index, needed_first
        if not needed_first:
            break
    assert best is not None
    return best


def _depends_on(step: Step, others: Iterable[Step]) -> bool:
    """Return whether another step makes a set that this step changes (not just an equal one)."""
    return any(made is meld for other in others for made in other.becomes for meld in step.sets)


def _list_steps_to_take_first(
    step: Step, to_take: Mapping[int, Step], loose: Iterable[Face]
) -> list[int] | None:
    """Return which tiles to take out before a step; None if that alone does not enable it."""
    needed = [index for index, other in to_take.items() if _depends_on(step, [other])]
    free = [*loose, *(face for index in needed for face in to_take[index].free)]
    for face in _list_table_tiles(step):
        if face not in free:
            index = next((i for i in to_take if i not in needed and face in to_take[i].free), None)
            if index is None:
                return None
            needed.append(index)
            free += to_take[index].free
        free.remove(face)
    return needed


def _list_table_tiles(step: Step) -> list[Face]:
    """Return the tiles laid that do not come from the rack."""
    left = list(step.tiles)
    for face in step.rack:
        left.remove(face)
    return left
