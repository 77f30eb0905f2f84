"""Drawing lots for the start: all draw a tile, and those who tie draw again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from kostka.tiles.box import TileId

Draws = tuple[tuple[int, TileId], ...]
"""The seats that drew, each with its tile."""


def draw_lots(
    players: int, mix: Callable[[int], list[TileId]], rank: Callable[[TileId], int]
) -> tuple[list[Draws], int]:
    """Let all players draw; those who tie at the lowest rank draw again, until one is left.

    `mix` returns all tiles, mixed for the first, second ... time; they are taken from the end
    (N-2, W-3). Returns all draws, and the seat that starts.
    """
    rounds: list[Draws] = []
    drawing = list(range(players))
    for mixing in count(1):
        heap = mix(mixing)
        while len(heap) >= len(drawing):
            draws = tuple((seat, heap.pop()) for seat in drawing)
            rounds.append(draws)
            lowest = min(rank(tile) for _, tile in draws)
            drawing = [seat for seat, tile in draws if rank(tile) == lowest]
            if len(drawing) == 1:
                return rounds, drawing[0]
    raise AssertionError("the mixing never ends")
