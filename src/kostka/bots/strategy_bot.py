"""Plays a bot's turn: everything except the choice of a play, which is left to a strategy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kostka.bots.face_view import FaceView
from kostka.editions.model import Drawing
from kostka.numbers.commands import Announce, AnyCommand, Draw, EndTurn, Pass, Place
from kostka.numbers.views import View
from kostka.solver.opening import can_open
from kostka.tiles.tile import Face


class Strategy(Protocol):
    """Chooses what to lay in a turn."""

    def choose_play(self, face_view: FaceView) -> Sequence[Sequence[Face]] | None:
        """Return the whole table after the play, or None to lay nothing."""
        ...


class StrategyBot:
    """A bot that plays by a strategy."""

    def __init__(self, strategy: Strategy) -> None:
        """Play by this strategy."""
        self.strategy = strategy

    def choose_command(self, view: View) -> AnyCommand:
        """Place if the strategy chooses a play, else draw or pass; announce an opening (N-41)."""
        seat = view.viewer
        assert seat is not None
        if view.turn_open:
            return self._choose_command_after_draw(view, seat)
        face_view = FaceView(view)
        sets = self.strategy.choose_play(face_view)
        if sets is not None:
            return Place(seat, face_view.build_tile_table(sets))
        return Draw(seat, choose_stack(view)) if face_view.can_draw else Pass(seat)

    def _choose_command_after_draw(self, view: View, seat: int) -> AnyCommand:
        me = view.seats[seat]
        face_view = FaceView(view)
        threshold, rules = face_view.edition.opening_threshold, face_view.edition.set_rules
        if not me.announced and can_open(face_view.rack, threshold, rules):
            before = list(face_view.rack)
            assert view.drawn is not None
            drawn = (me.rack or ()).index(view.drawn)
            if not can_open(before[:drawn], threshold, rules):
                return Announce(seat)
        return EndTurn(seat)


def choose_stack(view: View) -> int | None:
    """Return the next stack to draw from if the middle one is used up (Z-10).

    All stacks lie face down, so the first that is left is as good as any.
    """
    if view.header.edition.drawing is not Drawing.CHOSEN_STACK or view.stacks[view.middle]:
        return None
    return next(number for number, tiles in enumerate(view.stacks) if tiles)
