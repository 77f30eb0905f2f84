"""Help for real tables, where players can lose track of tiles."""

from __future__ import annotations

from typing import NamedTuple

from kostka.editions.model import Edition, LostTiles


class LostTileSettlement(NamedTuple):
    """What happens to tiles whose place nobody remembers after a failed move."""

    to_rack: int
    """Tiles that the player takes on the rack."""
    to_pool: int
    """Tiles that are mixed into the pool."""
    penalty: int
    """Tiles that the player draws."""


def settle_lost_tiles(edition: Edition, lost: int) -> LostTileSettlement:
    """Settle a failed move after which this many tiles cannot be put back (N-27)."""
    if edition.lost_tiles is LostTiles.RACK:
        return LostTileSettlement(lost, 0, edition.failed_move_penalty)
    return LostTileSettlement(0, lost, edition.failed_move_penalty + lost)
