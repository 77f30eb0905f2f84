"""The frame of a bot's turn: everything but the choice of a play, which is the same for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kostka.bots.face_view import FaceView
from kostka.numbers.commands import Announce, AnyCommand, Draw, EndTurn, Pass, Place
from kostka.numbers.views import View
from kostka.solver.opening import can_open
from kostka.tiles.tile import Face


class Strategy(Protocol):
    """Chooses what to lay."""

    def choose_table(self, face_view: FaceView) -> Sequence[Sequence[Face]] | None:
        """Give the whole table after the play, or None for none."""
        ...


class StrategyBot:
    """A bot that plays by a strategy."""

    def __init__(self, strategy: Strategy) -> None:
        """Play by this strategy."""
        self.strategy = strategy

    def choose(self, view: View) -> AnyCommand:
        """Place if the strategy wants to, else draw or pass; announce an opening (N-41)."""
        seat = view.viewer
        assert seat is not None
        if view.turn_open:
            return self._end_turn_after_draw(view, seat)
        face_view = FaceView(view)
        sets = self.strategy.choose_table(face_view)
        if sets is not None:
            return Place(seat, face_view.build_tile_table(sets))
        return Draw(seat) if face_view.can_draw else Pass(seat)

    def _end_turn_after_draw(self, view: View, seat: int) -> AnyCommand:
        me = view.seats[seat]
        face_view = FaceView(view)
        if not me.announced and can_open(face_view.rack, face_view.edition.opening_threshold):
            before = list(face_view.rack)
            assert view.drawn is not None
            drawn = (me.rack or ()).index(view.drawn)
            if not can_open(before[:drawn], face_view.edition.opening_threshold):
                return Announce(seat)
        return EndTurn(seat)
