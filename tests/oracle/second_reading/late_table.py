"""Z-12: what becomes of a move when the time is up.

The reading: a row on the table that is a set stays. From every other row all own tiles go back to
the rack, and what is left of it is one row. Loose tiles are rows of one. The move stands if all
rows are sets now, an own tile is among them, and a player who has not opened has laid new sets of
own tiles alone, worth the threshold together, and left the sets of the table as they were (N-22):
a run may be turned round and a group laid in any order (N-13).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .sets import is_set, value_row

Row = tuple[str, ...]


@dataclass(frozen=True)
class LateTile:
    """A tile that lies in a row at the end of the time."""

    face: str
    is_own: bool


@dataclass(frozen=True)
class LateMove:
    """What the end of the time leaves of a move: the table, and the own tiles that stay on it."""

    table: tuple[Row, ...]
    placed: Row
    taken_back: Row


def get_faces(row: Sequence[LateTile]) -> Row:
    """Return a row in notation."""
    return tuple(tile.face for tile in row)


def have_same_sets(before: Sequence[Row], after: Sequence[Row]) -> bool:
    """Return whether two tables hold the same sets, whichever way round they lie."""
    return Counter(map(describe_set, before)) == Counter(map(describe_set, after))


def describe_set(row: Row) -> Row:
    """Return what is the same for every way to lay one set."""
    numbers = [tile[1:] for tile in row if tile != "J"]
    is_group = len(numbers) > 1 and len(set(numbers)) == 1
    return tuple(sorted(row)) if is_group else min(row, row[::-1])


def judge_late_table(
    table_before: Sequence[Row],
    rows: Sequence[Sequence[LateTile]],
    *,
    has_opened: bool,
    threshold: int,
) -> LateMove | None:
    """Return what stands of the move, or None if it is undone and a tile is drawn."""
    left: list[list[LateTile]] = []
    taken_back: list[str] = []
    for row in rows:
        if is_set(get_faces(row)):
            left.append(list(row))
        else:
            taken_back += [tile.face for tile in row if tile.is_own]
            remainder = [tile for tile in row if not tile.is_own]
            if remainder:
                left.append(remainder)
    placed = [tile.face for row in left for tile in row if tile.is_own]
    of_table = Counter(tile.face for row in left for tile in row if not tile.is_own)
    if (
        not placed
        or of_table != Counter(face for row in table_before for face in row)
        or not all(is_set(get_faces(row)) for row in left)
    ):
        return None
    if not has_opened:
        own_rows = [row for row in left if all(tile.is_own for tile in row)]
        others = [get_faces(row) for row in left if row not in own_rows]
        worth = sum(value_row(get_faces(row)) or 0 for row in own_rows)
        if worth < threshold or not have_same_sets(table_before, others):
            return None
    return LateMove(tuple(map(get_faces, left)), tuple(placed), tuple(taken_back))
