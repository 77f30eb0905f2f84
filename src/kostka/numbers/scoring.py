"""The score of a finished game, and the reason for each number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction

import msgspec

from kostka.editions.model import Announced, Edition, MatchCounts, Tie
from kostka.tiles.tile import Face


class Why(StrEnum):
    """Why a player gets these points."""

    WON = "won"
    """The sum of what the others lose, or an equal part of it (N-40, N-53, N-54)."""
    RACK = "rack"
    """Minus the rack count (N-40)."""
    NOT_OPENED = "not_opened"
    """Minus the flat score for never having opened (N-41)."""
    ANNOUNCED = "announced"
    """The same; the opening was possible, but announced in time (N-41)."""
    COULD_HAVE_OPENED = "could_have_opened"
    """Minus the flat score for not opening although it was possible (N-41)."""
    DIFFERENCE = "difference"
    """Minus what the rack counts more than the winner's (N-53)."""
    LEFT = "left"
    """Nothing: left with less than the winner's rack, which gains nothing."""


class RackLeft(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a player is left with at the end of a game."""

    count: int
    """What the rack counts."""
    tiles: int
    opened: bool = True
    could_have_opened: bool = False
    """Not opened, although this rack could, in at least one turn (N-41)."""
    announced: bool = False
    """Announced the opening in time (N-41)."""
    present: bool = True
    """Has not left."""


class ScoreLine(msgspec.Struct, frozen=True, gc=False):
    """One player's line on the score sheet."""

    count: int
    tiles: int
    why: Why
    points: Fraction
    big: int

    @property
    def won(self) -> bool:
        """Whether the player has won, alone or with others."""
        return self.why is Why.WON


class ScoreSheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet of one game, a line for every seat."""

    lines: tuple[ScoreLine, ...]

    def __post_init__(self) -> None:
        """Refuse a sheet that no game gives: somebody wins, and the points add up to 0 (N-40)."""
        if not self.winners or sum((line.points for line in self.lines), Fraction()):
            raise ValueError("a score sheet has a winner and adds up to zero")

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return tuple(seat for seat, line in enumerate(self.lines) if line.won)


def count_rack_points(edition: Edition, faces: Iterable[Face]) -> int:
    """Count a rack: number tiles their number, jokers the edition's penalty (N-40)."""
    return sum(list_tile_points(edition, faces))


def list_tile_points(edition: Edition, faces: Iterable[Face]) -> list[int]:
    """List what each tile left on a rack counts."""
    return [face.number or edition.joker_penalty for face in faces]


def score_going_out(edition: Edition, racks: Sequence[RackLeft], winner: int) -> ScoreSheet:
    """Score a game that one player has won outright (N-40, N-41)."""
    losses = [
        (Why.WON, 0) if seat == winner else _compute_loss(edition, rack)
        for seat, rack in enumerate(racks)
    ]
    return _build_score_sheet(edition, racks, losses)


def _compute_loss(edition: Edition, rack: RackLeft) -> tuple[Why, int]:
    not_opened, could_have_opened = edition.not_opened, edition.could_have_opened
    if rack.opened or not_opened is None or could_have_opened is None:
        return Why.RACK, rack.count
    if rack.announced:
        if edition.announced_opening is Announced.COUNT_RACK:
            return Why.RACK, rack.count
        return Why.ANNOUNCED, not_opened
    if rack.could_have_opened:
        return Why.COULD_HAVE_OPENED, could_have_opened
    return Why.NOT_OPENED, not_opened


def score_lowest_rack_win(edition: Edition, racks: Sequence[RackLeft]) -> ScoreSheet:
    """Score a game that nobody has won outright: the lowest rack wins (N-53, N-54).

    Players who have left cannot win, and gain nothing by having left with less than the winner.
    """
    lowest = min(rack.count for rack in racks if rack.present)
    best = [rack for rack in racks if rack.present and rack.count == lowest]
    if edition.tie is Tie.FEWER_TILES:
        fewest = min(rack.tiles for rack in best)
        best = [rack for rack in best if rack.tiles == fewest]
    losses = [
        (Why.WON, 0)
        if rack in best
        else (Why.DIFFERENCE, rack.count - lowest)
        if rack.count >= lowest
        else (Why.LEFT, 0)
        for rack in racks
    ]
    return _build_score_sheet(edition, racks, losses)


def _build_score_sheet(
    edition: Edition, racks: Sequence[RackLeft], losses: Sequence[tuple[Why, int]]
) -> ScoreSheet:
    winners = sum(why is Why.WON for why, _ in losses)
    gain = Fraction(sum(loss for _, loss in losses), winners)
    big = int(edition.match_counts is MatchCounts.WINS_THEN_POINTS)
    return ScoreSheet(
        tuple(
            ScoreLine(rack.count, rack.tiles, why, gain, big)
            if why is Why.WON
            else ScoreLine(rack.count, rack.tiles, why, Fraction(-loss), 0)
            for rack, (why, loss) in zip(racks, losses, strict=True)
        )
    )
