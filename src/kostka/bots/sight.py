"""A seat's view in faces: what bots think with. Only here bots meet tiles with identities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from kostka.editions.model import Edition
from kostka.melds.turn import Table
from kostka.numbers.views import SeatView, View
from kostka.solver import Objective, solve
from kostka.tiles.box import TileId, box_of
from kostka.tiles.tile import Face

Sets = tuple[tuple[Face, ...], ...]


class Sight:
    """The table and the own rack as faces, and the way back from faces to tiles."""

    def __init__(self, view: View) -> None:
        """Look at a view of a seat that is on turn."""
        assert view.viewer is not None
        assert view.seats[view.viewer].rack is not None
        self.view = view
        self.edition: Edition = view.header.edition
        self.seat: int = view.viewer
        faces = box_of(self.edition.box).faces
        self._faces = faces
        self._rack = view.seats[view.viewer].rack or ()
        self.table: Sets = tuple([tuple([faces[tile] for tile in meld]) for meld in view.table])
        self.rack: tuple[Face, ...] = tuple([faces[tile] for tile in self._rack])
        self.opened = view.seats[view.viewer].opened

    @property
    def others(self) -> list[SeatView]:
        """The other players who are still there, in the order of play."""
        seats, count = self.view.seats, len(self.view.seats)
        order = [seats[(self.seat + step) % count] for step in range(1, count)]
        return [seat for seat in order if seat.present]

    @property
    def may_draw(self) -> bool:
        """Whether a tile can be drawn in this turn (N-50 to N-52)."""
        return self.view.pool > 0 and self.view.last_round is None

    def solved(
        self, objective: Objective, weights: Mapping[Face, int] | None = None
    ) -> Sets | None:
        """Give the table after the best play, or None if there is none."""
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

    def table_of(self, sets: Sequence[Sequence[Face]]) -> Table:
        """Lay sets of faces with the tiles of the table and of the rack.

        Sets that lie there already keep their tiles; tiles of the table are used before those of
        the rack.
        """
        still: dict[tuple[Face, ...], list[tuple[TileId, ...]]] = {}
        for faces, tiles in zip(self.table, self.view.table, strict=True):
            still.setdefault(faces, []).append(tiles)
        laid: list[tuple[TileId, ...] | None] = []
        for meld in sets:
            same = still.get(tuple(meld))
            laid.append(same.pop() if same else None)
        loose: dict[Face, list[TileId]] = {}
        rest = chain.from_iterable(chain.from_iterable(still.values()))
        for tile in chain(self._rack, rest):  # the last is taken first
            loose.setdefault(self._faces[tile], []).append(tile)
        return tuple(
            [
                tuple([loose[face].pop() for face in meld]) if tiles is None else tiles
                for meld, tiles in zip(sets, laid, strict=True)
            ]
        )
