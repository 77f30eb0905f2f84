"""Drawing lots for the start: ties draw again, and the heap is mixed again when it runs out."""

from __future__ import annotations

import pytest

from kostka.tabletop.lots import draw_lots
from kostka.tiles.box import TileId


def make_heap(*tiles: int) -> list[TileId]:
    """Return a heap from which these tiles are drawn in this order."""
    return [TileId(tile) for tile in reversed(tiles)]


@pytest.mark.clause("N-2", "W-3")
def test_the_lowest_rank_starts() -> None:
    rounds, starter = draw_lots(3, lambda _: make_heap(5, 2, 9), int)
    assert rounds == [((0, 5), (1, 2), (2, 9))]
    assert starter == 1


@pytest.mark.clause("N-2", "W-3")
def test_only_players_who_tie_draw_again() -> None:
    rounds, starter = draw_lots(3, lambda _: make_heap(10, 30, 11, 21, 12), lambda tile: tile // 10)
    assert rounds == [((0, 10), (1, 30), (2, 11)), ((0, 21), (2, 12))]
    assert starter == 2


def test_a_heap_that_is_too_small_is_mixed_again() -> None:
    heaps = {1: make_heap(10, 11, 12), 2: make_heap(20, 10)}
    rounds, starter = draw_lots(2, heaps.__getitem__, lambda tile: tile // 10)
    assert rounds == [((0, 10), (1, 11)), ((0, 20), (1, 10))]
    assert starter == 1
