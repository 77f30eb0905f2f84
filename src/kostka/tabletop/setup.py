"""Before the first move: who starts, and tiles mixed by the committed shuffle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kostka.tabletop.lots import Draws, draw_lots
from kostka.tabletop.state import AnyTableState
from kostka.tiles import shuffle
from kostka.tiles.box import TileId


def find_starter(
    state: AnyTableState, tiles: Sequence[TileId], rank: Callable[[TileId], int]
) -> tuple[list[Draws], int]:
    """Find the seat that starts: as the header says, or the lowest rank among drawn tiles.

    Returns all rounds of draws, and the seat.
    """
    if state.header.starter is not None:
        return [], state.header.starter
    return draw_lots(
        len(state.seats),
        lambda mixing: shuffle_tiles(state, f"start {mixing}", tiles),
        rank,
    )


def mix_tiles_with_commitment(
    state: AnyTableState, mixing: int, tiles: Sequence[TileId]
) -> tuple[tuple[TileId, ...], str]:
    """Mix tiles; return their order and the commitment to it."""
    purpose = f"deal {mixing}"
    order = tuple(shuffle_tiles(state, purpose, tiles))
    commitment = shuffle.compute_order_commitment(
        bytes.fromhex(state.seed), state.added, purpose, order
    )
    return order, commitment


def shuffle_tiles(state: AnyTableState, purpose: str, tiles: Sequence[TileId]) -> list[TileId]:
    """Shuffle tiles for a purpose; the order that they had does not matter."""
    known = sorted(tiles)
    numbers = shuffle.shuffle_numbers(bytes.fromhex(state.seed), state.added, purpose, len(known))
    return [known[number] for number in numbers]
