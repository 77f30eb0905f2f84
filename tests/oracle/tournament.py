"""A tournament counted by hand: the papers of all tables, added up without any code of the product.

It knows nothing of events, versions or seats: only who sat at a table, what was left on the racks
and which ticks were made, as somebody with the sheets and a pencil would.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Line(NamedTuple):
    """A line of a sheet: the numbers on the rack added up, the jokers, the ticks."""

    name: str
    rack: int
    jokers: int = 0
    not_opened: bool = False
    could_have: bool = False


class Sheet(NamedTuple):
    """A game: somebody went out, or the lowest rack wins."""

    went_out: bool
    lines: list[Line]


def points(sheet: Sheet) -> dict[str, tuple[int, Fraction]]:
    """Big and small points of a game (Z-16 to Z-18)."""
    left = {line.name: line.rack + 50 * line.jokers for line in sheet.lines}
    lowest = min(left.values())
    winners = [name for name, rack in left.items() if rack == lowest]
    lost = {}
    for line in sheet.lines:
        if line.name in winners:
            continue
        if not sheet.went_out:
            lost[line.name] = left[line.name] - lowest
        elif line.not_opened:
            lost[line.name] = 200 if line.could_have else 100
        else:
            lost[line.name] = left[line.name]
    found = {name: (0, -Fraction(much)) for name, much in lost.items()}
    for name in winners:
        found[name] = (1, Fraction(sum(lost.values()), len(winners)))
    assert sum(small for _, small in found.values()) == 0
    return found


def final(
    sheets: list[Sheet], penalties: dict[str, int], excluded: set[str]
) -> list[tuple[int | None, str, int, Fraction]]:
    """Place, name, big and small points of everybody, the best first, the excluded last (Z-7)."""
    big: dict[str, int] = {}
    small: dict[str, Fraction] = {}
    for sheet in sheets:
        for name, (b, s) in points(sheet).items():
            big[name] = big.get(name, 0) + b
            small[name] = small.get(name, Fraction()) + s
    for name, much in penalties.items():
        small[name] -= much
    table = []
    for name, wins in big.items():
        better = sum(
            (big[other], small[other]) > (wins, small[name])
            for other in big
            if other not in excluded
        )
        table.append((None if name in excluded else better + 1, name, wins, small[name]))
    return sorted(table, key=lambda row: (row[0] is None, -row[2], -row[3], row[1]))
