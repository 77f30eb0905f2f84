"""Which old set becomes which new one, so that as many tiles as possible stay together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SMALLEST_PART = 2
"""The rest of a set counts as a part of it from this many tiles; a single tile is just loose."""

_TILE_WEIGHT = 1024
"""The weight of a shared tile: more than all tie-breakers of a matching together."""


def match_sets(old: Sequence[int], new: Sequence[int]) -> list[int | None]:
    """Match old and new sets, given as masks, so that they share most tiles.

    Returns for each old set the index of its new set, or None.
    """
    if len(old) > len(new):
        back = match_sets(new, old)
        return [back.index(index) if index in back else None for index in range(len(old))]
    weights = [[_compute_match_weight(one, other) for other in new] for one in old]
    columns = [row.index(max(row)) for row in weights]
    if len(set(columns)) < len(columns):  # two old sets would become the same new one
        columns = _assign_columns(weights)
    return [column if old[row] & new[column] else None for row, column in enumerate(columns)]


def _compute_match_weight(old: int, new: int) -> int:
    """Weigh what two sets share; among equals, prefer the match that needs fewer steps."""
    shared = old & new
    count = shared.bit_count()
    return count * _TILE_WEIGHT + (shared == old) + (shared == new) + (count >= SMALLEST_PART)


def _assign_columns(weights: Sequence[Sequence[int]]) -> list[int]:
    """Assign each row a column of its own, with maximum total weight (the Hungarian method)."""
    assignment = _Assignment(weights)
    for row in range(len(weights)):
        assignment.assign_row(row)
    return [assignment.row_of_column.index(row) for row in range(len(weights))]


class _Assignment:
    """Rows with a column each, of maximum total weight for the rows added so far.

    Every row and column has a potential. No weight exceeds the sum of its two potentials, and the
    chosen weights equal it. There are at least as many columns as rows.
    """

    def __init__(self, weights: Sequence[Sequence[int]]) -> None:
        self.weights = weights
        self.row_potentials = [max(row) for row in weights]
        self.column_potentials = [0] * len(weights[0])
        self.row_of_column: list[int | None] = [None] * len(weights[0])

    def assign_row(self, row: int) -> None:
        """Assign a column to a row; others move along the cheapest path to a free column."""
        column, came_from = self._find_cheapest_path(row)
        while (previous := came_from[column]) is not None:
            self.row_of_column[column] = self.row_of_column[previous]
            column = previous
        self.row_of_column[column] = row

    def _find_cheapest_path(self, new_row: int) -> tuple[int, list[int | None]]:
        """Return a free column, and for each column on the way the one before it."""
        left = list(range(len(self.row_of_column)))
        cost: list[int] = [_TILE_WEIGHT**3] * len(left)
        came_from: list[int | None] = [None] * len(left)
        passed: list[int] = []
        row, column = new_row, None
        while True:
            for other in left:
                potential = self.row_potentials[row] + self.column_potentials[other]
                gap = potential - self.weights[row][other]
                if gap < cost[other]:
                    cost[other], came_from[other] = gap, column
            column = min(left, key=cost.__getitem__)
            self._shift_potentials(new_row, passed, cost[column])
            cost = [known - cost[column] for known in cost]
            left.remove(column)
            next_row = self.row_of_column[column]
            if next_row is None:
                return column, came_from
            passed.append(column)
            row = next_row

    def _shift_potentials(self, new_row: int, passed: Iterable[int], by: int) -> None:
        """Change the potentials on the path, so that the next column costs nothing to reach."""
        self.row_potentials[new_row] -= by
        for column in passed:
            row = self.row_of_column[column]
            assert row is not None
            self.row_potentials[row] -= by
            self.column_potentials[column] += by
