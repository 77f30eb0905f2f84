"""What every game hides: the tiles of other players, the order of the pool, the seed."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.events.game import Viewer
from kostka.tabletop.state import FINISHED, AnyTableState
from kostka.tiles.box import TileId

HIDDEN = TileId(-1)
"""Replaces a tile in an event that the viewer may not know."""


def hide_tiles(tiles: Sequence[TileId]) -> tuple[TileId, ...]:
    """Replace all tiles by hidden ones; their number is no secret."""
    return (HIDDEN,) * len(tiles)


def find_own_rack(state: AnyTableState, viewer: Viewer) -> tuple[TileId, ...] | None:
    """Return the rack that only this viewer knows in a running game; None for spectators."""
    if viewer is None or not 0 <= viewer < len(state.seats) or state.phase == FINISHED:
        return None
    return state.seats[viewer].rack
