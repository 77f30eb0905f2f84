"""Turn a game played online into the same score sheet as a game on paper."""

from __future__ import annotations

from kostka.events.errors import BadInput
from kostka.numbers import scoring
from kostka.numbers.events import Ending
from kostka.numbers.scoring import Why
from kostka.tournament.score_sheet import ENDINGS, ScoreSheet, SheetRack

_NOT_OPENED = (Why.NOT_OPENED, Why.ANNOUNCED, Why.COULD_HAVE_OPENED)


def build_score_sheet(ending: Ending, result: scoring.ScoreSheet) -> ScoreSheet:
    """Build the score sheet of a finished game, with its points, to be checked like any other."""
    if ending not in ENDINGS:
        raise BadInput(f"a game that ended by '{ending}' is settled by a referee (Z-30)")
    racks = tuple(
        SheetRack(
            tiles=line.count,
            opened=line.why not in _NOT_OPENED,
            could_have_opened=line.why is Why.COULD_HAVE_OPENED,
            announced=line.why is Why.ANNOUNCED,
            left=line.why is Why.LEFT,
        )
        for line in result.lines
    )
    points = tuple(line.points for line in result.lines)
    return ScoreSheet(ending, racks, tie=len(result.winners) > 1, written=points)
