"""How each number on a score sheet came about, as arithmetic and a clause."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.numbers.scoring import ScoreSheet, Why

CLAUSES = {
    Why.RACK: "N-40",
    Why.NOT_OPENED: "N-41",
    Why.ANNOUNCED: "N-41",
    Why.COULD_HAVE_OPENED: "N-41",
    Why.DIFFERENCE: "N-53",
    Why.LEFT: "N-53",
}


def how(sheet: ScoreSheet, seat: int, tiles: Sequence[int] = ()) -> str:
    """Say how the points of a seat came about: `3 + 13 + 50 = 66`, `23 - 5`, `4 + 9 + 14`.

    `tiles` says what each tile on the rack counts, where that is known.
    """
    line = sheet.lines[seat]
    added = " + ".join(map(str, tiles))
    match line.why:
        case Why.WON:
            return _won(sheet)
        case Why.DIFFERENCE:
            lowest = min(sheet.lines[winner].count for winner in sheet.winners)
            rack = f"({added})" if len(tiles) > 1 else str(line.count)
            return f"{rack} - {lowest}"
        case Why.RACK:
            return f"{added} = {line.count}" if len(tiles) > 1 else f"rack {line.count}"
        case why:
            return why.replace("_", " ")


def _won(sheet: ScoreSheet) -> str:
    losses = [-line.points for line in sheet.lines if line.why is not Why.WON]
    added = " + ".join(map(str, losses)) or "0"
    shared = len(sheet.winners)
    return f"({added}) / {shared}" if shared > 1 else added


def clause_of(sheet: ScoreSheet, seat: int) -> str:
    """Give the clause by which a seat scored."""
    why = sheet.lines[seat].why
    if why is not Why.WON:
        return CLAUSES[why]
    if len(sheet.winners) > 1:
        return "N-54"
    by_difference = any(line.why in (Why.DIFFERENCE, Why.LEFT) for line in sheet.lines)
    return "N-53" if by_difference else "N-40"
