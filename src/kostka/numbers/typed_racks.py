"""Scores of a game at a real table, from the racks that are left, typed in by a person."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kostka.editions.model import Edition, Tie
from kostka.events.errors import BadInput
from kostka.numbers.events import Ending
from kostka.numbers.scoring import (
    RackLeft,
    ScoreSheet,
    count_rack_points,
    score_going_out,
    score_lowest_rack_win,
)
from kostka.solver.opening import can_open
from kostka.tiles.box import get_box
from kostka.tiles.tile import Face


class TypedRack(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A player's rack as a person typed it."""

    name: str
    faces: tuple[Face, ...] = ()
    total: int | None = None
    """The rack count, where not the tiles but their sum was typed."""
    opened: bool = True
    could_have_opened: bool | None = None
    """None to find out from the tiles (N-41)."""
    announced: bool = False
    had_turn: bool = True

    @property
    def is_empty(self) -> bool:
        """Whether the player has gone out."""
        return not self.faces and not self.total


def score_typed_racks(edition: Edition, racks: Sequence[TypedRack]) -> tuple[Ending, ScoreSheet]:
    """Score a finished game: somebody went out, or with no empty rack the pool ran out."""
    _check_typed_racks(edition, racks)
    left = [_build_rack_left(edition, rack) for rack in racks]
    out = [seat for seat, rack in enumerate(racks) if rack.is_empty]
    if len(out) > 1:
        names = " and ".join(racks[seat].name for seat in out)
        raise BadInput(f"{names} have empty racks, but the first ends the game (N-40)")
    if out:
        if not racks[out[0]].opened:
            raise BadInput(f"{racks[out[0]].name} has an empty rack and so has opened (N-22)")
        return Ending.WENT_OUT, score_going_out(edition, left, out[0])
    _check_tied_racks_have_tiles(edition, racks, left)
    return Ending.POOL_EMPTY, score_lowest_rack_win(edition, left)


def _check_typed_racks(edition: Edition, racks: Sequence[TypedRack]) -> None:
    if not edition.players_min <= len(racks) <= edition.players_max:
        wanted = f"{edition.players_min} to {edition.players_max}"
        raise BadInput(f"{len(racks)} racks, but {edition.key} is for {wanted} players (N-1)")
    names = [rack.name for rack in racks]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"{twice} is there twice")
    shortages = get_box(edition.box).describe_shortages(
        face for rack in racks for face in rack.faces
    )
    if shortages:
        raise BadInput(f"{'; '.join(shortages)} (N-1)")


def _build_rack_left(edition: Edition, rack: TypedRack) -> RackLeft:
    could, announced = bool(rack.could_have_opened), rack.announced
    if rack.total is None and not rack.opened and edition.not_opened is not None:
        possible = can_open(rack.faces, edition.opening_threshold, edition.set_rules)
        if could and not possible:
            raise BadInput(f"the rack of {rack.name} could not open (N-41)")
        could = possible
        announced = announced and possible  # otherwise it did not help
    return RackLeft(
        count=count_rack_points(edition, rack.faces) if rack.total is None else rack.total,
        tiles=len(rack.faces),
        opened=rack.opened,
        could_have_opened=not rack.opened and rack.had_turn and could,
        announced=announced,
    )


def _check_tied_racks_have_tiles(
    edition: Edition, racks: Sequence[TypedRack], left: Sequence[RackLeft]
) -> None:
    """A tie that fewer tiles decide needs the tiles (N-54)."""
    lowest = min(rack.count for rack in left)
    tied = [rack for rack, end in zip(racks, left, strict=True) if end.count == lowest]
    by_tiles = edition.tie is Tie.FEWER_TILES and len(tied) > 1
    if by_tiles and any(rack.total is not None for rack in tied):
        raise BadInput("the fewest tiles decide this tie: type the racks as tiles (N-54)")
