"""Lots for who starts: everybody draws a tile, and who is level draws again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from kostka.tiles.box import TileId

Draws = tuple[tuple[int, TileId], ...]
"""Who drew which tile."""


def draw_lots(
    players: int, mixed: Callable[[int], list[TileId]], rank: Callable[[TileId], int]
) -> tuple[list[Draws], int]:
    """Let all draw, and who is level at the lowest rank again, until one alone is (N-2, W-3).

    `mixed` gives all tiles, mixed for the first, second ... time; they are taken from the end.
    Returns all draws, and the seat that starts.
    """
    drawn: list[Draws] = []
    drawing = list(range(players))
    for mixing in count(1):
        heap = mixed(mixing)
        while len(heap) >= len(drawing):
            draws = tuple((seat, heap.pop()) for seat in drawing)
            drawn.append(draws)
            first = min(rank(tile) for _, tile in draws)
            drawing = [seat for seat, tile in draws if rank(tile) == first]
            if len(drawing) == 1:
                return drawn, drawing[0]
    raise AssertionError("the mixing goes on for ever")
