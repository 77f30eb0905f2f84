"""The view of a seat in faces. Only this module deals with the identities of tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kostka.editions.model import Edition
from kostka.melds.tile_assignment import assign_tiles
from kostka.melds.turn import Table
from kostka.numbers.views import SeatView, View
from kostka.solver import Objective, solve
from kostka.tiles.box import get_box
from kostka.tiles.tile import Face

Sets = tuple[tuple[Face, ...], ...]


class FaceView:
    """The table and the seat's rack as faces, and the way back from faces to tiles."""

    def __init__(self, view: View) -> None:
        """Wrap the view of the seat whose turn it is."""
        assert view.viewer is not None
        assert view.seats[view.viewer].rack is not None
        self.view = view
        self.edition: Edition = view.header.edition
        self.seat: int = view.viewer
        self._box = get_box(self.edition.box)
        faces = self._box.faces
        self._rack = view.seats[view.viewer].rack or ()
        self.table: Sets = tuple([tuple([faces[tile] for tile in meld]) for meld in view.table])
        self.rack: tuple[Face, ...] = tuple([faces[tile] for tile in self._rack])
        self.opened = view.seats[view.viewer].opened

    @property
    def other_players(self) -> list[SeatView]:
        """The other players who are still in the game, in the order of play."""
        seats, count = self.view.seats, len(self.view.seats)
        order = [seats[(self.seat + step) % count] for step in range(1, count)]
        return [seat for seat in order if seat.present]

    @property
    def can_draw(self) -> bool:
        """Whether a tile can be drawn in this turn (N-50 to N-52)."""
        return self.view.pool > 0 and self.view.last_round is None

    def find_best_table(
        self, objective: Objective, weights: Mapping[Face, int] | None = None
    ) -> Sets | None:
        """Return the table after the best play, or None if there is no play."""
        answer = solve(
            self.edition,
            self.table,
            self.rack,
            opened=self.opened,
            objective=objective,
            weights=weights,
            least_change=False,
        )
        return answer.table if answer.placed else None

    def build_tile_table(self, sets: Sequence[Sequence[Face]]) -> Table:
        """Return sets of faces as a table of tiles from the table and the rack."""
        return assign_tiles(self._box, self.view.table, self._rack, sets)
