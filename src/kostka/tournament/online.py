"""The rules of a room in which a table plays, and its games as score sheets like those on paper."""

from __future__ import annotations

from typing import Any

from kostka.editions import Edition
from kostka.editions.model import FirstStarter
from kostka.events.errors import BadInput
from kostka.numbers import scoring
from kostka.numbers.events import Ending
from kostka.numbers.scoring import Why
from kostka.tournament.score_sheet import ENDINGS, ScoreSheet, SheetRack

_NOT_OPENED = (Why.NOT_OPENED, Why.ANNOUNCED, Why.COULD_HAVE_OPENED)


def list_room_rules(edition: Edition) -> dict[str, Any]:
    """Return the house rules of a tournament's rooms: A starts, and the round's time ends games.

    Editions for tournaments say so themselves (Z-3, Z-17); others are played like them (M-13).
    """
    wanted = {"first_starter": FirstStarter.FIRST_SEAT.value, "timed_rounds": True}
    return {name: value for name, value in wanted.items() if getattr(edition, name) != value}


def build_score_sheet(ending: Ending, result: scoring.ScoreSheet) -> ScoreSheet:
    """Build the score sheet of a finished game, with its points, to be checked like any other."""
    if ending is Ending.FLAG_FELL:
        return _build_flag_fall_sheet(result)
    if ending not in ENDINGS:
        raise BadInput(f"a game that ended by '{ending}' is settled by a referee (Z-30)")
    racks = tuple(map(_build_rack, result.lines))
    points = tuple(line.points for line in result.lines)
    return ScoreSheet(ending, racks, tie=len(result.winners) > 1, written=points)


def _build_flag_fall_sheet(result: scoring.ScoreSheet) -> ScoreSheet:
    """Build the sheet of a game lost on time: the same as if the winner had gone out (M-4)."""
    racks = tuple(SheetRack() if line.won else _build_rack(line) for line in result.lines)
    points = tuple(line.points for line in result.lines)
    return ScoreSheet(Ending.WENT_OUT, racks, written=points)


def _build_rack(line: scoring.ScoreLine) -> SheetRack:
    return SheetRack(
        tiles=line.count,
        opened=line.why not in _NOT_OPENED,
        could_have_opened=line.why is Why.COULD_HAVE_OPENED,
        announced=line.why is Why.ANNOUNCED,
        left=line.why is Why.LEFT,
    )
