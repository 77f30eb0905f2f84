"""Before the first move: who starts, and the deal (W-2, W-3)."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.tabletop.setup import find_starter, mix_tiles_with_commitment
from kostka.tiles.box import TileId
from kostka.word import events as ev
from kostka.word.state import State


def build_start_events(state: State) -> list[ev.AnyEvent]:
    """Return the events of a start: find the starter, mix and deal."""
    # The letter nearest to the beginning of the alphabet starts (W-3).
    rounds, starter = find_starter(state, state.bag.tiles, state.bag.get_alphabet_rank)
    return [
        *[ev.StartDrawn(draws) for draws in rounds],
        ev.StarterFound(starter),
        build_mixed_event(state, state.bag.tiles),
        ev.Dealt(state.edition.rack_size),
        ev.TurnBegan(starter),
    ]


def build_mixed_event(state: State, tiles: Sequence[TileId]) -> ev.Mixed:
    """Mix tiles, and commit to their order."""
    mixing = state.mixings + 1
    return ev.Mixed(mixing, *mix_tiles_with_commitment(state, mixing, tiles))
