"""How each number on a score sheet was found, as arithmetic and a clause."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kostka.numbers.events import Ending
from kostka.numbers.scoring import ScoreSheet, Why, list_tile_points
from kostka.numbers.state import Result, State

CLAUSES = {
    Why.RACK: "N-40",
    Why.NOT_OPENED: "N-41",
    Why.ANNOUNCED: "N-41",
    Why.COULD_HAVE_OPENED: "N-41",
    Why.DIFFERENCE: "N-53",
    Why.LEFT: "N-53",
}


class Sum(msgspec.Struct, frozen=True, gc=False):
    """How the points of a seat were found."""

    arithmetic: str
    """`3 + 13 + 50 = 66`, `23 - 5`, `4 + 9 + 14`; empty where nothing is added up."""
    clause: str


def explain_score_sheet(state: State) -> tuple[Sum, ...]:
    """Explain every line of the score sheet of a game that is over."""
    assert state.result is not None
    sheet = state.result.sheet
    racks = [sorted(state.box.get_faces(seat.rack)) for seat in state.seats]
    counts = [list_tile_points(state.edition, rack) for rack in racks]
    return tuple(
        [
            Sum(_format_arithmetic(sheet, seat, tiles), _find_clause(state.result, seat))
            for seat, tiles in enumerate(counts)
        ]
    )


def describe_points(sheet: ScoreSheet, seat: int, tiles: Sequence[int] = ()) -> str:
    """Describe how the points of a seat were found, in numbers or in words.

    `tiles` says what each tile on the rack counts, where that is known.
    """
    line = sheet.lines[seat]
    in_words = f"rack {line.count}" if line.why is Why.RACK else line.why.replace("_", " ")
    return _format_arithmetic(sheet, seat, tiles) or in_words


def _format_arithmetic(sheet: ScoreSheet, seat: int, tiles: Sequence[int]) -> str:
    line = sheet.lines[seat]
    added = " + ".join(map(str, tiles))
    match line.why:
        case Why.WON:
            return _format_winnings(sheet)
        case Why.DIFFERENCE:
            lowest = min(sheet.lines[winner].count for winner in sheet.winners)
            rack = f"({added})" if len(tiles) > 1 else str(line.count)
            return f"{rack} - {lowest}"
        case Why.RACK if len(tiles) > 1:
            return f"{added} = {line.count}"
        case _:
            return ""


def _format_winnings(sheet: ScoreSheet) -> str:
    losses = [-line.points for line in sheet.lines if line.why is not Why.WON]
    added = " + ".join(map(str, losses)) or "0"
    shared = len(sheet.winners)
    return f"({added}) / {shared}" if shared > 1 else added


def _find_clause(result: Result, seat: int) -> str:
    """Return the clause by which a seat scored; a win by time names the clause about that."""
    if result.ending is Ending.FLAG_FELL and result.sheet.lines[seat].won:
        return "M-4"
    return find_score_clause(result.sheet, seat)


def find_score_clause(sheet: ScoreSheet, seat: int) -> str:
    """Return the clause by which a seat scored."""
    why = sheet.lines[seat].why
    if why is not Why.WON:
        return CLAUSES[why]
    if len(sheet.winners) > 1:
        return "N-54"
    by_difference = any(line.why in (Why.DIFFERENCE, Why.LEFT) for line in sheet.lines)
    return "N-53" if by_difference else "N-40"
