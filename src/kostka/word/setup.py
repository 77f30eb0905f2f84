"""Before the first move: who starts, and the deal (W-2, W-3)."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.tiles import shuffle
from kostka.tiles.box import TileId
from kostka.tiles.lots import draw_lots
from kostka.word import events as ev
from kostka.word.state import State


def starting_events(state: State) -> list[ev.AnyEvent]:
    """Find the starter, mix and deal."""
    draws, starter = _starter(state)
    return [
        *draws,
        ev.StarterFound(starter),
        mixed(state, state.bag.tiles),
        ev.Dealt(state.edition.rack_size),
        ev.TurnBegan(starter),
    ]


def _starter(state: State) -> tuple[list[ev.AnyEvent], int]:
    """Let everybody draw: the letter nearest to the beginning of the alphabet starts (W-3)."""
    if state.header.starter is not None:
        return [], state.header.starter
    rounds, starter = draw_lots(
        len(state.seats),
        lambda mixing: _order(state, f"start {mixing}", state.bag.tiles),
        state.bag.rank,
    )
    return [ev.StartDrawn(draws) for draws in rounds], starter


def mixed(state: State, tiles: Sequence[TileId]) -> ev.Mixed:
    """Mix tiles, and commit to their order."""
    mixing = state.mixings + 1
    purpose = f"deal {mixing}"
    order = tuple(_order(state, purpose, tiles))
    sealed = shuffle.order_commitment(bytes.fromhex(state.seed), state.added, purpose, order)
    return ev.Mixed(mixing, order, sealed)


def _order(state: State, purpose: str, tiles: Sequence[TileId]) -> list[TileId]:
    """Put tiles in an order that does not depend on the one they had."""
    known = sorted(tiles)
    numbers = shuffle.order(bytes.fromhex(state.seed), state.added, purpose, len(known))
    return [known[number] for number in numbers]
