"""Score sheets: the result of a game as written on paper, checked and scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

import msgspec

from kostka.editions import SIX, Edition
from kostka.events.errors import Violation, make_refusal
from kostka.numbers.events import Ending
from kostka.numbers.scoring import RackLeft, ScoreLine, score_going_out, score_lowest_rack_win
from kostka.tiles.box import BoxSpec, get_box
from kostka.tournament import problems

MAX_COUNT = 10_000

Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_COUNT)]

LETTERS = "ABCDE"
"""The seats of a table (Z-1)."""

ENDINGS = (Ending.WENT_OUT, Ending.POOL_EMPTY, Ending.ROUND_TIME)


class SheetRack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A player's line for one game: what is left on the rack, and the ticks."""

    tiles: Count = 0
    """The sum of the number tiles left."""
    jokers: Count = 0
    opened: bool = True
    could_have_opened: bool = False
    announced: bool = False
    """Announced the opening in time (Z-16)."""
    left: bool = False
    """Left the tournament during this game: cannot win it."""


class ScoreSheet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One game on the score sheet of a table."""

    ending: Ending
    racks: tuple[SheetRack | None, ...]
    """By seat, A first; None for players who no longer play."""
    tie: bool = False
    """Confirms that the lowest racks are level, to rule out a slip of the pen (Z-17)."""
    written: tuple[Fraction | None, ...] = ()
    """The points that the players wrote down, to be checked; empty if they were not entered."""


Where = dict[str, str | int]
"""The table and the game of a score sheet, for messages."""

Lines = tuple[ScoreLine | None, ...]
"""The score of a game by seat; None for players who did not play it."""


def check_and_score_game(
    edition: Edition, names: Sequence[str], paper: ScoreSheet, where: Where, *, timed: bool
) -> Lines:
    """Score a game, or refuse its sheet with all reasons."""
    found = [*_find_sheet_problems(edition, names, paper, where, timed=timed)]
    if found:
        raise make_refusal(*found)
    lines = _compute_score_lines(edition, paper)
    found = [
        *_find_tie_problems(names, paper, lines, where),
        *_find_written_points_problems(names, paper, lines, where),
    ]
    if found:
        raise make_refusal(*found)
    return lines


def _list_rack_points(edition: Edition, paper: ScoreSheet) -> list[int | None]:
    return [
        None if rack is None else rack.tiles + rack.jokers * edition.joker_penalty
        for rack in paper.racks
    ]


def _find_sheet_problems(
    edition: Edition,
    names: Sequence[str],
    paper: ScoreSheet,
    where: Where,
    *,
    timed: bool,
) -> Iterator[Violation]:
    if len(paper.racks) != len(names):
        yield problems.WRONG_RACKS(**where, racks=len(paper.racks), players=len(names))
        return
    if paper.written and len(paper.written) != len(names):
        yield problems.WRONG_RACKS(**where, racks=len(paper.written), players=len(names))
    if paper.ending not in ENDINGS:
        yield problems.NO_ENDING(**where)
    if paper.ending is Ending.ROUND_TIME and not timed:
        yield problems.ROUND_NOT_TIMED(**where)
    yield from _find_rack_problems(edition, names, paper, where)
    yield from _find_opening_problems(names, paper, where)
    yield from _find_empty_rack_problems(edition, names, paper, where)


def _find_rack_problems(
    edition: Edition, names: Sequence[str], paper: ScoreSheet, where: Where
) -> Iterator[Violation]:
    """Find too few players, or more tiles than the box has."""
    playing = [rack for rack in paper.racks if rack is not None]
    if sum(not rack.left for rack in playing) < edition.players_min:
        yield problems.TOO_FEW_PLAYED(**where, least=edition.players_min)
    box = choose_box(edition, len(names))
    jokers = box.ordinary + box.double + box.colour_change + box.mirror
    if sum(rack.jokers for rack in playing) > jokers:
        yield problems.TOO_MANY_JOKERS(**where, most=jokers)
    most = sum(face.number or 0 for face in get_box(box).faces)
    if sum(rack.tiles for rack in playing) > most:
        yield problems.TILES_BEYOND_BOX(**where, most=most)


def _find_opening_problems(
    names: Sequence[str], paper: ScoreSheet, where: Where
) -> Iterator[Violation]:
    """Find ticks about a missing opening beside players who have opened."""
    for name, rack in zip(names, paper.racks, strict=True):
        if rack is not None and rack.opened and (rack.could_have_opened or rack.announced):
            yield problems.OPENED_AND_NOT(**where, name=name)


def choose_box(edition: Edition, players: int) -> BoxSpec:
    """Return the box that a table plays with: five players need the big one."""
    return SIX.box if players > edition.players_max else edition.box


def _find_empty_rack_problems(
    edition: Edition, names: Sequence[str], paper: ScoreSheet, where: Where
) -> Iterator[Violation]:
    """Check the empty racks: exactly one if somebody went out, else none."""
    out = [seat for seat, count in enumerate(_list_rack_points(edition, paper)) if count == 0]
    if paper.ending is not Ending.WENT_OUT:
        for seat in out:
            yield problems.EMPTY_RACK(**where, name=names[seat])
        return
    if len(out) != 1:
        yield problems.NO_WINNER(**where, empty=len(out))
        return
    (winner,) = out
    rack = paper.racks[winner]
    if rack is not None and (not rack.opened or rack.left):
        yield problems.WINNER_NOT_OPENED(**where, name=names[winner])


def _compute_score_lines(edition: Edition, paper: ScoreSheet) -> Lines:
    """Score by the rules of the number game (Z-16 to Z-18)."""
    seats = [seat for seat, rack in enumerate(paper.racks) if rack is not None]
    counts = _list_rack_points(edition, paper)
    racks = [
        RackLeft(
            count=counts[seat] or 0,
            tiles=0,  # not on the sheet, and not needed here
            opened=rack.opened,
            could_have_opened=rack.could_have_opened,
            announced=rack.announced,
            present=not rack.left,
        )
        for seat, rack in enumerate(paper.racks)
        if rack is not None
    ]
    if paper.ending is Ending.WENT_OUT:
        winner = next(at for at, rack in enumerate(racks) if rack.count == 0)
        sheet = score_going_out(edition, racks, winner)
    else:
        sheet = score_lowest_rack_win(edition, racks)
    by_seat = dict(zip(seats, sheet.lines, strict=True))
    return tuple(by_seat.get(seat) for seat in range(len(paper.racks)))


def _find_tie_problems(
    names: Sequence[str], paper: ScoreSheet, lines: Lines, where: Where
) -> Iterator[Violation]:
    winners = [name for name, line in zip(names, lines, strict=True) if line and line.big]
    if len(winners) > 1 and not paper.tie:
        yield problems.TIE_NOT_STATED(**where, names=" and ".join(winners))
    if len(winners) == 1 and paper.tie:
        yield problems.NO_TIE(**where, name=winners[0])


def _find_written_points_problems(
    names: Sequence[str], paper: ScoreSheet, lines: Lines, where: Where
) -> Iterator[Violation]:
    """Compare the points that the players wrote with those that the racks give."""
    total = sum((points for points in paper.written if points is not None), Fraction())
    if total and None not in paper.written:
        yield problems.NOT_ZERO(**where, total=str(total))
    for name, line, points in zip(names, lines, paper.written or [None] * len(names), strict=True):
        if points is not None and points != (line.points if line else 0):
            computed = str(line.points) if line else "0"
            yield problems.WRITTEN_WRONG(**where, name=name, written=str(points), computed=computed)
